import type { JsonSchema, SchemaRegistry } from "../schema.js";

/**
 * True for alternatives of a `oneOf` that each say which values they are. A request may fit several: by the letter it could not be sent, but
 * clients and servers do not ask. Alternatives that only require or forbid properties do exclude each other.
 */
export function areKinds(schemas: SchemaRegistry, branches: readonly JsonSchema[]): boolean {
  return branches.every((branch) => {
    const json = schemas.follow(branch);
    if (typeof json === "boolean") return false;
    return (json.type !== undefined && json.type !== "object") || KEYWORDS.some((name) => json[name] !== undefined);
  });
}

const KEYWORDS = ["properties", "items", "enum", "const", "allOf", "anyOf", "oneOf"] as const;
