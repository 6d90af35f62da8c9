import { type JsonSchema, objectProperties, type SchemaRegistry } from "@onespec/spec-core";

/** What text can become under a schema, all its branches taken together. */
export interface ValueShape {
  /** JSON types; none when the schema allows any. */
  readonly types: ReadonlySet<string>;
  /** Is any text allowed? Then `007` must stay text. */
  readonly isFreeText: boolean;
  /** Texts that `enum` and `const` allow. */
  readonly texts: ReadonlySet<unknown>;
  readonly items: JsonSchema;
  readonly properties: ReadonlyMap<string, JsonSchema>;
  /** The schema of other properties, where the schema speaks of them. */
  readonly others: JsonSchema | undefined;
}

/** The shape of a schema. Costs a walk: do it once. */
export function valueShape(schemas: SchemaRegistry, schema: JsonSchema): ValueShape {
  const types = new Set<string>();
  const texts = new Set<unknown>();
  let isFreeText = false;
  let items: JsonSchema | undefined;
  let others: JsonSchema | undefined;
  const seen = new Set<JsonSchema>();
  const visit = (part: JsonSchema): void => {
    const json = schemas.follow(part);
    if (typeof json === "boolean" || seen.has(json)) return;
    seen.add(json);
    const named = Object.hasOwn(json, "const") ? [json.const] : (json.enum ?? []);
    const declared = json.type === undefined ? impliedTypes(json, named) : [json.type].flat();
    for (const type of declared) types.add(type);
    for (const value of named) texts.add(value);
    isFreeText ||= named.length === 0 && declared.includes("string");
    items ??= json.items;
    others ??= json.additionalProperties;
    for (const branch of [json.allOf, json.anyOf, json.oneOf]) for (const inner of branch ?? []) visit(inner);
  };
  visit(schema);
  const properties = new Map([...objectProperties(schemas, schema)].map(([name, property]) => [name, property.schema]));
  return { types, isFreeText, texts, items: items ?? true, properties, others };
}

function impliedTypes(json: Exclude<JsonSchema, boolean>, named: readonly unknown[]): readonly string[] {
  if (json.properties !== undefined || json.additionalProperties !== undefined) return ["object"];
  if (json.items !== undefined) return ["array"];
  return named.map((value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value));
}
