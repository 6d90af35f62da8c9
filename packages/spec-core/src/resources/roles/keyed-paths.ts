import type { Operation } from "../../model/api-description.js";
import type { FoundRecord, OperationRole, RecordKey } from "../../model/operation-role.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { type ShapeSegment, shapeKey, withoutBase } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { isSameShape, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { actionRole, deleteRole, writeRole } from "./record-roles.js";

/** A path that identifies one record by properties other than its id. */
interface KeyedPath extends BuiltResource {
  readonly by: readonly RecordKey[];
}

/** The roles of operations on records that are identified by properties. */
export interface KeyedRoles {
  /** The roles at such a path: `GET /users/by-email/{email}`, `DELETE /zones/{id}/rrsets/{name}/{type}`. */
  at(route: Route): readonly [Operation, OperationRole][];
  /** The resource and the properties of such a path. `undefined` for other paths. */
  named(route: Route): KeyedPath | undefined;
  /** The role of an action below such a path. `undefined` for other operations. */
  below(route: Route, operation: Operation): OperationRole | undefined;
}

/**
 * Finds paths that consist of a collection's path, at most one word, and parameters with the names of the record's
 * properties. A `GET` there must return one record.
 */
export function createKeyedRoles(reader: SchemaReader, routes: Routes, built: readonly BuiltResource[]): KeyedRoles {
  const collections = new Map(built.map((one) => [shapeKey(one.pair.pair.collection.shape.segments), one]));
  const items = new Set(built.map(({ pair }) => pair.pair.item).filter((item) => item !== undefined));
  const byItem = new Map(built.map((one) => [shapeKey(one.pair.pair.item?.shape.segments ?? []), one]));
  const known = new Map<Route, KeyedPath | undefined>();
  const keyedPath = (route: Route): KeyedPath | undefined => {
    if (!known.has(route))
      known.set(route, items.has(route) ? undefined : readKeyedPath(reader, route, collections, built));
    return known.get(route);
  };
  return {
    at(route) {
      const details = detailsRole(reader, route, byItem);
      if (details) return [details];
      const keyed = keyedPath(route);
      return keyed
        ? route.operations.map((operation) => [operation, foundRole(keyed, ownRole(reader, operation, keyed))])
        : [];
    },
    named: keyedPath,
    below({ shape: { segments, suffix } }, operation) {
      for (let length = segments.length - 1; length > 1; length -= 1) {
        const around = segments[length - 1]?.kind === "parameter" && routes.find(segments.slice(0, length), suffix);
        if (!around) continue;
        if (items.has(around)) return undefined;
        const keyed = keyedPath(around);
        if (keyed) return foundRole(keyed, actionRole(reader, operation, keyed.pair, keyed.resource));
      }
      return undefined;
    },
  };
}

function foundRole({ by }: KeyedPath, role: FoundRecord["role"]): OperationRole {
  return { kind: "operation", finds: { role, by } };
}

/**
 * The role of `GET /dags/{dag_id}/details`. It reads the record if its answer has the id and at least three quarters of
 * the record's properties.
 */
function detailsRole(
  reader: SchemaReader,
  route: Route,
  items: ReadonlyMap<string, BuiltResource>,
): [Operation, OperationRole] | undefined {
  const { segments } = route.shape;
  const last = segments.at(-1);
  const reading = route.get("get");
  const owner = items.get(shapeKey(segments.slice(0, -1)));
  if (last?.kind !== "literal" || !DETAILS.test(last.text) || !reading || !owner || route.operations.length > 1)
    return undefined;
  const answer = reader.answer(reading);
  const [id] = owner.resource.id.property ?? [];
  const shown = answer === undefined ? undefined : reader.facts(answer).properties;
  const names = [...reader.facts(owner.pair.record).properties.keys()];
  const repeated = names.filter((name) => shown?.has(name));
  if (id === undefined || !shown?.has(id) || repeated.length < 3 || repeated.length * 4 < names.length * 3)
    return undefined;
  return [
    reading,
    { kind: "operation", finds: { role: { kind: "read", resource: owner.resource, reply: [] }, by: [] } },
  ];
}

const DETAILS = /^(?:details?|full|extended|expanded|complete|info)$/i;

function ownRole(reader: SchemaReader, operation: Operation, { pair, resource }: KeyedPath): FoundRecord["role"] {
  switch (operation.method) {
    case "get":
    case "head":
      return { kind: "read", resource, reply: actionRole(reader, operation, pair, resource).reply ?? [] };
    case "put":
      return writeRole(reader, "replace", operation, pair, resource);
    case "patch":
      return writeRole(reader, "update", operation, pair, resource);
    case "delete":
      return deleteRole(reader, operation, pair, resource);
    default:
      return actionRole(reader, operation, pair, resource);
  }
}

function readKeyedPath(
  reader: SchemaReader,
  route: Route,
  collections: ReadonlyMap<string, BuiltResource>,
  built: readonly BuiltResource[],
): KeyedPath | undefined {
  const { segments } = route.shape;
  const parameters: string[] = [];
  let end = segments.length;
  for (let last = segments[end - 1]; last?.kind === "parameter"; last = segments[end - 1]) {
    parameters.unshift(last.name);
    end -= 1;
  }
  if (parameters.length === 0) return undefined;
  const spelled = spelledPath(reader, route, collections);
  if (spelled) return spelled;
  const word = wordOf(segments[end - 1]);
  const [, noun = "", asking = ""] = NOUN_BY.exec(word) ?? [];
  const beside = noun && collections.get(shapeKey([...segments.slice(0, end - 1), { kind: "literal", text: noun }]));
  const direct = parameters.length > 1 ? collections.get(shapeKey(segments.slice(0, end))) : undefined;
  const isAsked = ASKING.test(wordOf(segments[end - 2]));
  const longer = parameters.length === 1 ? longerItem(segments, collections) : undefined;
  const above = direct ? undefined : aboveParents(segments.slice(0, end), collections);
  // For `/teams/{team_id}/channels/name/{channel_name}` next to `/channels`.
  const aside = direct || above ? undefined : aboveParents(segments.slice(0, end - 1), collections);
  const owner =
    direct ??
    above?.owner ??
    (beside || undefined) ??
    collections.get(shapeKey(segments.slice(0, end - 1))) ??
    (isAsked ? collections.get(shapeKey(segments.slice(0, end - 2))) : undefined) ??
    aside?.owner ??
    longer;
  const reading = route.get("get");
  // For `DELETE /posts/{post_id}/reactions/{emoji_name}`, if a reaction has both properties.
  const isOnlyGone = above !== undefined && route.operations.length === 1 && route.get("delete") !== undefined;
  if (!owner || !(reading ? answersRecord(reader, reading, owner) : isOnlyGone)) return undefined;
  // If nothing creates the records, writes at this path change a separate document.
  const isWritten = route.get("put") !== undefined || route.get("patch") !== undefined;
  if (isWritten && !owner.resource.roles.create && !owner.resource.roles.replace) return undefined;
  const id = owner === longer ? owner.resource.id.property : undefined;
  if (id) return { ...owner, by: [{ parameter: parameters[0] ?? "", property: id }] };
  const isCalled = direct ?? above;
  const parents = above?.parents ?? (owner === aside?.owner ? aside?.parents : undefined) ?? [];
  const names = [...parents, ...parameters];
  const by = findKeys(reader, owner, names, isCalled ? "" : asking || word, built);
  return by && { ...owner, by };
}

/**
 * Finds the collection without its parents, and the names of the parents' parameters: `/tools` for
 * `/workshops/{workshop_id}/tools`.
 */
function aboveParents(
  segments: readonly ShapeSegment[],
  collections: ReadonlyMap<string, BuiltResource>,
): { readonly owner: BuiltResource; readonly parents: readonly string[] } | undefined {
  const parents: string[] = [];
  const rest: ShapeSegment[] = [];
  for (const segment of segments) {
    if (segment.kind === "parameter") parents.push(segment.name);
    if (segment.kind === "literal") rest.push(segment);
    else rest.pop();
  }
  const owner = parents.length === 0 ? undefined : collections.get(shapeKey(rest));
  return owner && { owner, parents };
}

/**
 * Reads a path such as `/lists/type/{listType}/name/{listName}`: the word before each parameter is the name of a
 * property.
 */
function spelledPath(
  reader: SchemaReader,
  route: Route,
  collections: ReadonlyMap<string, BuiltResource>,
): KeyedPath | undefined {
  const { segments } = route.shape;
  const reading = route.get("get");
  const spelled: { readonly word: string; readonly parameter: string }[] = [];
  for (let end = segments.length - 2; end > 0; end -= 2) {
    const [word, parameter] = segments.slice(end, end + 2);
    if (word?.kind !== "literal" || parameter?.kind !== "parameter") return undefined;
    spelled.unshift({ word: foldName(word.text), parameter: parameter.name });
    const owner = spelled.length > 1 ? collections.get(shapeKey(segments.slice(0, end))) : undefined;
    if (!owner) continue;
    const names = reader.facts(owner.pair.record).byFoldedName;
    const by = spelled.map(({ word, parameter }) => ({ parameter, property: [names.get(word) ?? ""] }));
    const isKnown = spelled.every(({ word }) => names.has(word));
    return isKnown && reading && answersRecord(reader, reading, owner) ? { ...owner, by } : undefined;
  }
  return undefined;
}

/**
 * The only collection with the same word and parameter at a longer path: `/admin/users/{username}` for
 * `/users/{username}`.
 */
function longerItem(
  segments: readonly ShapeSegment[],
  collections: ReadonlyMap<string, BuiltResource>,
): BuiltResource | undefined {
  const [noun, parameter, ...more] = withoutBase(segments);
  if (noun?.kind !== "literal" || parameter?.kind !== "parameter" || more.length > 0) return undefined;
  const found = [...collections.values()].filter(({ pair: { pair }, resource: { id, parents } }) => {
    const last = pair.collection.shape.segments.at(-1);
    return (
      pair.item !== undefined &&
      parents.length === 0 &&
      last?.kind === "literal" &&
      last.text === noun.text &&
      id.parameter === parameter.name
    );
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Words in front of a property's name: `by` in `/users/by/email/{email}`. */
const ASKING = /^(?:by|find|get|with|from|lookup)$/;

/** A noun and a property: `roles-by-id` in `/roles-by-id/{role-id}`, next to `/roles`. */
const NOUN_BY = /^(.+)[-_](by[-_].+)$/;

function wordOf(segment: ShapeSegment | undefined): string {
  return segment?.kind === "literal" ? segment.text : "";
}

/** True if the answer of an operation is one record of the resource. */
export function answersRecord(reader: SchemaReader, reading: Operation, { pair, resource }: BuiltResource): boolean {
  const answer = reader.answer(reading);
  const { reply } = actionRole(reader, reading, pair, resource);
  if (answer === undefined) return false;
  const shown = reply && reader.at(answer, reply);
  return pair.records.some((record) =>
    shown === undefined ? showsAll(reader, answer, record) : isSameShape(reader, shown, record),
  );
}

/**
 * True if the shown schema has all properties of a list's item. It may have more. Items with few properties do not
 * count.
 */
function showsAll(reader: SchemaReader, shown: JsonSchema, item: JsonSchema): boolean {
  const { size } = reader.facts(item).properties;
  return size >= MIN_SHOWN && sharedProperties(reader, item, shown) === size;
}

const MIN_SHOWN = 4;

/**
 * The property that each parameter contains. `undefined` if a parameter has none.
 * @param word the word in front of the parameters: `by-email`
 */
function findKeys(
  reader: SchemaReader,
  { pair: { record, noun } }: BuiltResource,
  parameters: readonly string[],
  word: string,
  built: readonly BuiltResource[],
): readonly RecordKey[] | undefined {
  const { byFoldedName, properties } = reader.facts(record);
  const isScalar = (name: string): boolean => {
    const { types } = reader.facts(properties.get(name) ?? true);
    return !["array", "object", "boolean"].some((type) => types.has(type));
  };
  const keys: RecordKey[] = [];
  for (const parameter of parameters) {
    const other = namedOther(reader, record, noun, parameter, built);
    if (other) {
      keys.push(other);
      continue;
    }
    const name = keyNames(parameter, word)
      .map((folded) => byFoldedName.get(folded))
      .find((found) => found !== undefined && isScalar(found) && !keys.some(({ property }) => property[0] === found));
    if (name === undefined) return undefined;
    keys.push({ parameter, property: [name] });
  }
  return keys;
}

/** `{flow_name}` in the path of a record with a `flow_id` and no `flow_name`: it is the name of that flow. */
function namedOther(
  reader: SchemaReader,
  record: JsonSchema,
  noun: string,
  parameter: string,
  built: readonly BuiltResource[],
): RecordKey | undefined {
  const words = nameWords(parameter);
  const thing = words.at(-1) === "name" ? words.slice(0, -1).join("") : "";
  const { byFoldedName } = reader.facts(record);
  const property = byFoldedName.get(`${thing}id`);
  if (thing === "" || sameNoun(thing, noun) || property === undefined || byFoldedName.has(`${thing}name`))
    return undefined;
  const [named, ...others] = built.filter(
    ({ pair, resource }) =>
      resource.parents.length === 0 && sameNoun(thing, pair.noun) && reader.facts(pair.record).properties.has("name"),
  );
  return named && others.length === 0 ? { parameter, property: [property], named: named.resource } : undefined;
}

/**
 * Folded names of the properties that a parameter may contain: `name` for `{rr_name}`, `tag_name` for `/tags/{tag}`,
 * `class` for `{className}`.
 */
function keyNames(parameter: string, word: string): readonly string[] {
  const words = nameWords(parameter);
  const [first, ...rest] = nameWords(word);
  const asked = (first !== undefined && rest.length > 0 && ASKING.test(first) ? rest : [first ?? "", ...rest]).join("");
  const own = foldName(parameter);
  const thing = words.at(-1) === "name" ? words.slice(0, -1).join("") : "";
  return [own, `${own}name`, words.slice(1).join(""), ...nounForms(asked), thing].filter((name) => name !== "");
}
