import { wordList } from "../../words/word-list.js";
import type { JsonSchema, SchemaRegistry } from "../schema.js";

/** Keywords with which a schema is more than a wrapper around another one. */
const ASSERTIONS = wordList(`
  type format enum const properties patternProperties additionalProperties unevaluatedProperties propertyNames
  required dependentRequired dependentSchemas minProperties maxProperties items prefixItems contains minItems
  maxItems uniqueItems unevaluatedItems minLength maxLength pattern minimum maximum exclusiveMinimum
  exclusiveMaximum multipleOf not if
`);

/**
 * Removes everything from a schema that only describes it or allows null: references, an `allOf`, `oneOf` or `anyOf`
 * with one part, and an alternative `{ type: "null" }`. For `{ $ref: Pet }`, `{ allOf: [{ $ref: Pet }], description }`
 * and a nullable Pet, the result is the same object: Pet.
 */
export function unwrapSchema(schemas: SchemaRegistry, json: JsonSchema): JsonSchema {
  const seen = new Set<JsonSchema>();
  let current = schemas.follow(json);
  while (typeof current === "object" && !seen.has(current)) {
    seen.add(current);
    const inner = onlyPart(current);
    if (inner === undefined) break;
    current = schemas.follow(inner);
  }
  return current;
}

function onlyPart(json: JsonSchema & object): JsonSchema | undefined {
  if (ASSERTIONS.some((keyword) => keyword in json)) return undefined;
  const parts = [...(json.allOf ?? []), ...(json.oneOf ?? []), ...(json.anyOf ?? [])].filter(
    (part) => !isNullSchema(part),
  );
  return parts.length === 1 ? parts[0] : undefined;
}

/** True for `{ type: "null" }`, the alternative that makes a schema nullable. */
export function isNullSchema(json: JsonSchema): boolean {
  return typeof json === "object" && json.type === "null";
}
