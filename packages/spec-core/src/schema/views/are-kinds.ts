import type { JsonSchema, SchemaRegistry } from "../schema.js";

/**
 * True if each alternative of a `oneOf` describes its values. A request may then match several: `oneOf` forbids that,
 * but clients and servers rarely check it. Alternatives that only require or forbid properties do exclude each other.
 */
export function areKinds(schemas: SchemaRegistry, branches: readonly JsonSchema[]): boolean {
  return branches.every((branch) => {
    const json = schemas.follow(branch);
    if (typeof json === "boolean") return false;
    return (json.type !== undefined && json.type !== "object") || KEYWORDS.some((name) => json[name] !== undefined);
  });
}

const KEYWORDS = ["properties", "items", "enum", "const", "allOf", "anyOf", "oneOf"] as const;
