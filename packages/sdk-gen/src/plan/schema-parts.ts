import type { JsonSchema, JsonSchemaObject, MediaType, Operation } from "@onespec/spec-core";

/** The keywords with subschemas, and their kind of value: one schema, a list, or schemas by name. */
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

const NONE: readonly JsonSchema[] = [];

/** The subschemas for the same value that the schema combines. */
export function partsOf({ allOf, oneOf, anyOf }: JsonSchemaObject): readonly JsonSchema[] {
  // True of nearly all schemas.
  if (allOf === undefined && oneOf === undefined && anyOf === undefined) return NONE;
  return [...(allOf ?? NONE), ...(oneOf ?? NONE), ...(anyOf ?? NONE)];
}

/** True if a direct subschema passes the test. Stops at the first one, and does not follow references. */
export function someSchemaPart(schema: JsonSchemaObject, test: (part: JsonSchema) => boolean): boolean {
  for (const keyword in schema) {
    const kind = HOLDS.get(keyword);
    if (kind === undefined) continue;
    const held = schema[keyword];
    if (held === undefined) continue;
    if (kind === "one") {
      if (test(held as JsonSchema)) return true;
    } else if (kind === "list") {
      if ((held as readonly JsonSchema[]).some(test)) return true;
    } else {
      const parts = held as Readonly<Record<string, JsonSchema>>;
      for (const name in parts) if (test(parts[name] as JsonSchema)) return true;
    }
  }
  return false;
}

const known = new WeakMap<object, ReadonlySet<string>>();

/** Adds the URIs that a schema refers to, in its subschemas and discriminator mappings too. */
export function referencesIn(schema: JsonSchema, found: Set<string>): void {
  if (typeof schema === "boolean") return;
  let own = known.get(schema);
  if (own === undefined) {
    const collected = new Set<string>();
    collectReferences(schema, collected);
    known.set(schema, collected);
    own = collected;
  }
  for (const uri of own) found.add(uri);
}

function collectReferences(schema: JsonSchema, found: Set<string>): void {
  if (typeof schema === "boolean") return;
  if (schema.$ref !== undefined) found.add(schema.$ref);
  if (schema.discriminator?.mapping) for (const uri of Object.values(schema.discriminator.mapping)) found.add(uri);
  someSchemaPart(schema, (part) => {
    collectReferences(part, found);
    return false;
  });
}

/** Adds the references of an operation's inline schemas. */
export function operationReferences({ parameters, requestBody, responses }: Operation, uris: Set<string>): void {
  const add = ({ schema, itemSchema }: Pick<MediaType, "schema" | "itemSchema">): void => {
    if (schema) referencesIn(schema.json, uris);
    if (itemSchema) referencesIn(itemSchema.json, uris);
  };
  for (const { schema } of parameters) referencesIn(schema.json, uris);
  requestBody?.content.forEach(add);
  for (const { content } of responses) content.forEach(add);
}
