import type { SchemaData, SchemaObject } from "../../schema-data.js";
import type { Scope } from "../check.js";
import { targetOf } from "../reached-from.js";

/**
 * True where a value may fit several alternatives of a `oneOf`: in requests, if each alternative says which values it is. Alternatives that
 * only require or forbid properties exclude each other.
 */
export function fitsSeveral({ anyOf, oneOf = [] }: SchemaObject, { view }: Scope): boolean {
  return view === "request" && !anyOf && oneOf.every(isKind);
}

function isKind(branch: SchemaData): boolean {
  const schema = targetOf(branch);
  if (typeof schema === "boolean") return false;
  const { type = "object", properties, items, enum: values, const: value, allOf, anyOf, oneOf } = schema;
  return Boolean(type !== "object" || properties || items || values || value !== undefined || allOf || anyOf || oneOf);
}
