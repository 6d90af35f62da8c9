import type { JsonSchema, JsonSchemaObject } from "@onespec/spec-core";

const ONE = [
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
] as const;
const LISTS = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;
const MAPS = ["properties", "patternProperties", "dependentSchemas"] as const;

/** The schemas that stand directly inside of one. References are not followed. */
export function schemaParts(schema: JsonSchema): JsonSchema[] {
  if (typeof schema === "boolean") return [];
  return [
    ...ONE.flatMap((keyword): readonly JsonSchema[] => (schema[keyword] === undefined ? [] : [schema[keyword]])),
    ...LISTS.flatMap((keyword): readonly JsonSchema[] => schema[keyword] ?? []),
    ...MAPS.flatMap((keyword) => Object.values(schema[keyword] ?? {})),
  ];
}

/** URIs that a schema refers to, itself or in its parts, discriminator mappings among them. */
export function referencesIn(schema: JsonSchema): string[] {
  if (typeof schema === "boolean") return [];
  return [...ownReferences(schema), ...schemaParts(schema).flatMap(referencesIn)];
}

function ownReferences({ $ref, discriminator }: JsonSchemaObject): string[] {
  return [...($ref === undefined ? [] : [$ref]), ...Object.values(discriminator?.mapping ?? {})];
}
