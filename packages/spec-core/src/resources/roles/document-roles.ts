import type { Operation } from "../../model/api-description.js";
import type { OperationRole, Role } from "../../model/operation-role.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { lastLiteral } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { askedRole, usersOf } from "./asked-roles.js";
import { bulkVerb } from "./bulk-roles.js";
import type { KeyedRoles } from "./keyed-paths.js";
import type { KnownPaths, RoleRule } from "./known-paths.js";
import { isCreating } from "./making-roles.js";
import { findMixedLists } from "./mixed-lists.js";
import { recordPartRoles } from "./record-parts.js";
import { singletonRoles } from "./singleton.js";
import { isSearchWord, type ViewFinder } from "./views.js";

/**
 * The roles at a path that is neither a collection nor an item path. The first of these that fits: a list, a record
 * with a key, an existence check, a lookup, a part of a record, a singleton.
 */
export function documentRoles(findView: ViewFinder, keyedRoles: KeyedRoles): RoleRule {
  return (paths, route) => {
    const { reader, routes } = paths;
    const lists = listRoles(paths, route, findView);
    if (lists.length > 0) return lists;
    const keyed = keyedRoles.at(route);
    if (keyed.length > 0) return keyed;
    const reading = route.get("get");
    const exists = reading && existence(paths, route, reading, keyedRoles);
    if (reading && exists) return [[reading, exists]];
    const [only] = route.operations;
    const lookup = only && route.operations.length === 1 ? askedRole(paths, route, only) : undefined;
    if (only && lookup) return [[only, lookup]];
    const { segments } = route.shape;
    const last = segments.at(-1);
    const owner = last?.kind === "literal" ? paths.itemAt(segments.slice(0, -1)) : undefined;
    const parts = last?.kind === "literal" && owner ? recordPartRoles(reader, route, last.text, owner) : [];
    if (parts.length > 0) return parts;
    // After its `DELETE` the next record would be shown.
    const first = reading && !route.get("delete") ? usersOf(paths, route.shape, reading)?.resource : undefined;
    return singletonRoles(reader, routes, withEdit(routes, route), first);
  };
}

/**
 * The roles of operations that list records of other paths: `GET`, or `POST` if its path or body shows that it
 * searches.
 */
function listRoles({ reader, built }: KnownPaths, route: Route, findView: ViewFinder): [Operation, Role][] {
  const isWritten = route.get("put") !== undefined || route.get("patch") !== undefined;
  const reading = isWritten ? undefined : route.get("get");
  const mixes = reading && findMixedLists(reader, built, route, reading);
  if (reading && mixes) return [[reading, { kind: "operation", mixes }]];
  const view = reading && findView(route, reading);
  const { segments } = route.shape;
  const last = segments.at(-1);
  const isSearching =
    [segments[0], last].some((one) => one?.kind === "literal" && isSearch(one.text)) || takesKeys(reader, route);
  const isOnly = route.operations.length === (view ? 2 : 1);
  const search = isOnly && last?.kind === "literal" && isSearching ? route.get("post") : undefined;
  // The noun of `POST /orders/search` and `POST /orders/batch/read` is `orders`.
  const isApart = bulkVerb(lastLiteral(segments.slice(0, -1))) === "each";
  const found = search && findView(route, search, foldName(lastLiteral(segments.slice(0, isApart ? -2 : -1))));
  return [
    ...(reading && view ? [[reading, view] as [Operation, Role]] : []),
    ...(search && found ? [[search, found] as [Operation, Role]] : []),
  ];
}

/** The role of `GET /users/{id}/exists`, which returns a boolean. */
function existence(
  { reader, routes, itemAt }: KnownPaths,
  { shape: { segments, suffix } }: Route,
  reading: Operation,
  keyedRoles: KeyedRoles,
): OperationRole | undefined {
  const last = segments.at(-1);
  if (last?.kind !== "literal" || !/^exists?$/i.test(last.text)) return undefined;
  const around = segments.slice(0, -1);
  const owner = itemAt(around);
  const above = owner ? undefined : routes.find(around, suffix);
  const named = above && keyedRoles.named(above);
  const { resource } = owner ?? named ?? {};
  const isTold = (name: string, json: JsonSchema): boolean =>
    /^(?:exists?|is_?present|found)$/i.test(name) && reader.facts(json).types.has("boolean");
  const at = resource && findMember(reader, reader.answer(reading) ?? true, isTold);
  return resource && at ? { kind: "operation", exists: { resource, at, by: named?.by ?? [] } } : undefined;
}

/** The place of a property in the answer, or in an object directly inside the answer. */
export function findMember(
  reader: SchemaReader,
  answer: JsonSchema,
  isMeant: (name: string, json: JsonSchema) => boolean,
): RecordPlace | undefined {
  const outer = [...reader.facts(answer).properties];
  const own = outer.find(([name, json]) => isMeant(name, json));
  if (own) return [own[0]];
  for (const [holder, json] of outer) {
    const inner = [...reader.facts(json).properties].find(([name, member]) => isMeant(name, member));
    if (inner) return [holder, inner[0]];
  }
  return undefined;
}

/**
 * True for `POST /users/usernames` with a list of keys that returns a list. False for "Add unsubscribes", which creates
 * records.
 */
function takesKeys(reader: SchemaReader, route: Route): boolean {
  const post = route.get("post");
  if (post && isCreating(post)) return false;
  const [body, answer] = [reader.body(post), reader.answer(post)].map((json) =>
    json === undefined ? undefined : reader.facts(json),
  );
  const items = body?.types.has("array") ? body.items : undefined;
  const { types } = reader.facts(items ?? true);
  return (types.has("string") || types.has("integer")) && answer?.types.has("array") === true;
}

/** True for the last word of `POST /users/search` or `POST /orders/batch-retrieve`, whose body selects the records. */
function isSearch(word: string): boolean {
  return isSearchWord(word) || bulkVerb(word) === "read";
}

const EDITS = ["edit", "update", "save", "set"];

/**
 * The path that an operation edits: `/settings` for `POST /settings/edit`. The shorter path must have `GET` and nothing
 * else.
 */
export function editedRoute(routes: Routes, { shape: { segments, suffix }, operations }: Route): Route | undefined {
  const last = segments.at(-1);
  const isEdit = last?.kind === "literal" && EDITS.includes(last.text) && operations.length === 1;
  const edited = isEdit ? routes.find(segments.slice(0, -1), suffix) : undefined;
  return edited?.operations.length === 1 && edited.get("get") ? edited : undefined;
}

/** Adds the operation that edits the document one word further: `POST /settings/edit` to `GET /settings`. */
function withEdit(routes: Routes, route: Route): Route {
  const edit = routes.below(route.shape.segments).find((one) => editedRoute(routes, one) === route);
  return edit ? { ...route, get: (method) => route.get(method) ?? edit.get(method) } : route;
}
