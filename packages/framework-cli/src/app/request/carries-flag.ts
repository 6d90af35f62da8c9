import { type JsonSchema, objectProperties, type SchemaRegistry } from "@onespec/spec-core";

/** Beyond this many schemas a walk over each value costs less than the search. */
const SEARCH_LIMIT = 300;

/** Is any property at any depth of a schema readOnly (or writeOnly)? Costs a walk over the schema: do it once. */
export function carriesFlag(schemas: SchemaRegistry, root: JsonSchema, flag: "readOnly" | "writeOnly"): boolean {
  const seen = new Set<JsonSchema>();
  const queue: JsonSchema[] = [root];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const json = schemas.follow(next);
    if (typeof json === "boolean" || seen.has(json)) continue;
    seen.add(json);
    if (seen.size > SEARCH_LIMIT) return true;
    for (const property of objectProperties(schemas, json).values()) {
      if (property[flag]) return true;
      queue.push(property.schema);
    }
    for (const part of [json.allOf, json.anyOf, json.oneOf, json.prefixItems]) queue.push(...(part ?? []));
    for (const part of [json.items, json.additionalProperties]) if (part !== undefined) queue.push(part);
  }
  return false;
}
