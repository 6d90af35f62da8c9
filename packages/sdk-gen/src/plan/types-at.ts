import type { JsonSchema, SchemaRegistry } from "@onespec/spec-core";

/** JSON types that a value of the schema may have, whatever part or alternative says so; empty: any. */
export function typesAt(schemas: SchemaRegistry, json: JsonSchema, depth = 0): ReadonlySet<string> {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || depth > 6) return new Set();
  if (target.type !== undefined) return new Set([target.type].flat());
  const parts = [...(target.allOf ?? []), ...(target.oneOf ?? []), ...(target.anyOf ?? [])];
  return new Set(parts.flatMap((part) => [...typesAt(schemas, part, depth + 1)]));
}
