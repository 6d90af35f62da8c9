import type { Members, Resource } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import type { BuiltResource } from "./build-resources.js";
import { typeName } from "./parent-property.js";

/**
 * Sets `members` of resources whose records are links to records of another resource.
 * `PUT /groups/{id}/members/{userId}` without a body and `POST /groups/{id}/users` with `{ "user_ids": [...] }` add
 * users. The records of `/lists/{id}/relationships/profiles` are types and ids of profiles. `POST /teams/{id}/projects`
 * with a project adds a new one, if `/projects/{id}` reads it.
 */
export function joinMembers(reader: SchemaReader, built: readonly BuiltResource[]): void {
  const homes = built.filter(({ resource }) => isHome(resource));
  for (const link of built) {
    const { parents, stateKey, collectionPath, roles } = link.resource;
    if (parents.length === 0 || stateKey !== collectionPath || parents.at(-1)?.property || roles.update) continue;
    if (!roles.create && !roles.replace) continue;
    const targets = homes.flatMap((home) => {
      if (home === link || !isTarget(reader, link, home)) return [];
      const sent = sentMembers(reader, link, home) ?? (isMaker(reader, link, home) ? { isMade: true } : undefined);
      return sent ? [{ resource: home.resource, ids: undefined, ...sent }] : [];
    });
    // The labels of an issue come from its repository, not from the organization.
    const near = targets.filter(({ resource }) =>
      resource.parents.every(({ parameter }) => parents.some((own) => own.parameter === parameter)),
    );
    const likely = near.length > 0 ? near : targets;
    const made = likely.filter(({ resource }) => resource.roles.create);
    const [members, ...others] = made.length > 0 ? made : likely;
    if (members && others.length === 0) Object.assign(link.resource, { members });
  }
}

function isHome({ roles, stateKey, collectionPath }: Resource): boolean {
  return stateKey === collectionPath && (roles.create ?? roles.read) !== undefined;
}

/** How requests send members. `undefined` if a request contains more than ids. */
function sentMembers(
  reader: SchemaReader,
  { resource, pair }: BuiltResource,
  home: BuiltResource,
): Pick<Members, "ids"> | undefined {
  const { create, replace } = resource.roles;
  if (holdsRecord(reader, reader.body(replace), home)) return undefined;
  const body = reader.body(create);
  // A create without a described body may accept a whole record.
  if (body === undefined) return create ? undefined : { ids: undefined };
  const [idName = ""] = pair.idProperty ?? [];
  if (isIds(reader, body, idName)) return { ids: [] };
  const nouns = [...nounForms(pair.noun), ...nounForms(home.pair.noun)];
  const parameter = foldName(resource.id.parameter ?? home.resource.id.parameter ?? "");
  const names = new Set([
    "id",
    "ids",
    "data",
    parameter,
    `${parameter}s`,
    ...nouns.flatMap((noun) => ["", "s", "id", "ids"].map((end) => noun + end)),
  ]);
  const sent = [...reader.facts(body).properties];
  const known = reader.facts(home.pair.record).properties;
  // The `email` of an email is its content, not a reference.
  const isOwn = (name: string): boolean => known.has(name) && name !== idName;
  const own = sent.filter(
    ([name, schema]) => names.has(foldName(name)) && !isOwn(name) && isIds(reader, schema, idName),
  );
  const [only, ...others] = own;
  // `assignRole` with `{ role: { name } }` links a role, though the body could contain a whole one.
  const [whole, ...rest] = sent;
  if (whole && rest.length === 0 && LINKING.test(create?.id ?? "") && isSameRecord(reader, whole[1], home.pair.record))
    return { ids: [whole[0]] };
  const { json } = reader.facts(body);
  const required = typeof json === "object" ? (json.required ?? []) : [];
  const isNeeded = only !== undefined && required.length === 1 && required[0] === only[0];
  // A body with other properties of the record creates one, unless only the id is required.
  const isMore = !isNeeded && sent.some(([name]) => name !== only?.[0] && known.has(name));
  return only && others.length === 0 && !isMore ? { ids: [only[0]] } : undefined;
}

const LINKING = /^(?:assign|attach|grant|link|associate|connect)(?![a-z])/;

/**
 * True if the collection creates records that only the item path of `home` reads, and no property repeats their parent.
 */
function isMaker(reader: SchemaReader, { resource, pair }: BuiltResource, home: BuiltResource): boolean {
  const isBelow = home.resource.parents.every(
    ({ parameter }, index) => resource.parents[index]?.parameter === parameter,
  );
  return (
    isBelow &&
    !resource.itemPath &&
    home.resource.itemPath !== undefined &&
    reader.body(pair.roles.create) !== undefined
  );
}

/** True if the body has properties of the record. A collaborator's `permission` is not a property of the user. */
function holdsRecord(reader: SchemaReader, body: JsonSchema | undefined, { pair }: BuiltResource): boolean {
  if (body === undefined) return false;
  const sent = [...reader.facts(body).properties.keys()];
  const own = reader.facts(pair.record).properties;
  return sent.length === 0 || sent.length > MOST_FACTS || sent.some((name) => own.has(name));
}

/** The maximum number of properties that a request has for a link. */
const MOST_FACTS = 2;

/** True for an id, a list of ids, or objects with only an id and a type. */
export function isIds(reader: SchemaReader, json: JsonSchema, idName: string): boolean {
  const { types, items, properties, values } = reader.facts(json);
  if (types.has("array"))
    return items !== undefined && (isIds(reader, items, idName) || isListOfIds(reader, json, items));
  if (properties.size > 0)
    return properties.has(idName) && [...properties.keys()].every((name) => [idName, "type", "meta"].includes(name));
  return types.size > 0 && values === undefined && [...types].every((type) => type === "string" || type === "integer");
}

/** True for a list of unknown items whose description mentions ids: "a list of integers representing label IDs". */
function isListOfIds(reader: SchemaReader, list: JsonSchema, items: JsonSchema): boolean {
  const { types, properties } = reader.facts(items);
  const { json } = reader.facts(list);
  const text = typeof json === "object" ? (json.description ?? "") : "";
  return types.size === 0 && properties.size === 0 && /\bids\b/i.test(text);
}

/** True if the record has only its id, or its id and its type (JSON:API, "Resource Identifier Objects"). */
export function isReference(reader: SchemaReader, { record, idProperty }: BuiltResource["pair"]): boolean {
  const names = [...reader.facts(record).properties.keys()].filter((name) => name !== "meta");
  return idProperty?.length === 1 && names.every((name) => name === "type" || name === idProperty[0]);
}

/** True if a link has all properties of the record, such as a user's, and perhaps more: the `role` in a group. */
function isWhole(reader: SchemaReader, record: JsonSchema, link: JsonSchema): boolean {
  const { size } = reader.facts(record).properties;
  return size >= MIN_TELLING && sharedProperties(reader, record, link) === size;
}

const MIN_TELLING = 3;

/** True for links that a `PUT` adds and that have the same named schema as the records: collaborators and users. */
function isLinkedOnly({ schemas }: SchemaReader, { resource, pair }: BuiltResource, home: BuiltResource): boolean {
  const { roles } = resource;
  const name = schemas.schemaOf(pair.record).name;
  return (
    roles.replace !== undefined &&
    roles.delete !== undefined &&
    !roles.create &&
    name !== undefined &&
    name === schemas.schemaOf(home.pair.record).name
  );
}

/** True for the `target_user_id` of `/users/{source_user_id}/following/{target_user_id}` and the noun of users. */
function isCalledAfter(parameter: string, noun: string): boolean {
  const words = nameWords(parameter);
  const owner = words.at(-1) === "id" ? words.slice(0, -1) : [];
  return owner.some((_, index) => sameNoun(owner.slice(index).join(""), noun));
}

function isTarget(reader: SchemaReader, link: BuiltResource, home: BuiltResource): boolean {
  if (home.resource.parents.length >= link.resource.parents.length) return false;
  if (link.pair.idProperty?.join("/") !== home.pair.idProperty?.join("/")) return false;
  if (isReference(reader, link.pair)) {
    const type = typeName(reader, link.pair.record);
    return (
      sameNoun(link.pair.noun, home.pair.noun) || (type !== undefined && type === typeName(reader, home.pair.record))
    );
  }
  const isNamed =
    foldName(link.resource.id.parameter ?? "") === foldName(home.resource.id.parameter ?? "") ||
    sameNoun(link.pair.noun, home.pair.noun) ||
    isCalledAfter(link.resource.id.parameter ?? "", home.pair.noun) ||
    isLinkedOnly(reader, link, home);
  // A list may show fewer properties of a record than the record's own path.
  const { record } = link.pair;
  return (
    isNamed && home.pair.records.some((shown) => isSameRecord(reader, record, shown) || isWhole(reader, shown, record))
  );
}
