import { getOrMake } from "../../lazy/caches.js";
import { lazily } from "../../lazy/lazily.js";
import type { Parent, RecordPlace, Resource } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import { lastLiteral, type ShapeSegment, shapeKey, withoutAlternatives, withoutBase } from "../routes/path-shape.js";
import { isSameShape } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";

/** Resources by item path, for finding whose id a path parameter is. */
interface ItemPaths {
  add(segments: readonly ShapeSegment[], resource: Resource): void;
  /** The resource whose item path these segments are, a leading `/api/v1` or the like not counted if need be. */
  find(segments: readonly ShapeSegment[]): Resource | undefined;
}

export function createItemPaths(): ItemPaths {
  const exact = new Map<string, Resource>();
  const loose = new Map<string, Resource>();
  return {
    add(segments, resource) {
      const key = shapeKey(segments);
      if (!exact.has(key)) exact.set(key, resource);
      const short = shapeKey(withoutBase(segments));
      if (!loose.has(short)) loose.set(short, resource);
    },
    find: (segments) => exact.get(shapeKey(segments)) ?? loose.get(shapeKey(withoutBase(segments))),
  };
}

interface ParentClues {
  readonly record: JsonSchema;
  readonly idProperty: RecordPlace | undefined;
  /** The schema of a path parameter, by name. */
  parameterSchema(name: string): JsonSchema | undefined;
}

/** The parents that the collection's path parameters name, outermost first. */
export function findParents(
  reader: SchemaReader,
  segments: readonly ShapeSegment[],
  items: ItemPaths,
  clues: ParentClues,
): Parent[] {
  const parents: Parent[] = [];
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === "literal") continue;
    const prefix = segments.slice(0, index + 1);
    const names = segment.kind === "parameter" ? [segment.name] : segment.names;
    for (const parameter of names) {
      const resource = segment.kind === "parameter" ? items.find(prefix) : undefined;
      const noun = foldName(lastLiteral(segments.slice(0, index)));
      const isOwnKind = (): boolean =>
        resource !== undefined && isSameShape(reader, clues.record, resource.schema.json);
      let known: ReturnType<typeof findTypedReference> | null = null;
      const typed = () => {
        if (known === null) known = findTypedReference(reader, parameter, noun, clues);
        return known;
      };
      const property = () =>
        findParentProperty(reader, parameter, noun, clues) ??
        (isOwnKind() ? findParentProperty(reader, "parent_id", "parent", clues) : undefined) ??
        (OWNING.some((word) => sameNoun(word, noun))
          ? (findDescribedProperty(reader, parameter, noun, clues, OWNERS) ?? findOwnerName(reader, parameter, clues))
          : undefined) ??
        typed()?.property;
      const kind = () => {
        const reference = typed();
        return reference && reference.property === parent.property ? reference.kind : undefined;
      };
      const parent: Parent = lazily({ parameter, resource }, { property, kind });
      parents.push(parent);
    }
  }
  return parents;
}

/**
 * Finds the parents that stand where no item path is: the `{projectKey}` of `/flags/{projectKey}` is that of `/projects/{projectKey}`, the only
 * records made under that name, and `{environmentKey}` behind it that of `/projects/{projectKey}/environments/{environmentKey}`. The `{member_id}` of
 * `/access/members/{member_id}/roles` is that of the only `/members/{id}`.
 */
export function joinNamedParents(resources: readonly Resource[]): void {
  const named = new Map<string, Resource[]>();
  for (const resource of resources) {
    const { parameter = "" } = resource.id;
    if (resource.stateKey !== resource.collectionPath || nameWords(parameter).length < 2) continue;
    getOrMake(named, parameter, () => []).push(resource);
  }
  const namedAs = (parameter: string, path: string): Resource | undefined => {
    const all = named.get(parameter) ?? [];
    const near = all.filter(({ collectionPath }) => collectionPath.split("/")[1] === path.split("/")[1]);
    const [made, ...others] = all.filter(({ roles }) => roles.create);
    // The clusters of `/storage/buckets/{clusterId}` are those of `/storage/clusters/{clusterId}`, which nobody makes.
    return others.length > 0 || (near.length > 0 && !near.some((one) => one.roles.create)) ? undefined : made;
  };
  for (const { parents, id, collectionPath } of resources) {
    for (const [index, parent] of parents.entries()) {
      const isOwn = parent.parameter === id.parameter;
      const found = isOwn
        ? undefined
        : (namedAs(parent.parameter, collectionPath) ?? homeOf(resources, collectionPath, parent));
      const above = found && parents.slice(0, index);
      const isBehindItsOwn =
        above?.length === found?.parents.length &&
        above?.every(({ resource }, place) => resource !== undefined && resource === found?.parents[place]?.resource);
      if (found && !parent.resource && isBehindItsOwn) Object.assign(parent, { resource: found });
      // The `{org}` of `/teams/{org}/{team}/projects` is that of the team.
      for (const [place, { resource }] of (parent.resource?.parents ?? []).entries()) {
        const before = parents[index - (parent.resource?.parents.length ?? 0) + place];
        if (before && resource && !before.resource) Object.assign(before, { resource });
      }
    }
  }
}

/** The only collection of records that is called as what stands before the parameter, if that says that it is an id. */
function homeOf(resources: readonly Resource[], path: string, { parameter, resource }: Parent): Resource | undefined {
  const words = nameWords(parameter);
  const before = resource ? "" : (path.split(`/{${parameter}}`)[0] ?? "");
  const noun = before === path ? "" : before.slice(before.lastIndexOf("/") + 1);
  if (noun === "" || !isIdWord(words.at(-1)) || !sameNoun(words.slice(0, -1).join(""), foldName(noun)))
    return undefined;
  const homes = resources.filter(
    ({ collectionPath, itemPath, roles, stateKey, parents }) =>
      itemPath !== undefined &&
      roles.create &&
      parents.length === 0 &&
      stateKey === collectionPath &&
      collectionPath.endsWith(`/${noun}`),
  );
  return homes.length === 1 ? homes[0] : undefined;
}

/** The property of a record that repeats a path parameter: `author_id`, `authorId`, `author` or `author.id` for `/authors/{id}/books`. */
export function findParentProperty(
  reader: SchemaReader,
  parameter: string,
  noun: string,
  { record, idProperty, parameterSchema }: ParentClues,
): RecordPlace | undefined {
  const own = withoutAlternatives(parameter);
  const names = parentNames(own, noun);
  // The `external_id` of a `customer` for `{external_customer_id}`.
  const others = nameWords(own).filter((word) => !sameNoun(word, noun));
  const innerNames = isIdLike(own, noun)
    ? [...(others.length > 1 ? [others.join("")] : []), ...ID_WORDS]
    : [foldName(own)];
  const expected = parameterSchema(parameter);
  // An id in a path is text whatever it is; what is kept decides the type. A key is none.
  const last = nameWords(own).at(-1);
  const mayBeNumber = isIdWord(last) && last !== "key" && last !== "slug";
  // Kubernetes keeps `namespace` beside `name` in `metadata`; JSON:API keeps fields in `attributes`.
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

/** The id in a relationship to one record of that kind (JSON:API): `relationships.coupon.data.id` for `/coupons/{id}/codes`. */
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

/** The one value that the `type` of a resource or of a reference to one has (JSON:API). */
export function typeName(reader: SchemaReader, json: JsonSchema): string | undefined {
  const type = reader.facts(json).properties.get("type");
  const [only, ...others] = type === undefined ? [] : (reader.facts(type).values ?? []);
  return typeof only === "string" && others.length === 0 ? only : undefined;
}

/** The ids in a list of the record that is named as the parents are: `projects` with `gid`s for `/projects/{project_gid}/tasks`. */
export function findElementProperty(
  reader: SchemaReader,
  parameter: string,
  noun: string,
  { record, parameterSchema }: ParentClues,
): RecordPlace | undefined {
  if (!isIdLike(parameter, noun)) return undefined;
  const { byFoldedName, properties } = reader.facts(record);
  const name = byFoldedName.get(noun);
  const list = name === undefined ? undefined : reader.facts(properties.get(name) ?? true);
  const items = list?.types.has("array") && list.items !== undefined ? reader.facts(list.items) : undefined;
  if (name === undefined || !items) return undefined;
  const expected = parameterSchema(parameter);
  for (const word of ID_WORDS) {
    const inner = items.byFoldedName.get(word);
    const schema = inner === undefined ? undefined : items.properties.get(inner);
    if (inner !== undefined && schema !== undefined && fits(reader, schema, expected, true)) return [name, inner];
  }
  return undefined;
}

/** The `id` of the one `item`, `target` or the like that is described as the parent: "The file this comment was placed on". */
export function findDescribedProperty(
  reader: SchemaReader,
  parameter: string,
  noun: string,
  { record, parameterSchema }: ParentClues,
  called: ReadonlySet<string> = REFERENCES,
): RecordPlace | undefined {
  if (!isIdLike(parameter, noun)) return undefined;
  const places = [...reader.facts(record).properties].flatMap(([name, schema]) => {
    const words = called.has(foldName(name)) ? nameWords(descriptionOf(schema)) : [];
    const isOfParent = words.some((word) => sameNoun(word, noun));
    const place = isOfParent && repeats(reader, [name], schema, parameterSchema(parameter), ID_WORDS, true);
    return place && place.length > 1 ? [place] : [];
  });
  return places.length === 1 ? places[0] : undefined;
}

/** `owner.login` of the repositories below `/orgs/{org}` and `/users/{username}`, whose records go by such names. */
function findOwnerName(
  reader: SchemaReader,
  parameter: string,
  { record, parameterSchema }: Pick<ParentClues, "record" | "parameterSchema">,
): RecordPlace | undefined {
  if (isIdWord(nameWords(parameter).at(-1))) return undefined;
  const name = reader.facts(record).byFoldedName.get("owner");
  const owner = name === undefined ? undefined : reader.at(record, [name]);
  if (name === undefined || owner === undefined) return undefined;
  return repeats(reader, [name], owner, parameterSchema(parameter), ["login", "username"], false);
}

/** `resource_id` beside a `resource_type` that lists the noun of the parent, `volume`, among others. */
function findTypedReference(
  reader: SchemaReader,
  parameter: string,
  noun: string,
  { record, parameterSchema }: Pick<ParentClues, "record" | "parameterSchema">,
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

/** Its own, or that beside a reference, also of "this or null". */
function descriptionOf(json: JsonSchema, depth = 0): string {
  if (typeof json === "boolean") return "";
  const inner = depth < DEEPEST ? [...(json.allOf ?? []), ...(json.anyOf ?? []), ...(json.oneOf ?? [])] : [];
  return [json.description ?? "", ...inner.map((part) => descriptionOf(part, depth + 1))].join(" ");
}

const DEEPEST = 2;

const REFERENCES = new Set(["item", "target", "subject", "resource", "object", "entity", "content"]);
/** The user of `/users/{user_id}/playlists` is the `owner` of a playlist: "The user who owns the playlist". */
const OWNERS = new Set(["owner", "creator", "author"]);
const OWNING = ["user", "account", "member", "organization", "org", "team", "customer"];

/** Folded names of properties that may repeat a parameter, the surest first. */
function parentNames(parameter: string, noun: string): readonly string[] {
  const folded = foldName(parameter);
  const words = nameWords(parameter);
  const base = isIdWord(words.at(-1)) ? words.slice(0, -1).join("") : "";
  // `id` alone says nothing about whose id it is.
  const names = isIdWord(folded) ? [] : [folded];
  const nouns = nounForms(noun);
  // A `username` below `/repositories` is not the id of a repository; a `code` below `/machines` is the `machine_code`.
  if (!isIdLike(parameter, noun)) return [...nouns.map((form) => form + folded), ...names];
  const named = base || (words.length === 1 ? folded : "");
  const withIds = [...nouns, ...(isIdWord(named) ? [] : nounForms(named))].flatMap((form) =>
    ID_WORDS.map((word) => form + word),
  );
  // `category_id` for the `{interest_category_id}` of `/interest-categories`.
  const ends = isIdWord(words.at(-1)) && words.length > 2 ? [words.slice(-2).join("")] : [];
  return [...names, base, ...withIds, ...nouns.filter((form) => form !== noun), ...ends].filter((name) => name !== "");
}

function isIdLike(parameter: string, noun: string): boolean {
  return isIdWord(nameWords(parameter).at(-1)) || sameNoun(foldName(parameter), noun);
}

function isIdWord(word: string | undefined): boolean {
  return word !== undefined && ID_WORDS.includes(word);
}

/** The place itself when it holds a fitting scalar, else that of the id in the object there. */
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

/** Names of ids, and their endings, folded. */
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
