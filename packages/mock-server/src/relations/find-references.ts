import {
  type JsonSchema,
  nameWords,
  type ObjectProperty,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  sameNoun,
  schemaShape,
  unwrapSchema,
} from "@onespec/spec-core";
import { type NounIndex, nounOf, sharedParents } from "./noun-index.js";
import { EACH, type PlaceStep, type Reference } from "./reference.js";

/** Last words of foreign keys, singular and plural. */
const ID_WORDS = /^(?:id|uuid|guid|uid|sid|gid|key|slug)(s?)$/;
const WHOLE = new Set(["obj", "object", "detail", "details", "data", "info", "metadata"]);
/** Levels of nested objects that are searched. */
const DEEPEST = 2;
const MOST_PROPERTIES = 400;

/** State of a search. */
interface Search {
  readonly schemas: SchemaRegistry;
  readonly nouns: NounIndex;
  readonly byRecord: ReadonlyMap<JsonSchema, Resource>;
  readonly from: Resource;
  readonly found: Reference[];
  properties: number;
}

/**
 * The foreign keys of a resource's records, by name and type: `authorId`, `author_id`, `tagIds`, and `author` if it is an id or an object
 * with one. The name must be the name of a resource, and the type must be the type of its id. A name without `id` needs another sign that
 * the value is an id.
 * @param byRecord resources by the schema of their records, for properties that contain a whole record
 */
export function findReferences(
  schemas: SchemaRegistry,
  nouns: NounIndex,
  byRecord: ReadonlyMap<JsonSchema, Resource>,
  from: Resource,
): readonly Reference[] {
  const search: Search = { schemas, nouns, byRecord, from, found: [], properties: 0 };
  look(search, from.schema.json, [], 0);
  return search.found;
}

function look(search: Search, json: JsonSchema, place: readonly PlaceStep[], depth: number): void {
  const { from } = search;
  const own = [from.id.property, ...from.parents.map(({ property }) => property)].map((one) => one?.join("/"));
  for (const property of objectProperties(search.schemas, json).values()) {
    if (++search.properties > MOST_PROPERTIES) return;
    const here = [...place, property.name];
    if (property.name === "__proto__" || own.includes(here.map(String).join("/"))) continue;
    const reference = referenceOf(search, property, here);
    if (reference) search.found.push(reference);
    else if (depth < DEEPEST) lookInside(search, property.schema, here, depth);
  }
}

function lookInside(search: Search, json: JsonSchema, place: readonly PlaceStep[], depth: number): void {
  const { types, items, properties } = schemaShape(search.schemas, json);
  // An id or the whole record. The properties of that record do not belong to this one.
  if (types.has("string")) return;
  if (properties.size > 0) look(search, json, place, depth + 1);
  else if (types.has("array") && items !== undefined) look(search, items, [...place, EACH], depth + 1);
}

function referenceOf(
  search: Search,
  { name, schema }: ObjectProperty,
  place: readonly PlaceStep[],
): Reference | undefined {
  const { schemas, nouns, from } = search;
  const { types, items } = schemaShape(schemas, schema);
  const isArray = types.has("array") && items !== undefined && !types.has("object");
  const value = isArray ? items : schema;
  const values: readonly PlaceStep[] = isArray ? [...place, EACH] : place;
  const all = nameWords(name);
  // `user_obj` means the same as `user`.
  const words = all.length > 1 && types.has("object") && WHOLE.has(all.at(-1) ?? "") ? all.slice(0, -1) : all;
  const [idWord, plural] = ID_WORDS.exec(words.at(-1) ?? "") ?? [];
  if (idWord !== undefined && words.length > 1) {
    if (isArray !== (plural === "s")) return undefined;
    const base = words.slice(0, -1);
    const target = nouns.find(base, from, { endings: true });
    const isKey = target && !isOwnId(target, from, place, base) && agrees(schemas, value, target);
    return isKey ? { place: values, inner: undefined, target, meaning: base.join("") } : undefined;
  }
  const byId = byIdName(search, value, words);
  if (byId && !isArray && !isOwnId(byId.target, from, place, byId.base))
    return { place: values, inner: undefined, target: byId.target, meaning: byId.base.join("") };
  const meaning = words.join("");
  const whole = search.byRecord.get(unwrapSchema(schemas, value));
  const named = whole ?? briefTarget(search, value) ?? nouns.find(words, from, { endings: false });
  // A name alone does not mean records of other parents: an order's `items` are not the records of `/quotes/{id}/items`.
  const target = named && (whole || !sharedParents(named, from).includes(undefined)) ? named : undefined;
  if (!target || isOwnId(target, from, place, words)) return undefined;
  if (!isArray && !types.has("object") && isCount(meaning, target)) return undefined;
  const inner = idInside(schemas, value, target);
  const isScalar = isSureId(schemas, value, target);
  if (inner === undefined && !isScalar) return undefined;
  return { place: values, inner, target, meaning };
}

/** Finds the resource of a key that is named after its id property: the berths for `berth_code`, if the id of a berth is its `code`. */
function byIdName(
  { schemas, nouns, from }: Search,
  json: JsonSchema,
  words: readonly string[],
): { readonly target: Resource; readonly base: readonly string[] } | undefined {
  for (let end = 1; end < words.length; end++) {
    const base = words.slice(0, end);
    const target = nouns.find(base, from, { endings: true });
    const [id = "", ...inner] = target?.id.property ?? [];
    const isKey = inner.length === 0 && nameWords(id).join("") === words.slice(end).join("");
    if (target && isKey && agrees(schemas, json, target)) return { target, base };
  }
  return undefined;
}

/** Finds the resource by the name of a short schema: the device roles for a `role` with the schema `BriefDeviceRole`. */
function briefTarget({ schemas, nouns, from }: Search, json: JsonSchema): Resource | undefined {
  const { name } = schemas.schemaOf(unwrapSchema(schemas, json));
  const words = nameWords(name ?? "");
  const own = words.filter((word) => !BRIEF.has(word));
  return own.length > 0 && own.length < words.length ? nouns.find(own, from, { endings: false }) : undefined;
}

const BRIEF = new Set("brief nested mini minimal short compact summary ref reference embedded slim".split(" "));

/** True for another id of the record itself: `dispute_id` of a dispute that also has an `id`. */
function isOwnId(target: Resource, from: Resource, place: readonly PlaceStep[], words: readonly string[]): boolean {
  return target === from && place.length === 1 && sameNoun(words.join(""), nounOf(from));
}

/** True if a number under this name is a count: `books: 3`. */
function isCount(meaning: string, target: Resource): boolean {
  const noun = nounOf(target);
  return meaning === noun && noun.endsWith("s") && sameNoun(noun, noun.slice(0, -1));
}

/** The place of the target's id in an object, if it has one. */
function idInside(schemas: SchemaRegistry, json: JsonSchema, target: Resource): RecordPlace | undefined {
  const { types, properties } = schemaShape(schemas, json);
  if (!types.has("object")) return undefined;
  const [name, ...deeper] = target.id.property ?? ["id"];
  const property = name === undefined || deeper.length > 0 ? undefined : properties.get(name);
  return property && agrees(schemas, property.schema, target) ? [property.name] : undefined;
}

/** True for a property without `id` in its name that is certainly an id: a number, or a text whose schema says so. */
function isSureId(schemas: SchemaRegistry, json: JsonSchema, target: Resource): boolean {
  const { types } = schemaShape(schemas, json);
  if (!agrees(schemas, json, target)) return false;
  if (!types.has("string")) return true;
  // Stripe's expandable fields are an id or the record itself.
  if (types.has("object")) return true;
  const own = schemas.follow(json);
  const id = schemas.follow(target.id.schema.json);
  if (own === id && typeof own === "object") return true;
  if (typeof own !== "object" || typeof id !== "object") return false;
  if (own.format !== undefined && own.format === id.format) return true;
  if (own.pattern !== undefined && own.pattern === id.pattern) return true;
  return /\b(?:ids?|identifiers?|uuids?|guids?)\b/i.test(String(own.description ?? ""));
}

/** True if the schema has the type of the target's id. */
function agrees(schemas: SchemaRegistry, json: JsonSchema, { id }: Resource): boolean {
  const own = scalarTypes(schemas, json);
  const wanted = scalarTypes(schemas, id.schema.json);
  if (wanted.size === 0 || own.size === 0 || ![...own].some((type) => wanted.has(type))) return false;
  const { values, isFreeText } = schemaShape(schemas, json);
  return values.length === 0 || isFreeText;
}

function scalarTypes(schemas: SchemaRegistry, json: JsonSchema): ReadonlySet<string> {
  const { types } = schemaShape(schemas, json);
  if (types.has("boolean")) return new Set();
  const scalars = [...types].filter((type) => type === "string" || type === "integer" || type === "number");
  return new Set(scalars.map((type) => (type === "integer" ? "number" : type)));
}
