import type { Operation } from "../../model/api-description.js";
import type { ListEntries, MemberSet, OperationRole, RecordKey } from "../../model/operation-role.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { isIds } from "../build/members.js";
import { collectionNoun } from "../pairs/is-collection.js";
import { lastLiteral, type ShapeSegment } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { findList, findPlainList } from "../shapes/list-shape.js";
import { isSameRecord } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { isHome } from "./views.js";

/**
 * The roles of a list that requests change by ids: `GET /lists/{id}/memberships` next to
 * `PUT /lists/{id}/memberships/add` and `/remove` with a list of ids, or `GET /teams/{id}/tags` next to
 * `POST /teams/{id}/change_tags` with `{ add, remove }`. `DELETE` at the list empties it. `POST` at the list adds ids,
 * if another operation removes ids. `PUT` at the list with all its ids replaces them.
 * @param isFree true if the operations of a route have no role yet
 */
export function memberSetRoles(
  reader: SchemaReader,
  routes: Routes,
  route: Route,
  built: readonly BuiltResource[],
  isFree: (list: Route) => boolean,
): [Operation, OperationRole][] {
  const { segments, suffix } = route.shape;
  const around = segments.slice(0, -1);
  if (segments.at(-1)?.kind !== "literal" || !around.some(({ kind }) => kind === "parameter")) return [];
  const own = changeOf(reader, route);
  const word = lastLiteral(segments);
  const lists = [routes.find(around, suffix), ...routes.below(around)].filter((one) => one !== undefined);
  for (const list of own ? lists : [route]) {
    const isBelow = list.shape.segments.length === around.length;
    if (!isFree(list) || (own && !isBelow && !isAbout(word, lastLiteral(list.shape.segments)))) continue;
    const changes = [...routes.below(segments), ...routes.below(around)].flatMap((other) =>
      other !== route && isChangeOf(other, list) ? (changeOf(reader, other) ?? []) : [],
    );
    const whole = own ? undefined : replacementOf(reader, list);
    const [change = own ?? whole] = changes;
    const listing = list.get("get");
    const shown = listing && change && listOf(reader, list, listing, built, change);
    if (!own && !change) return [];
    if (!listing || !shown) continue;
    const set = (part: MemberSet["part"], more: Pick<MemberSet, "adds" | "removes"> = {}): OperationRole => ({
      kind: "operation",
      members: { part, key: list.path, list: shown, ...more },
    });
    if (own) return [[own.operation, set("change", { adds: own.adds, removes: own.removes })]];
    const removal = list.get("delete");
    const adding = changes.some(({ removes }) => removes) ? list.get("post") : undefined;
    const adds = adding && sentIds(reader, adding);
    return [
      [listing, set("list")],
      ...(whole ? [[whole.operation, set("replace", { adds: whole.adds })] as [Operation, OperationRole]] : []),
      ...(removal ? [[removal, set("clear")] as [Operation, OperationRole]] : []),
      ...(adding && adds ? [[adding, set("change", { adds })] as [Operation, OperationRole]] : []),
    ];
  }
  return [];
}

function isChangeOf(change: Route, list: Route): boolean {
  const isBelow = change.shape.segments.length > list.shape.segments.length;
  return isBelow || isAbout(lastLiteral(change.shape.segments), lastLiteral(list.shape.segments));
}

/** True for `change_tags` and `tags`. */
function isAbout(word: string, noun: string): boolean {
  const [verb, ...about] = nameWords(word);
  return verb !== undefined && about.length > 0 && sameNoun(about.join(""), foldName(noun));
}

interface SetChange extends Pick<MemberSet, "adds" | "removes"> {
  readonly operation: Operation;
  /** True if the added ids replace all others. */
  readonly isWhole?: boolean;
}

/** The operation that changes the list, and the places of the added and removed ids in its body. */
function changeOf(reader: SchemaReader, route: Route): SetChange | undefined {
  if (route.shape.segments.at(-1)?.kind !== "literal") return undefined;
  const [operation, ...others] = route.operations.filter(({ method }) => method === "post" || method === "put");
  const body = operation && others.length === 0 ? reader.body(operation) : undefined;
  if (!operation || body === undefined) return undefined;
  const called = (word: RegExp): RecordPlace | undefined => {
    const [only, ...more] = [...reader.facts(body).properties].filter(
      ([name, schema]) => word.test(name) && reader.facts(schema).types.has("array") && isMembers(reader, schema),
    );
    return only && more.length === 0 ? [only[0]] : undefined;
  };
  const [adds, removes] = [called(/^(?!.*remove).*add/i), called(/remove|delete/i)];
  if (adds && removes) return { operation, adds, removes };
  const ids = sentIds(reader, operation);
  if (!ids) return undefined;
  const [verb] = nameWords(lastLiteral(route.shape.segments));
  if (verb === "add" || verb === "apply") return { operation, adds: ids };
  return verb === "remove" ? { operation, removes: ids } : undefined;
}

/** A `PUT` with all ids of the list. Its body must say that it contains ids. */
function replacementOf(reader: SchemaReader, list: Route): SetChange | undefined {
  const operation = list.get("put");
  const body = reader.body(operation);
  const adds = operation && sentIds(reader, operation);
  if (!operation || body === undefined || !adds || list.get("post")) return undefined;
  const sent = reader.facts(reader.at(body, adds) ?? body);
  const item = reader.facts(sent.items ?? true);
  const texts = [sent.json, item.json].map((json) => (typeof json === "object" ? (json.description ?? "") : ""));
  const said = [adds.at(-1)?.replace(/(?<=[a-z])I(?=ds$)/, " i"), operation.requestBody?.description, ...texts].join(
    " ",
  );
  const isOfIds = /(?:\b|_)ids?\b/i.test(said) || (typeof item.json === "object" && item.json.format === "uuid");
  return isOfIds ? { operation, adds, isWhole: true } : undefined;
}

/** The place of the ids in a body that contains nothing else: `[]`, or `["user_ids"]`. */
function sentIds(reader: SchemaReader, operation: Operation): RecordPlace | undefined {
  const body = reader.body(operation);
  if (body === undefined) return undefined;
  const { types, properties } = reader.facts(body);
  if (types.has("array")) return isIds(reader, body, "id") ? [] : undefined;
  const [only, ...others] = [...properties];
  const isList = only !== undefined && others.length === 0 && reader.facts(only[1]).types.has("array");
  return isList && isIds(reader, only[1], "id") ? [only[0]] : undefined;
}

/** True for a list of ids, or of objects with an id. */
function isMembers(reader: SchemaReader, list: JsonSchema): boolean {
  const { items } = reader.facts(list);
  return items !== undefined && (isIds(reader, items, "id") || reader.facts(items).properties.has("id"));
}

function listOf(
  reader: SchemaReader,
  route: Route,
  operation: Operation,
  built: readonly BuiltResource[],
  { adds, removes, isWhole = false }: SetChange,
): MemberSet["list"] | undefined {
  const answer = reader.answer(operation);
  const found = answer && findPlainList(reader, answer, { noun: collectionNoun(route), record: undefined });
  if (!found) return undefined;
  const names = [...reader.facts(found.items).properties.keys()];
  // Both `user_ids` and `member_user_ids` contain the `user_id` of the items.
  const sent = nounForms(foldName((adds ?? removes)?.at(-1) ?? ""));
  const named = names.filter((name) => foldName(name) !== "id" && sent.some((form) => form.endsWith(foldName(name))));
  const usual = names.includes("id") ? ["id"] : names.filter((name) => /(?:_id|Id|ID)$/.test(name));
  const [only, ...others] = named.length === 1 ? named : usual;
  if (only === undefined || others.length > 0) return undefined;
  const home = built.find(
    (one) =>
      one.resource.parents.length === 0 &&
      isHome(reader, one) &&
      isSameRecord(reader, found.items, one.pair.record) &&
      sameNoun(one.pair.noun, foldName(lastLiteral(route.shape.segments))),
  );
  // If the items are records of a resource, such an operation is an action that adds links.
  if (home && !isWhole && !(adds && removes) && sent.length > 0) return undefined;
  return { itemsAt: found.at, idAt: [only], ...(home && { resource: home.resource }) };
}

/**
 * The roles of a list with items that requests add and remove one by one: `GET /user/starred` next to `PUT` and
 * `DELETE /user/starred/{owner}/{repo}`, or `GET /libraries/{id}/share` next to `PUT` and `DELETE` with the item.
 * @param isFree true if the operations of a route have no role yet
 */
export function listEntryRoles(
  reader: SchemaReader,
  routes: Routes,
  route: Route,
  isFree: (list: Route) => boolean,
): [Operation, OperationRole][] {
  const { segments, suffix } = route.shape;
  const isNaming = segments.slice(-2).every(({ kind }) => kind === "parameter");
  const list = isNaming ? routes.find(segments.slice(0, -2), suffix) : route;
  if (!list || !isFree(list) || list.shape.segments.at(-1)?.kind !== "literal") return [];
  const [naming] = routes.below([...list.shape.segments, PARAMETER]).filter(isToggled);
  const isSent = list.get("delete") !== undefined && !list.get("put") !== !list.get("post");
  if (!naming && !isSent) return [];
  const reading = list.get("get");
  const answer = reader.answer(reading);
  const noun = collectionNoun(list);
  const found = answer === undefined ? undefined : findList(reader, answer, { noun, record: undefined });
  // A document such as `{ watchCount, watchers }` counts as the list if the list has the noun of the path.
  if (!found?.isPlain && !sameNoun(foldName(found?.at.at(-1) ?? ""), noun)) return [];
  if (!reading || !found || reader.facts(found.items).properties.size === 0) return [];
  const by = naming ? pathKeys(reader, naming, found.items) : sentKeys(reader, list, found.items);
  if (by.length === 0) return [];
  const { schemas } = reader;
  const entries = { key: list.path, itemsAt: found.at, items: schemas.schemaOf(found.items), by };
  const roleOf = (part: ListEntries["part"]): OperationRole => ({ kind: "operation", entries: { part, ...entries } });
  if (naming && route !== naming && route !== list) return [];
  const roles: [Operation | undefined, ListEntries["part"]][] = [];
  if (route === list) roles.push([reading, "list"]);
  if (!naming || route === naming) {
    if (naming) roles.push([route.get("get"), "has"]);
    roles.push([route.get("put"), "add"], [route.get("post"), "add"], [route.get("delete"), "remove"]);
  }
  return roles.flatMap(([operation, part]): [Operation, OperationRole][] =>
    operation ? [[operation, roleOf(part)]] : [],
  );
}

const PARAMETER: ShapeSegment = { kind: "parameter", name: "" };

/**
 * True if a path has `DELETE`, and `PUT` or `POST`, for one item. A `GET` there must have no body: its status shows
 * whether the item exists.
 */
function isToggled(route: Route): boolean {
  if (!route.get("delete") || !(route.get("put") ?? route.get("post"))) return false;
  if (!route.shape.segments.slice(-2).every(({ kind }) => kind === "parameter")) return false;
  const answers = route.get("get")?.responses;
  return (
    answers === undefined ||
    (answers.every(({ content }) => content.length === 0) && answers.some(({ status }) => status === "404"))
  );
}

/** The properties that the last two parameters of a path contain: `owner.login` for `{owner}`, `name` for `{repo}`. */
function pathKeys(reader: SchemaReader, { shape }: Route, items: JsonSchema): readonly RecordKey[] {
  const { byFoldedName } = reader.facts(items);
  const isPlain = (json: JsonSchema | undefined): boolean => {
    const { types } = reader.facts(json ?? false);
    return types.has("string") || types.has("integer");
  };
  return shape.segments.slice(-2).flatMap((segment, index) => {
    if (segment.kind !== "parameter") return [];
    const words = nameWords(segment.name);
    const own = [foldName(segment.name), ...(words.length > 1 ? [words[0] ?? "", words.slice(1).join("")] : [])];
    const names = (index === 1 ? [...own, ...NAMES] : own).flatMap((name) => byFoldedName.get(name) ?? []);
    for (const name of names) {
      const json = reader.at(items, [name]);
      if (isPlain(json)) return [{ parameter: segment.name, property: [name] }];
      const inner = NAMES.map((one) => reader.facts(json ?? true).byFoldedName.get(one));
      const called = inner.find((one) => one !== undefined && isPlain(reader.at(items, [name, one])));
      if (called !== undefined) return [{ parameter: segment.name, property: [name, called] }];
    }
    return [{ parameter: segment.name, property: [] }];
  });
}

/** Properties that identify a thing in a path, the most likely first. */
const NAMES = ["login", "username", "slug", "name", "key", "id"];

/** The properties that identify an item in the list's `DELETE`. `PUT` must send the item, or `POST` a plain string. */
function sentKeys(reader: SchemaReader, list: Route, items: JsonSchema): readonly RecordKey[] {
  const removing = list.get("delete");
  const [put, post, removal] = [reader.body(list.get("put")), reader.body(list.get("post")), reader.body(removing)];
  if (!removing) return [];
  const known = reader.facts(items).properties;
  const isText = post !== undefined && reader.facts(post).types.has("string") && reader.facts(post).types.size === 1;
  const sent = removal === undefined ? [] : [...reader.facts(removal).properties.keys()];
  const { json } = reader.facts(removal ?? true);
  const required = typeof json === "object" ? (json.required ?? []) : [];
  const asked = removing.parameters.filter((one) => one.in === "query").map(({ name }) => name);
  const names = (required.length > 0 ? required : [...sent, ...asked]).filter((name) => {
    const { types } = reader.facts(known.get(name) ?? false);
    return types.has("string") || types.has("integer");
  });
  const isItem = put !== undefined && names.length > 0 && names.every((name) => reader.facts(put).properties.has(name));
  const isMeant = isItem || (isText && names.length === 1);
  return isMeant ? names.map((name) => ({ parameter: name, property: [name] })) : [];
}
