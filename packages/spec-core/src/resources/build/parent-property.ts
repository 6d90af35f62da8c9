import type { Parent, RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import { withoutAlternatives } from "../routes/path-shape.js";
import type { SchemaReader } from "../shapes/schema-reader.js";

export interface ParentClues {
  readonly reader: SchemaReader;
  readonly record: JsonSchema;
  readonly idProperty: RecordPlace | undefined;
  /** The schema of a path parameter, by name. */
  parameterSchema(name: string): JsonSchema | undefined;
}

/**
 * The property of a record with the value of a path parameter: `author_id`, `authorId`, `author` or `author.id` for
 * `/authors/{id}/books`.
 */
export function findParentProperty(parameter: string, noun: string, clues: ParentClues): RecordPlace | undefined {
  const { reader, record, idProperty, parameterSchema } = clues;
  const own = withoutAlternatives(parameter);
  const names = parentNames(own, noun);
  // For `{external_customer_id}`: the `external_id` of a `customer`.
  const others = nameWords(own).filter((word) => !sameNoun(word, noun));
  const innerNames = isIdLike(own, noun)
    ? [...(others.length > 1 ? [others.join("")] : []), ...ID_WORDS]
    : [foldName(own)];
  const expected = parameterSchema(parameter);
  // A number is a text in a path, so the property's type decides. A key or a slug is never a number.
  const last = nameWords(own).at(-1);
  const mayBeNumber = isIdWord(last) && last !== "key" && last !== "slug";
  // In Kubernetes, `namespace` is next to `name` in `metadata`. In JSON:API, the properties are in `attributes`.
  const holders = [[], idProperty?.slice(0, -1) ?? [], ["attributes"]].flatMap((place) => {
    const holder = reader.at(record, place);
    return holder === undefined ? [] : [{ place, facts: reader.facts(holder) }];
  });
  for (const wanted of names) {
    for (const { place, facts } of holders) {
      const name = facts.byFoldedName.get(wanted);
      const schema = name === undefined ? undefined : facts.properties.get(name);
      if (name === undefined || schema === undefined) continue;
      const found = repeats(reader, [...place, name], schema, expected, innerNames, mayBeNumber);
      if (found && !isSamePlace(found, idProperty)) return found;
    }
  }
  return isIdLike(own, noun) ? relatedPlace(reader, record, noun) : undefined;
}

/** The place of the id in a relationship (JSON:API): `relationships.coupon.data.id` for `/coupons/{id}/codes`. */
function relatedPlace(reader: SchemaReader, record: JsonSchema, noun: string): RecordPlace | undefined {
  const relationships = reader.at(record, ["relationships"]);
  for (const [name, schema] of relationships === undefined ? [] : reader.facts(relationships).properties) {
    const data = reader.at(schema, ["data"]);
    const facts = data === undefined ? undefined : reader.facts(data);
    if (!facts?.properties.has("id") || data === undefined) continue;
    const isMeant = [name, typeName(reader, data) ?? ""].some((text) => sameNoun(foldName(text), noun));
    if (isMeant) return ["relationships", name, "data", "id"];
  }
  return undefined;
}

/** The only value of `type` in a resource or in a reference to one (JSON:API). */
export function typeName(reader: SchemaReader, json: JsonSchema): string | undefined {
  const type = reader.facts(json).properties.get("type");
  const [only, ...others] = type === undefined ? [] : (reader.facts(type).values ?? []);
  return typeof only === "string" && others.length === 0 ? only : undefined;
}

/**
 * The place of the parents' ids in a list that has the parents' noun: `projects` with `gid`s for
 * `/projects/{project_gid}/tasks`, `listIds` for `/lists/{listId}/contacts`.
 */
export function findElementProperty(parameter: string, noun: string, clues: ParentClues): RecordPlace | undefined {
  const { reader, record, parameterSchema } = clues;
  if (!isIdLike(parameter, noun)) return undefined;
  const { byFoldedName, properties } = reader.facts(record);
  const itemsOf = (folded: string): [string, JsonSchema] | undefined => {
    const name = byFoldedName.get(folded);
    const list = name === undefined ? undefined : reader.facts(properties.get(name) ?? true);
    return name !== undefined && list?.types.has("array") && list.items !== undefined ? [name, list.items] : undefined;
  };
  const expected = parameterSchema(parameter);
  const [named, shown] = itemsOf(noun) ?? [];
  const items = shown === undefined ? undefined : reader.facts(shown);
  for (const word of items ? ID_WORDS : []) {
    const inner = items?.byFoldedName.get(word);
    const schema = inner === undefined ? undefined : items?.properties.get(inner);
    if (named !== undefined && inner !== undefined && schema !== undefined && fits(reader, schema, expected, true))
      return [named, inner];
  }
  for (const form of nounForms(noun)) {
    const [name, id] = itemsOf(`${form}ids`) ?? [];
    if (name !== undefined && id !== undefined && fits(reader, id, expected, true)) return [name];
  }
  return undefined;
}

/**
 * The place of the `id` in an `item`, `target` or the like whose description mentions the parent: "The file this
 * comment was placed on". A string `parent` is the id itself: "ID of the parent collection".
 */
export function findDescribedProperty(
  parameter: string,
  noun: string,
  { reader, record, parameterSchema }: ParentClues,
  called: ReadonlySet<string> = REFERENCES,
): RecordPlace | undefined {
  if (!isIdLike(parameter, noun)) return undefined;
  const places = [...reader.facts(record).properties].flatMap(([name, schema]) => {
    const words = called.has(foldName(name)) ? nameWords(descriptionOf(schema)) : [];
    const isOfParent = words.some((word) => sameNoun(word, noun));
    const place = isOfParent && repeats(reader, [name], schema, parameterSchema(parameter), ID_WORDS, true);
    return place && (place.length > 1 || (/^parent/i.test(name) && words.some(isIdWord))) ? [place] : [];
  });
  return places.length === 1 ? places[0] : undefined;
}

/**
 * The place of the owner's name in a record: `owner.login` for the repositories below `/orgs/{org}` and
 * `/users/{username}`.
 */
export function findOwnerName(parameter: string, clues: ParentClues): RecordPlace | undefined {
  const { reader, record, parameterSchema } = clues;
  if (isIdWord(nameWords(parameter).at(-1))) return undefined;
  const name = reader.facts(record).byFoldedName.get("owner");
  const owner = name === undefined ? undefined : reader.at(record, [name]);
  if (name === undefined || owner === undefined) return undefined;
  return repeats(reader, [name], owner, parameterSchema(parameter), ["login", "username"], false);
}

/**
 * A reference with a separate type: `resource_id` next to a `resource_type` whose values include the parent's noun,
 * such as `volume`.
 */
export function findTypedReference(
  parameter: string,
  noun: string,
  { reader, record, parameterSchema }: ParentClues,
): { readonly property: RecordPlace; readonly kind: NonNullable<Parent["kind"]> } | undefined {
  const { byFoldedName, properties } = reader.facts(record);
  for (const word of REFERENCES) {
    const id = byFoldedName.get(`${word}id`);
    const type = byFoldedName.get(`${word}type`);
    const kinds = type === undefined ? undefined : reader.facts(properties.get(type) ?? true).values;
    const value = kinds?.find((kind) => typeof kind === "string" && sameNoun(foldName(kind), noun));
    if (id === undefined || type === undefined || value === undefined) continue;
    const property = repeats(reader, [id], properties.get(id) ?? true, parameterSchema(parameter), ID_WORDS, true);
    if (property) return { property, kind: { property: [type], value } };
  }
  return undefined;
}

/** The descriptions of a schema and of its `allOf`, `anyOf` and `oneOf` parts, as one text. */
function descriptionOf(json: JsonSchema, depth = 0): string {
  if (typeof json === "boolean") return "";
  const inner = depth < DEEPEST ? [...(json.allOf ?? []), ...(json.anyOf ?? []), ...(json.oneOf ?? [])] : [];
  return [json.description ?? "", ...inner.map((part) => descriptionOf(part, depth + 1))].join(" ");
}

const DEEPEST = 2;

const REFERENCES = new Set("item target subject resource object entity content parent parentid".split(" "));

/**
 * Names of properties with the owner: the `owner` of a playlist below `/users/{user_id}/playlists`, "The user who owns
 * the playlist".
 */
export const OWNERS: ReadonlySet<string> = new Set(["owner", "creator", "author"]);

export const OWNING: readonly string[] = ["user", "account", "member", "organization", "org", "team", "customer"];

/** Folded names of properties that may have the value of a parameter, the most likely first. */
function parentNames(parameter: string, noun: string): readonly string[] {
  const folded = foldName(parameter);
  const words = nameWords(parameter);
  const base = isIdWord(words.at(-1)) ? words.slice(0, -1).join("") : "";
  // The name `id` alone does not show whose id it is.
  const names = isIdWord(folded) ? [] : [folded];
  const nouns = nounForms(noun);
  // Below `/repositories`, a `username` is not the id of a repository. Below `/machines`, a `code` is the
  // `machine_code`.
  if (!isIdLike(parameter, noun)) return [...nouns.map((form) => form + folded), ...names];
  const named = base || (words.length === 1 ? folded : "");
  const withIds = [...nouns, ...(isIdWord(named) ? [] : nounForms(named))].flatMap((form) =>
    ID_WORDS.map((word) => form + word),
  );
  // For `{interest_category_id}` of `/interest-categories`: `category_id`.
  const ends = isIdWord(words.at(-1)) && words.length > 2 ? [words.slice(-2).join("")] : [];
  return [...names, base, ...withIds, ...nouns.filter((form) => form !== noun), ...ends].filter((name) => name !== "");
}

function isIdLike(parameter: string, noun: string): boolean {
  return isIdWord(nameWords(parameter).at(-1)) || sameNoun(foldName(parameter), noun);
}

export function isIdWord(word: string | undefined): boolean {
  return word !== undefined && ID_WORDS.includes(word);
}

/** The place itself if it has a scalar that fits, or else the place of the id in the object there. */
function repeats(
  reader: SchemaReader,
  place: RecordPlace,
  schema: JsonSchema,
  expected: JsonSchema | undefined,
  innerNames: readonly string[],
  mayBeNumber: boolean,
): RecordPlace | undefined {
  const { types, properties, byFoldedName } = reader.facts(schema);
  if (types.has("array") || types.has("boolean")) return undefined;
  const isScalar = types.has("string") || types.has("integer") || types.has("number");
  const fitsHere = (json: JsonSchema) => fits(reader, json, expected, mayBeNumber);
  if (isScalar) return fitsHere(schema) ? place : undefined;
  for (const wanted of innerNames) {
    const name = byFoldedName.get(wanted);
    const inner = name === undefined ? undefined : properties.get(name);
    if (name !== undefined && inner !== undefined && fitsHere(inner)) return [...place, name];
  }
  return undefined;
}

/** Folded names of ids, which are also endings of such names. */
const ID_WORDS: readonly string[] = ["id", "uuid", "guid", "uid", "sid", "gid", "key", "slug", "identifier"];

function fits(
  reader: SchemaReader,
  schema: JsonSchema,
  expected: JsonSchema | undefined,
  mayBeNumber: boolean,
): boolean {
  const own = [...reader.facts(schema).types].map(looseType);
  const wanted = expected === undefined ? [] : [...reader.facts(expected).types].map(looseType);
  return (
    own.length === 0 ||
    wanted.length === 0 ||
    own.some((type) => wanted.includes(type) || (mayBeNumber && type === "number"))
  );
}

function looseType(type: string): string {
  return type === "integer" ? "number" : type;
}

function isSamePlace(a: RecordPlace, b: RecordPlace | undefined): boolean {
  return b !== undefined && a.join("/") === b.join("/");
}
