import type { JsonSchemaObject } from "../schema/schema.js";
import type { ValueType } from "./shape.js";

const ANY: readonly ValueType[] = ["string", "object", "array", "number", "integer", "boolean", "null"];
const KEYWORDS: readonly (readonly [ValueType, readonly string[]])[] = [
  ["object", ["properties", "additionalProperties", "patternProperties", "required", "minProperties", "propertyNames"]],
  ["array", ["items", "prefixItems", "contains", "minItems", "uniqueItems"]],
  ["string", ["pattern", "minLength", "maxLength", "format"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The types that all parts allow; without a `type`, those that the other keywords speak of, then all others. */
export function shapeTypes(parts: readonly JsonSchemaObject[]): readonly ValueType[] {
  let types: readonly ValueType[] | undefined;
  for (const { type } of parts) {
    if (type === undefined) continue;
    const list = (typeof type === "string" ? [type] : type) as readonly ValueType[];
    types = types ? intersect(types, list) : list;
  }
  const ordered = types ?? impliedTypes(parts);
  return ordered.includes("null") ? [...ordered.filter((type) => type !== "null"), "null"] : ordered;
}

function intersect(left: readonly ValueType[], right: readonly ValueType[]): ValueType[] {
  const both = left.flatMap((type): ValueType[] => {
    if (right.includes(type)) return [type];
    if (type === "number" && right.includes("integer")) return ["integer"];
    return type === "integer" && right.includes("number") ? ["integer"] : [];
  });
  return [...new Set(both)];
}

function impliedTypes(parts: readonly JsonSchemaObject[]): readonly ValueType[] {
  const implied = KEYWORDS.filter(([, keywords]) =>
    parts.some((part) => keywords.some((keyword) => part[keyword] !== undefined)),
  ).map(([type]) => type);
  return [...implied, ...ANY.filter((type) => !implied.includes(type))];
}
