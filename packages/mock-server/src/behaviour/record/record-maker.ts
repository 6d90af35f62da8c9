import type { Fitting } from "@onespec/http-contract";
import { writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type JsonSchema,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  schemaShape,
  VERSION,
} from "@onespec/spec-core";
import { allows, propertiesOf } from "../../model/schema-questions.js";
import { momentKind } from "../../response/record-moments.js";
import { queriedProperties } from "../../response/written-properties.js";
import type { JsonObject } from "../../store/record-store.js";
import { createFirstValues } from "./first-values.js";
import { createEmbeddedFinder, createRecordSampler, defaultOf, GENERATED_IDS } from "./record-sampler.js";

/**
 * Completes the properties that a client wrote to a whole record: adds defaults, properties that only the server sets, and other required
 * ones. The written values stay, even if the record's schema does not allow them. Only a text or number that answers cannot show is
 * replaced by the shown value, because filters compare with that.
 * @param seed the same text gives the same record
 * @param known values of server properties that need not be generated
 * @param isGiven a seed or a recording: its missing optional properties stay absent, except for defaults, times and versions
 */
export type RecordMaker = (written: JsonObject, seed: string, known?: JsonObject, isGiven?: boolean) => JsonObject;

const NOTHING: JsonObject = {};

/**
 * @param writers the operations that write whole records. Properties that none of them declares are set by the server
 * @param operations those of the API, some of which may add to lists of the record
 */
export function createRecordMaker(
  schemas: SchemaRegistry,
  fitting: Fitting,
  resource: Resource,
  writers: readonly Operation[],
  operations?: readonly Operation[],
): RecordMaker {
  const { schema } = resource;
  const properties = objectProperties(schemas, schema.json);
  const declared = writtenNames(schemas, writers);
  const sampleRecord = createRecordSampler(schemas, fitting, resource);
  const parameter = foldName(resource.id.parameter ?? "");
  const options = createOptionFinder(schemas, writers);
  const first = createFirstValues(schemas, resource, operations);
  const sent = new Map(writtenProperties(schemas, writers[0]).map((property) => [property.name, property.schema]));
  const isServers = (property: ObjectProperty): boolean =>
    property.readOnly ||
    // An update may name the version that it changes.
    (property.required && VERSION.test(property.name) && sent.size > 0 && !sent.has(property.name)) ||
    (declared !== undefined && !declared.has(property.name)) ||
    foldName(property.name) === parameter ||
    // A generated id beside the name that clients use.
    (!property.required && GENERATED_IDS.has(foldName(property.name))) ||
    first.isBeginning(property) ||
    (property.required && options(property));
  const own = new Set(
    [resource.id.property, ...resource.parents.flatMap(({ property, kind }) => [property, kind?.property])].map(
      (place) => place?.[0],
    ),
  );
  const isShown = createEmbeddedFinder(schemas, [...properties.keys()]);
  const serverMade = [...properties.values()].filter(
    (property) => isServers(property) && !own.has(property.name) && !isShown(property),
  );
  const maintained = serverMade.filter(
    ({ name, required }) => required || momentKind(name) !== undefined || VERSION.test(name),
  );
  const beginnings = first.of(serverMade);
  // Computed with the first record, because it compiles schemas.
  let omitted: readonly (readonly [string, unknown])[] | undefined;
  const defaults = (): readonly (readonly [string, unknown])[] =>
    (omitted ??= [...properties.values()].flatMap((property) =>
      omittedValue(schemas, property, sent.get(property.name), isServers(property), isShown(property)),
    ));
  const names = [...properties.keys()].filter((name) => name !== "__proto__");
  const active = [...properties.values()].filter((property) => isActive(schemas, property)).map(({ name }) => name);
  const attributes = serverAttributes(schemas, properties, sent);
  const activeInside = propertiesOf(schemas, properties.get("attributes")?.schema ?? true)
    .filter((property) => isActive(schemas, property))
    .map(({ name }) => name);

  return (written, seed, known = NOTHING, isGiven = false) => {
    const made = isGiven ? maintained : serverMade;
    const sample = made.every(({ name }) => Object.hasOwn(known, name)) ? undefined : sampleRecord(seed);
    const base: Record<string, unknown> = {};
    for (const { name } of made) {
      if (Object.hasOwn(known, name)) base[name] = known[name];
      else if (known !== NOTHING && beginnings.has(name)) {
        const value = beginnings.get(name);
        if (value !== undefined) base[name] = value;
      } else if (isObject(sample) && Object.hasOwn(sample, name)) base[name] = sample[name];
    }
    for (const [name, value] of defaults()) if (!isGiven || value !== null) base[name] = value;
    if (!isGiven) for (const name of active) base[name] ??= true;
    const whole = inOrder(base, written, names);
    const inner = isGiven || attributes.size === 0 ? undefined : (sample ?? sampleRecord(seed));
    const candidate = isObject(inner) ? withAttributes(whole, inner, attributes, activeInside) : whole;
    const fitted = fitting.fitKept(schema, candidate, { seed });
    if (fitted === candidate) return candidate;
    const kept = keep(fitted, written) as JsonObject;
    return inOrder({}, { ...kept, ...replacedValues(kept, fitted) }, names);
  };
}

/** True for a flag `active`, which is true in a new record unless the client sends another value. */
function isActive(schemas: SchemaRegistry, { name, schema }: ObjectProperty): boolean {
  return /^(?:is)?active$/.test(foldName(name)) && schemaShape(schemas, schema).types.has("boolean");
}

function withAttributes(
  record: JsonObject,
  sample: JsonObject,
  names: ReadonlySet<string>,
  active: readonly string[],
): JsonObject {
  const made = isObject(sample.attributes) ? Object.entries(sample.attributes).filter(([name]) => names.has(name)) : [];
  const flags = active.map((name) => [name, true] as const);
  const { attributes } = record;
  return {
    ...record,
    attributes: { ...Object.fromEntries([...made, ...flags]), ...(isObject(attributes) ? attributes : {}) },
  };
}

/** Members of a JSON:API record's `attributes` that no request takes. */
function serverAttributes(
  schemas: SchemaRegistry,
  record: ReadonlyMap<string, ObjectProperty>,
  sent: ReadonlyMap<string, JsonSchema>,
): ReadonlySet<string> {
  const [shown, written] = [record.get("attributes")?.schema, sent.get("attributes")];
  if (shown === undefined || !record.has("type")) return new Set();
  const taken = written === undefined ? sent : objectProperties(schemas, written);
  const made = taken.size === 0 ? [] : propertiesOf(schemas, shown).filter(({ name }) => !taken.has(name));
  return new Set(made.map(({ name }) => name));
}

/** The shown values of texts and numbers that answers show with another value than stored. */
export function replacedValues(value: JsonObject, shown: unknown): JsonObject {
  const isScalar = (one: unknown): boolean => typeof one === "string" || typeof one === "number";
  const all = isObject(shown) ? Object.entries(shown) : [];
  return Object.fromEntries(all.filter(([name, one]) => one !== value[name] && isScalar(one) && isScalar(value[name])));
}

/** Puts the properties of a changed record in the order of the schema. Removed properties return to their defaults, as in a replacement. */
export function createFieldOrder(
  schemas: SchemaRegistry,
  { schema }: Resource,
): (before: JsonObject, after: JsonObject) => JsonObject {
  const properties = propertiesOf(schemas, schema.json);
  const names = properties.map(({ name }) => name).filter((name) => name !== "__proto__");
  const defaults = properties.flatMap((property): [string, unknown][] => {
    const given = property.readOnly ? undefined : defaultOf(schemas, property.schema);
    return given === undefined ? [] : [[property.name, given]];
  });
  return (before, after) => {
    const lost = defaults.filter(([name]) => Object.hasOwn(before, name));
    return inOrder(lost.length === 0 ? NOTHING : Object.fromEntries(lost), after, names);
  };
}

/**
 * Finds objects that requests send as options or as an id, and that answers show with other properties: the `public_net` of a server. If
 * the client sends nothing, the server generates them.
 */
function createOptionFinder(
  schemas: SchemaRegistry,
  writers: readonly Operation[],
): (property: ObjectProperty) => boolean {
  // The create operation comes first: a replace often takes the whole record.
  const written = writtenProperties(schemas, writers[0]);
  return ({ name, schema }) => {
    const { types, properties } = schemaShape(schemas, schema);
    if (!types.has("object") || properties.size === 0) return false;
    const own = written.filter((property) => property.name === name);
    return own.length > 0 && own.every((property) => !isMostlyIn(schemas, property.schema, properties));
  };
}

/** True if requests write at least half of the answered properties, with the same types. */
function isMostlyIn(schemas: SchemaRegistry, sent: JsonSchema, shown: ReadonlyMap<string, ShapeProperty>): boolean {
  const { properties, types } = schemaShape(schemas, sent);
  if (types.size === 0 || (types.has("object") && properties.size === 0)) return true;
  const typesOf = (property: ShapeProperty | undefined): string[] =>
    property === undefined ? [] : [...schemaShape(schemas, property.schema).types].filter((type) => type !== "null");
  const written = [...shown].filter(([name, property]) => {
    const own = properties.get(name);
    if (own === undefined) return false;
    const [sentTypes, shownTypes] = [typesOf(own), typesOf(property)];
    return sentTypes.length === 0 || shownTypes.length === 0 || sentTypes.some((type) => shownTypes.includes(type));
  });
  return written.length * 2 >= shown.size;
}

interface ShapeProperty {
  readonly schema: JsonSchema;
}

/** The names that clients can write, in bodies or queries; `undefined` if the description does not say. */
function writtenNames(schemas: SchemaRegistry, writers: readonly Operation[]): ReadonlySet<string> | undefined {
  const names = writers.flatMap((operation) => [
    ...writtenProperties(schemas, operation).map(({ name }) => name),
    ...[...queriedProperties(schemas, operation).values()].map(({ name }) => name),
  ]);
  const isOpen = writers.length === 0 || writers.some(({ requestBody }) => requestBody !== undefined);
  return names.length === 0 && isOpen ? undefined : new Set(names);
}

/**
 * The value of a property that the client leaves out: its default, the defaults of an object's properties, or null.
 * @param sent the schema of the property in the request
 */
function omittedValue(
  schemas: SchemaRegistry,
  property: ObjectProperty,
  sent: JsonSchema | undefined,
  isServers: boolean,
  isEmbedded: boolean,
): [string, unknown][] {
  if (isServers) return [];
  const told = sent === undefined ? undefined : defaultOf(schemas, sent);
  const isValid = (value: unknown): boolean => allows(schemas, property.schema, value);
  const isTold = told !== undefined && isValid(told);
  const given = defaultOf(schemas, property.schema) ?? (isTold ? told : undefined);
  if (given !== undefined) return [[property.name, given]];
  if (isEmbedded) return [];
  // `nullable` beside a `oneOf` allows no null (OpenAPI 3.0.3, section 4.7.24.1).
  if (schemaShape(schemas, property.schema).types.has("null")) return isValid(null) ? [[property.name, null]] : [];
  const inner = defaultsInside(schemas, property.schema);
  return inner === undefined ? [] : [[property.name, inner]];
}

/** The defaults of an object's properties, if all of them have one. */
function defaultsInside(schemas: SchemaRegistry, schema: JsonSchema): JsonObject | undefined {
  const entries = propertiesOf(schemas, schema).map(
    ({ name, schema: json }) => [name, defaultOf(schemas, json)] as const,
  );
  return entries.length > 0 && entries.every(([, value]) => value !== undefined)
    ? Object.fromEntries(entries)
    : undefined;
}

/** Returns `fitted` with all values of `written` restored. */
function keep(fitted: unknown, written: unknown): unknown {
  if (!isObject(fitted) || !isObject(written)) return written;
  return Object.fromEntries([
    ...Object.entries(fitted),
    ...Object.entries(written).map(([name, value]): [string, unknown] => [
      name,
      Object.hasOwn(fitted, name) ? keep(fitted[name], value) : value,
    ]),
  ]);
}

/** Merges `record` over `base`. The properties of the schema come first, in its order. */
function inOrder(base: JsonObject, record: JsonObject, names: readonly string[]): JsonObject {
  const ordered: Record<string, unknown> = {};
  let others = Object.keys(record).length;
  for (const name of names) {
    if (Object.hasOwn(record, name)) {
      ordered[name] = record[name];
      others--;
    } else if (Object.hasOwn(base, name)) ordered[name] = base[name];
  }
  return others === 0 ? ordered : { ...ordered, ...record };
}
