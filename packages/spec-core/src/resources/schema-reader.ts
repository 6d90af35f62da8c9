import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "../schema/schema.js";
import type { RecordPlace } from "./resource.js";

/** What the inference of resources wants to know about schemas. Belongs to one description; keeps what it has worked out. */
export interface SchemaReader {
  readonly schemas: SchemaRegistry;
  facts(json: JsonSchema): SchemaFacts;
  /** The schema at `place` in a value of `json`; `undefined` when it declares no such property. */
  at(json: JsonSchema, place: RecordPlace): JsonSchema | undefined;
}

export interface SchemaFacts {
  /** What remains when references, a lone `allOf` and "this or null" are followed. The same object for the same schema. */
  readonly json: JsonSchema;
  /** `null` left out; empty when any type will do. */
  readonly types: ReadonlySet<string>;
  /**
   * The properties that an object of this schema may have, whatever part or branch declares them. In alphabetical order:
   * what is inferred must not depend on the order of the description.
   */
  readonly properties: ReadonlyMap<string, JsonSchema>;
  /** Of an array, or of the first branch that is one. */
  readonly items: JsonSchema | undefined;
  readonly format: string | undefined;
  /** What the alternatives of a `oneOf` or `anyOf` come down to. */
  readonly branches: readonly JsonSchema[];
  /** Values of `enum` and `const`, those of all branches together. */
  readonly values: readonly unknown[] | undefined;
}

export function createSchemaReader(schemas: SchemaRegistry): SchemaReader {
  const known = new Map<JsonSchema, SchemaFacts>();

  function facts(json: JsonSchema): SchemaFacts {
    const found = known.get(json);
    if (found) return found;
    const core = essence(schemas, json);
    const result = known.get(core) ?? readFacts(reader, core);
    known.set(core, result);
    known.set(json, result);
    return result;
  }

  function at(json: JsonSchema, place: RecordPlace): JsonSchema | undefined {
    let current: JsonSchema | undefined = json;
    for (const name of place) current = current === undefined ? undefined : facts(current).properties.get(name);
    return current;
  }

  const reader: SchemaReader = { schemas, facts, at };
  return reader;
}

const MAX_DEPTH = 16;

function essence(schemas: SchemaRegistry, json: JsonSchema): JsonSchema {
  let current = schemas.follow(json);
  for (let depth = 0; depth < MAX_DEPTH && typeof current === "object"; depth += 1) {
    const next = onlyPart(schemas, current);
    if (next === undefined) break;
    current = schemas.follow(next);
  }
  return current;
}

/** The one schema that says everything about the values. */
function onlyPart(schemas: SchemaRegistry, json: JsonSchemaObject): JsonSchema | undefined {
  if (json.properties !== undefined || json.items !== undefined) return undefined;
  const { allOf, anyOf, oneOf } = json;
  if (allOf?.length === 1 && !anyOf && !oneOf) return allOf[0];
  const branches = anyOf ?? oneOf;
  if (allOf || !branches || (anyOf && oneOf)) return undefined;
  const [first, ...others] = branches.filter((branch) => !isNull(schemas.follow(branch)));
  return others.length === 0 ? first : undefined;
}

function isNull(json: JsonSchema): boolean {
  return (
    typeof json === "object" && (json.type === "null" || (Array.isArray(json.enum) && json.enum.every(isNullValue)))
  );
}

function isNullValue(value: unknown): boolean {
  return value === null;
}

function readFacts(reader: SchemaReader, json: JsonSchema): SchemaFacts {
  let properties: ReadonlyMap<string, JsonSchema> | undefined;
  return {
    json,
    types: new Set(typesOf(reader.schemas, json, 0)),
    get properties() {
      if (properties === undefined) {
        const found = new Map<string, JsonSchema>();
        // Before it is full: a schema that holds itself asks for its own properties while they are collected.
        properties = found;
        collectProperties(reader, json, found, new Set());
        properties = inOrder(found);
      }
      return properties;
    },
    items: itemsOf(reader.schemas, json, 0),
    branches: typeof json === "object" ? branchesOf(reader.schemas, json) : [],
    format: typeof json === "object" ? formatOf(reader.schemas, json) : undefined,
    values: valuesOf(reader.schemas, json, 0),
  };
}

function typesOf(schemas: SchemaRegistry, json: JsonSchema, depth: number): readonly string[] {
  if (typeof json === "boolean" || depth > MAX_DEPTH) return [];
  if (json.type !== undefined) {
    return (typeof json.type === "string" ? [json.type] : json.type).filter((type) => type !== "null");
  }
  if (json.properties !== undefined) return ["object"];
  if (json.items !== undefined) return ["array"];
  const values = json.enum ?? ("const" in json ? [json.const] : undefined);
  if (values !== undefined) return values.filter((value) => value !== null).map(typeOfValue);
  for (const part of json.allOf ?? []) {
    const types = typesOf(schemas, schemas.follow(part), depth + 1);
    if (types.length > 0) return types;
  }
  const branches = [...(json.anyOf ?? []), ...(json.oneOf ?? [])].map((branch) => schemas.follow(branch));
  const types = branches.filter((branch) => !isNull(branch)).map((branch) => typesOf(schemas, branch, depth + 1));
  return types.some((some) => some.length === 0) ? [] : types.flat();
}

function branchesOf(schemas: SchemaRegistry, { anyOf = [], oneOf = [] }: JsonSchemaObject): JsonSchema[] {
  return [...anyOf, ...oneOf].map((branch) => essence(schemas, branch));
}

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function itemsOf(schemas: SchemaRegistry, json: JsonSchema, depth: number): JsonSchema | undefined {
  if (typeof json === "boolean" || depth > MAX_DEPTH) return undefined;
  if (json.items !== undefined) return json.items;
  for (const part of [...(json.allOf ?? []), ...(json.anyOf ?? []), ...(json.oneOf ?? [])]) {
    const items = itemsOf(schemas, schemas.follow(part), depth + 1);
    if (items !== undefined) return items;
  }
  return undefined;
}

function formatOf(schemas: SchemaRegistry, json: JsonSchemaObject): string | undefined {
  if (json.format !== undefined) return json.format;
  for (const part of [...(json.allOf ?? []), ...(json.anyOf ?? []), ...(json.oneOf ?? [])]) {
    const followed = schemas.follow(part);
    if (typeof followed === "object" && followed.format !== undefined) return followed.format;
  }
  return undefined;
}

function valuesOf(schemas: SchemaRegistry, json: JsonSchema, depth: number): readonly unknown[] | undefined {
  if (typeof json === "boolean" || depth > MAX_DEPTH) return undefined;
  if (json.enum !== undefined) return json.enum;
  if ("const" in json) return [json.const];
  for (const part of json.allOf ?? []) {
    const values = valuesOf(schemas, schemas.follow(part), depth + 1);
    if (values) return values;
  }
  const branches = json.anyOf ?? json.oneOf ?? [];
  const values = branches.map((branch) => valuesOf(schemas, schemas.follow(branch), depth + 1));
  return values.length > 0 && values.every((some) => some !== undefined) ? values.flat() : undefined;
}

/**
 * Not `objectProperties`: a base schema's `result: {}` that a later `allOf` part makes precise must not hide it, and the
 * properties' own schemas are not to be looked at before somebody asks.
 */
function collectProperties(
  reader: SchemaReader,
  json: JsonSchema,
  found: Map<string, JsonSchema>,
  seen: Set<JsonSchema>,
): void {
  const target = reader.schemas.follow(json);
  if (typeof target === "boolean" || seen.has(target)) return;
  seen.add(target);
  for (const [name, property] of Object.entries(target.properties ?? {})) {
    const before = found.get(name);
    if (before === undefined || isVague(reader, before)) found.set(name, property);
  }
  for (const part of target.allOf ?? []) collectProperties(reader, part, found, seen);
  for (const branch of target.oneOf ?? []) collectProperties(reader, branch, found, seen);
  for (const branch of target.anyOf ?? []) collectProperties(reader, branch, found, seen);
}

function inOrder(properties: ReadonlyMap<string, JsonSchema>): ReadonlyMap<string, JsonSchema> {
  return new Map([...properties].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isVague(reader: SchemaReader, json: JsonSchema): boolean {
  const { types, items, properties } = reader.facts(json);
  if (types.has("array")) return items === undefined || isVague(reader, items);
  return (types.size === 0 || types.has("object")) && properties.size === 0;
}
