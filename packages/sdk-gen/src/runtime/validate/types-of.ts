import type { SchemaData, SchemaObject } from "../schema-data.js";
import { targetOf } from "./reached-from.js";

/** Maximum depth of parts. */
const MOST_PARTS = 8;

/** JSON types that a value of the schema may have; empty: any. */
export function typesOf(schema: SchemaData, depth = 0): ReadonlySet<string> {
  const target = targetOf(schema);
  if (typeof target === "boolean" || depth > MOST_PARTS) return new Set();
  const { type, enum: members, properties } = target;
  if (type !== undefined) return new Set([type].flat());
  if (members)
    return new Set(
      members.map((member) => (member === null ? "null" : Array.isArray(member) ? "array" : typeof member)),
    );
  const parts = partsOf(target);
  if (parts.length === 0 && properties) return new Set(["object"]);
  const types = parts.map((part) => typesOf(part, depth + 1));
  return new Set(types.some(({ size }) => size === 0) && !target.allOf ? [] : types.flatMap((some) => [...some]));
}

export function partsOf({ allOf = [], anyOf = [], oneOf = [] }: SchemaObject): readonly SchemaData[] {
  return [...allOf, ...anyOf, ...oneOf];
}
