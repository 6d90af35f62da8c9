import type { JsonSchema } from "@onespec/spec-core";

/** What the value of a keyword is, where it holds schemas: one, a list of them, or some by name. */
const HOLDS: ReadonlyMap<string, "one" | "list" | "map"> = new Map([
  ...[
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "items",
    "contains",
    "unevaluatedItems",
    "not",
    "if",
    "then",
    "else",
  ].map((keyword) => [keyword, "one"] as const),
  ...["prefixItems", "allOf", "anyOf", "oneOf"].map((keyword) => [keyword, "list"] as const),
  ...["properties", "patternProperties", "dependentSchemas"].map((keyword) => [keyword, "map"] as const),
]);

/** The schemas that stand directly inside of one. References are not followed. */
export function schemaParts(schema: JsonSchema): JsonSchema[] {
  const parts: JsonSchema[] = [];
  if (typeof schema === "boolean") return parts;
  for (const keyword of Object.keys(schema)) {
    const kind = HOLDS.get(keyword);
    const held = kind && schema[keyword];
    if (held === undefined) continue;
    if (kind === "one") parts.push(held as JsonSchema);
    else parts.push(...Object.values(held as Readonly<Record<string, JsonSchema>>));
  }
  return parts;
}

/** URIs that a schema refers to, itself or in its parts, discriminator mappings among them. */
export function referencesIn(schema: JsonSchema, found: Set<string> = new Set()): Set<string> {
  if (typeof schema === "boolean") return found;
  if (schema.$ref !== undefined) found.add(schema.$ref);
  for (const uri of Object.values(schema.discriminator?.mapping ?? {})) found.add(uri);
  for (const part of schemaParts(schema)) referencesIn(part, found);
  return found;
}
