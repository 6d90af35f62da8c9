import type { Operation } from "../../model/api-description.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "../../schema/schema.js";
import { isJoined } from "../../schema/shape/object-properties.js";
import { subtypesBelow } from "../../schema/shape/subtypes.js";
import { foldName } from "../../words/fold-name.js";
import { requestSchema, successSchema } from "./operation-schemas.js";

/** Reads facts from the schemas of one description, for the inference of resources. Each fact is computed once. */
export interface SchemaReader {
  readonly schemas: SchemaRegistry;
  facts(json: JsonSchema): SchemaFacts;
  /** `answer` is `successSchema` and `body` is `requestSchema`, each cached. */
  answer(operation: Operation | undefined): JsonSchema | undefined;
  body(operation: Operation | undefined): JsonSchema | undefined;
  /** The schema at a place inside values of `json`. `undefined` if `json` declares no such property. */
  at(json: JsonSchema, place: RecordPlace): JsonSchema | undefined;
}

export interface SchemaFacts {
  /**
   * The schema behind references, a single `allOf` part and "this or null". All references to one schema lead to the
   * same object.
   */
  readonly json: JsonSchema;
  /** The types without `null`. Empty if any type is allowed. */
  readonly types: ReadonlySet<string>;
  /**
   * The properties that an object of this schema may have, from all its parts and branches. They are sorted by name, so
   * that the inference does not depend on the order in the description.
   */
  readonly properties: ReadonlyMap<string, JsonSchema>;
  /**
   * The properties' names by their folded names. If two fold to the same name, it is the first in alphabetical order.
   */
  readonly byFoldedName: ReadonlyMap<string, string>;
  /** The schema of an array's items. For several branches, it is from the first that is an array. */
  readonly items: JsonSchema | undefined;
  readonly format: string | undefined;
  /** The schemas behind the alternatives of a `oneOf` or `anyOf`. */
  readonly branches: readonly JsonSchema[];
  /** The values of `enum` and `const`, of all branches together. */
  readonly values: readonly unknown[] | undefined;
}

export function createSchemaReader(schemas: SchemaRegistry): SchemaReader {
  const known = new Map<JsonSchema, SchemaFacts>();

  function facts(json: JsonSchema): SchemaFacts {
    const found = known.get(json);
    if (found) return found;
    const core = essence(schemas, json);
    const result = known.get(core) ?? new LazyFacts(reader, core);
    known.set(core, result);
    known.set(json, result);
    return result;
  }

  function at(json: JsonSchema, place: RecordPlace): JsonSchema | undefined {
    let current: JsonSchema | undefined = json;
    for (const name of place) current = current === undefined ? undefined : facts(current).properties.get(name);
    return current;
  }

  const reader: SchemaReader = { schemas, facts, at, answer: remember(successSchema), body: remember(requestSchema) };
  return reader;
}

type OperationSchema = (operation: Operation | undefined) => JsonSchema | undefined;

function remember(find: OperationSchema): OperationSchema {
  const known = new Map<Operation | undefined, JsonSchema | undefined>();
  return (operation) => {
    if (known.has(operation)) return known.get(operation);
    const schema = find(operation);
    known.set(operation, schema);
    return schema;
  };
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

/** The only part of a schema, if the schema has nothing else: of `allOf`, or of "this or null". */
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

/** Computes each fact when it is first read, since most schemas are only read for their types. */
class LazyFacts implements SchemaFacts {
  readonly json: JsonSchema;
  readonly #reader: SchemaReader;
  #types: ReadonlySet<string> | undefined;
  #properties: ReadonlyMap<string, JsonSchema> | undefined;
  #byFoldedName: ReadonlyMap<string, string> | undefined;
  #items: JsonSchema | undefined | null = null;
  #branches: readonly JsonSchema[] | undefined;

  constructor(reader: SchemaReader, json: JsonSchema) {
    this.#reader = reader;
    this.json = json;
  }

  get types(): ReadonlySet<string> {
    this.#types ??= typeSet(typesOf(this.#reader.schemas, this.json));
    return this.#types;
  }

  get properties(): ReadonlyMap<string, JsonSchema> {
    if (this.#properties === undefined) {
      const found = new Map<string, JsonSchema>();
      // Assigned while empty: a recursive schema reads its own properties while they are collected.
      this.#properties = found;
      collectProperties(this.#reader, this.json, true, found, new Set());
      this.#properties = inOrder(found);
    }
    return this.#properties;
  }

  get byFoldedName(): ReadonlyMap<string, string> {
    if (this.#byFoldedName === undefined) {
      const names = new Map<string, string>();
      for (const name of this.properties.keys()) {
        const folded = foldName(name);
        if (!names.has(folded)) names.set(folded, name);
      }
      this.#byFoldedName = names;
    }
    return this.#byFoldedName;
  }

  get items(): JsonSchema | undefined {
    if (this.#items === null) this.#items = itemsOf(this.#reader.schemas, this.json);
    return this.#items;
  }

  get format(): string | undefined {
    return typeof this.json === "object" ? formatOf(this.#reader.schemas, this.json) : undefined;
  }

  get branches(): readonly JsonSchema[] {
    this.#branches ??= typeof this.json === "object" ? branchesOf(this.#reader.schemas, this.json) : NO_BRANCHES;
    return this.#branches;
  }

  get values(): readonly unknown[] | undefined {
    return valuesOf(this.#reader.schemas, this.json);
  }
}

/** Reuses one set for each single type. */
function typeSet(types: readonly string[]): ReadonlySet<string> {
  const [only, ...others] = types;
  if (only === undefined) return NO_TYPES;
  return (others.length === 0 && SINGLE_TYPES.get(only)) || new Set(types);
}

const NO_TYPES: ReadonlySet<string> = new Set();
const SINGLE_TYPES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ["string", "integer", "number", "boolean", "object", "array"].map((type) => [type, new Set([type])]),
);

/** @param known the types of parts that were already read. A recursive part adds nothing when it is read again */
function typesOf(
  schemas: SchemaRegistry,
  json: JsonSchema,
  known = new Map<JsonSchema, readonly string[]>(),
): readonly string[] {
  const before = known.get(json);
  if (typeof json === "boolean" || before) return before ?? [];
  known.set(json, []);
  const types = [...new Set(typesOfParts(schemas, json, known))];
  known.set(json, types);
  return types;
}

function typesOfParts(
  schemas: SchemaRegistry,
  json: JsonSchemaObject,
  known: Map<JsonSchema, readonly string[]>,
): readonly string[] {
  if (json.type !== undefined) {
    return (typeof json.type === "string" ? [json.type] : json.type).filter((type) => type !== "null");
  }
  if (json.properties !== undefined) return ["object"];
  if (json.items !== undefined) return ["array"];
  const values = json.enum ?? ("const" in json ? [json.const] : undefined);
  if (values !== undefined) return values.filter((value) => value !== null).map(typeOfValue);
  for (const part of json.allOf ?? []) {
    const types = typesOf(schemas, schemas.follow(part), known);
    if (types.length > 0) return types;
  }
  const branches = [...(json.anyOf ?? []), ...(json.oneOf ?? [])].map((branch) => schemas.follow(branch));
  const types = branches.filter((branch) => !isNull(branch)).map((branch) => typesOf(schemas, branch, known));
  return types.some((some) => some.length === 0) ? [] : types.flat();
}

function branchesOf(schemas: SchemaRegistry, { anyOf, oneOf }: JsonSchemaObject): readonly JsonSchema[] {
  if (!anyOf && !oneOf) return NO_BRANCHES;
  return [...(anyOf ?? []), ...(oneOf ?? [])].map((branch) => essence(schemas, branch));
}

const NO_BRANCHES: readonly JsonSchema[] = [];

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function itemsOf(schemas: SchemaRegistry, json: JsonSchema, seen = new Set<JsonSchema>()): JsonSchema | undefined {
  if (typeof json === "boolean" || seen.has(json)) return undefined;
  seen.add(json);
  if (json.items !== undefined) return json.items;
  for (const part of [...(json.allOf ?? []), ...(json.anyOf ?? []), ...(json.oneOf ?? [])]) {
    const items = itemsOf(schemas, schemas.follow(part), seen);
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

function valuesOf(
  schemas: SchemaRegistry,
  json: JsonSchema,
  known = new Map<JsonSchema, readonly unknown[] | undefined>(),
): readonly unknown[] | undefined {
  if (typeof json === "boolean" || known.has(json)) return known.get(json);
  known.set(json, undefined);
  const values = valuesOfParts(schemas, json, known);
  known.set(json, values);
  return values;
}

function valuesOfParts(
  schemas: SchemaRegistry,
  json: JsonSchemaObject,
  known: Map<JsonSchema, readonly unknown[] | undefined>,
): readonly unknown[] | undefined {
  if (json.enum !== undefined) return json.enum;
  if ("const" in json) return [json.const];
  for (const part of json.allOf ?? []) {
    const values = valuesOf(schemas, schemas.follow(part), known);
    if (values) return values;
  }
  const branches = json.anyOf ?? json.oneOf ?? [];
  const values = branches.map((branch) => valuesOf(schemas, schemas.follow(branch), known));
  return values.length > 0 && values.every((some) => some !== undefined) ? [...new Set(values.flat())] : undefined;
}

/**
 * Does not use `objectProperties`, for two reasons. A later `allOf` part that makes a base schema's `result: {}`
 * precise must win. The schemas of the properties must not be read before they are needed.
 */
function collectProperties(
  reader: SchemaReader,
  json: JsonSchema,
  isCertain: boolean,
  found: Map<string, JsonSchema>,
  seen: Set<JsonSchema>,
): void {
  const target = reader.schemas.follow(json);
  if (typeof target === "boolean" || seen.has(target)) return;
  seen.add(target);
  for (const [name, property] of Object.entries(target.properties ?? {})) {
    const before = found.get(name);
    if (before === undefined || isVague(reader, before)) found.set(name, property);
    else if (isJoined(reader.schemas, before, property))
      found.set(name, isCertain ? { allOf: [before, property] } : { anyOf: [before, property] });
  }
  for (const part of target.allOf ?? []) collectProperties(reader, part, isCertain, found, seen);
  for (const branch of target.oneOf ?? []) collectProperties(reader, branch, false, found, seen);
  for (const branch of target.anyOf ?? []) collectProperties(reader, branch, false, found, seen);
  for (const below of subtypesBelow(reader.schemas, target, seen)) collectProperties(reader, below, false, found, seen);
}

function inOrder(properties: ReadonlyMap<string, JsonSchema>): ReadonlyMap<string, JsonSchema> {
  return new Map([...properties.keys()].sort().map((name) => [name, properties.get(name) ?? true]));
}

function isVague(reader: SchemaReader, json: JsonSchema): boolean {
  const { types, items, properties } = reader.facts(json);
  if (types.has("array")) return items === undefined || isVague(reader, items);
  return (types.size === 0 || types.has("object")) && properties.size === 0;
}
