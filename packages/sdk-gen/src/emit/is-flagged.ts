import type { JsonSchema, SchemaRegistry } from "@onespec/spec-core";

/** Looks for `readOnly` or `writeOnly` on a property's schema, behind its references and in its `allOf` parts. */
export function isFlaggedIn(schemas: SchemaRegistry): (schema: JsonSchema, flag: "readOnly" | "writeOnly") => boolean {
  const isFlagged = (schema: JsonSchema, flag: "readOnly" | "writeOnly", depth = 0): boolean => {
    if (typeof schema === "boolean" || depth > 8) return false;
    if (schema[flag] === true) return true;
    const target = schemas.follow(schema);
    if (typeof target === "boolean") return false;
    return target[flag] === true || (target.allOf ?? []).some((part) => isFlagged(part, flag, depth + 1));
  };
  return isFlagged;
}
