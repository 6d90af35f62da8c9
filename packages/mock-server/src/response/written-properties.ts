import { schemaAt } from "@onespec/http-contract";
import {
  type JsonSchema,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import type { JsonObject } from "../store/record-store.js";

/** The properties of a record that the body of an operation declares, for every media type that it takes. */
export function writtenProperties(
  schemas: SchemaRegistry,
  operation: Operation | undefined,
): readonly ObjectProperty[] {
  if (!operation) return [];
  const { role, requestBody } = operation;
  const place = "body" in role ? role.body : [];
  return (requestBody?.content ?? []).flatMap(({ schema }) => {
    const written = schema && schemaAt(schemas, schema, place);
    return written ? [...objectProperties(schemas, written.json).values()] : [];
  });
}

/** Properties, or parts of them, that requests write and answers leave out. */
type Hidden = ReadonlyMap<string, "whole" | Hidden>;

/** Schemas in schemas that are compared. */
const DEEPEST = 8;

/**
 * Leaves out properties that requests declare and the answer does not: at the top level all of them, such as a password; further in
 * those that are writeOnly. Properties that are writeOnly in the request alone, and declared in the answer, stay (Jira's priorities).
 * Returns `undefined` when there is nothing to leave out.
 */
export function withoutUnanswered(
  schemas: SchemaRegistry,
  { roles: { create, replace, update } }: Pick<Resource, "roles">,
  answers: JsonSchema,
): ((value: JsonObject) => JsonObject) | undefined {
  const written = [create, replace, update].flatMap((operation) => writtenProperties(schemas, operation));
  const isHidden = objectProperties(schemas, answers).size > 0;
  const hidden = compare(schemas, answers, written, isHidden, 0);
  return hidden.size === 0 ? undefined : (value) => without(value, hidden) as JsonObject;
}

interface Written {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly writeOnly: boolean;
}

/** @param hidesAll or only what is writeOnly */
function compare(
  schemas: SchemaRegistry,
  answers: JsonSchema,
  written: Iterable<Written>,
  hidesAll: boolean,
  depth: number,
): Hidden {
  const answered = objectProperties(schemas, answers);
  const hidden = new Map<string, "whole" | Hidden>();
  for (const { name, schema, writeOnly } of written) {
    const property = answered.get(name);
    if (!property) {
      if (writeOnly || hidesAll) hidden.set(name, "whole");
      continue;
    }
    const [there, here] = [elementOf(schemas, property.schema), elementOf(schemas, schema)];
    // The answer's own schema says it all.
    if (there === here || depth === DEEPEST) continue;
    const inside = compare(schemas, there, objectProperties(schemas, here).values(), false, depth + 1);
    if (inside.size > 0) hidden.set(name, inside);
  }
  return hidden;
}

/** Of lists what their items are. */
function elementOf(schemas: SchemaRegistry, json: JsonSchema): JsonSchema {
  const { items, properties } = schemaShape(schemas, json);
  return schemas.follow(items === undefined || properties.size > 0 ? json : items);
}

/** The same value where it holds nothing that is hidden. */
function without(value: unknown, hidden: Hidden): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => without(item, hidden));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!holdsAny(value, hidden)) return value;
  let isChanged = false;
  const kept: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const what = hidden.get(name);
    const shown = what === undefined || what === "whole" ? inner : without(inner, what);
    if (what !== "whole") kept.push([name, shown]);
    isChanged ||= what === "whole" || shown !== inner;
  }
  return isChanged ? Object.fromEntries(kept) : value;
}

function holdsAny(value: object, hidden: Hidden): boolean {
  for (const name of hidden.keys()) if (Object.hasOwn(value, name)) return true;
  return false;
}
