import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "@onespec/spec-core";
import { partsOf } from "../plan/schema-parts.js";

/**
 * A model's schema for its type. TypeScript accepts a type that contains itself in a property, but not as a part of
 * itself: `Pet` is one of `Cat` and `Dog`, and `Cat` is a `Pet` with claws. A part that leads back to the model is replaced
 * by its content, without the alternatives that lead back.
 * @param uri of the model
 */
export function withoutItself(schema: JsonSchema, uri: string, schemas: SchemaRegistry): JsonSchema {
  const leadsBack = (part: JsonSchema, parts: (schema: JsonSchemaObject) => readonly JsonSchema[]): boolean => {
    const met = new Set<string>();
    const leads = (from: JsonSchema): boolean => {
      if (typeof from === "boolean" || from.$ref === uri) return typeof from !== "boolean";
      if (from.$ref === undefined) return parts(from).some(leads);
      if (met.has(from.$ref)) return false;
      met.add(from.$ref);
      return leads(schemas.at(from.$ref).json);
    };
    return leads(part);
  };
  /** @param inside the references around the part, which its content must not repeat */
  const contentOf = (part: JsonSchema, inside: ReadonlySet<string>, isExtended: boolean): JsonSchema => {
    if (typeof part === "boolean") return part;
    if (part.$ref === undefined) return separate(part, inside, isExtended);
    return separate(schemas.at(part.$ref).json, new Set(inside).add(part.$ref), isExtended);
  };
  const separate = (whole: JsonSchema, inside: ReadonlySet<string>, isExtended: boolean): JsonSchema => {
    if (typeof whole === "boolean") return whole;
    const isMet = (part: JsonSchema): boolean => typeof part === "object" && inside.has(part.$ref ?? "");
    const { allOf, oneOf, anyOf, ...own } = whole;
    // A schema that extends a record with alternatives is one of them already.
    const branches = (some: readonly JsonSchema[] | undefined): readonly JsonSchema[] | undefined =>
      isExtended && some?.some((branch) => leadsBack(branch, partsOf))
        ? undefined
        : some?.flatMap((branch) => {
            if (!leadsBack(branch, alternativesOf)) return [branch];
            return isMet(branch) ? [] : [contentOf(branch, inside, false)];
          });
    const parts = allOf?.flatMap((part) => {
      if (!leadsBack(part, partsOf)) return [part];
      return isMet(part) ? [] : [contentOf(part, inside, true)];
    });
    const separated = { allOf: parts, oneOf: branches(oneOf), anyOf: branches(anyOf) };
    return { ...own, ...Object.fromEntries(Object.entries(separated).filter(([, some]) => some && some.length > 0)) };
  };
  const leads = typeof schema === "object" && partsOf(schema).some((part) => leadsBack(part, partsOf));
  return leads ? separate(schema, new Set([uri]), false) : schema;
}

function alternativesOf({ oneOf = [], anyOf = [] }: JsonSchemaObject): readonly JsonSchema[] {
  return [...oneOf, ...anyOf];
}
