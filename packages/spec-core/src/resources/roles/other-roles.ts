import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { Role, SingletonRole } from "../../model/operation-role.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import type { BuiltResource } from "../build/build-resources.js";
import { isReference } from "../build/members.js";
import { inferListConvention } from "../lists/infer-list-convention.js";
import { searchesRecords } from "../pairs/pair-paths.js";
import { lastLiteral, type ShapeSegment, shapeKey } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { manyWrites } from "../shapes/many-records.js";
import { isSameRecord } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { changedSet } from "./added-links.js";
import {
  actsRole,
  askedRole,
  bulkRole,
  bulkVerb,
  childrenRole,
  foundByQuery,
  makingRole,
  mergingRole,
  selectedActs,
} from "./bulk-roles.js";
import type { RoleFinder } from "./crud-roles.js";
import { createKeyedRoles } from "./keyed-paths.js";
import { listEntryRoles, memberSetRoles } from "./member-set.js";
import { findMixedLists } from "./mixed-lists.js";
import { partRole, recordPartRoles } from "./record-parts.js";
import { actionRole, listPlace } from "./record-roles.js";
import { savedSetRoles } from "./saved-set.js";
import { singletonAction, singletonRoles } from "./singleton.js";
import { createViewFinder, isSearchWord } from "./views.js";

/**
 * The roles of what stands outside pairs: views, singletons, actions and a few other ways to records. Worked out path by path,
 * when an operation there is first asked for; `undefined` for one that has none of them.
 */
export function otherRoles(
  reader: SchemaReader,
  routes: Routes,
  built: readonly BuiltResource[],
  pairRole: RoleFinder,
): RoleFinder {
  const roles = new Map<Operation, Role>();
  const done = new Set<Route>();
  const findView = createViewFinder(reader, routes, built);
  const keyedRoles = createKeyedRoles(reader, routes, built);
  const collections = new Map(
    built.map((one) => {
      const { collection } = one.pair.pair;
      return [routes.find(collection.shape.segments, collection.shape.suffix) ?? collection, one];
    }),
  );
  const items = new Map<string, BuiltResource>();
  const byPath = new Map<string, BuiltResource>();
  for (const one of built) {
    const { item, collection } = one.pair.pair;
    byPath.set(shapeKey(collection.shape.segments), one);
    if (item) items.set(shapeKey(item.shape.segments), one);
  }
  const bulkParts = {
    reader,
    collectionAt(segments: readonly ShapeSegment[], suffix: string) {
      const collection = routes.find(segments, suffix);
      return collection && collections.get(collection);
    },
    calledAt: (segments: readonly ShapeSegment[]) => byPath.get(shapeKey(segments)),
    collectionsBelow(segments: readonly ShapeSegment[]) {
      return built.filter(({ pair: { pair } }) => {
        const own = pair.collection.shape.segments;
        return own.at(-1)?.kind === "literal" && shapeKey(own.slice(0, -1)) === shapeKey(segments);
      });
    },
    selecting: (owner: BuiltResource, operation: Operation) => selecting(owner, operation, {}),
  };
  return (operation) => {
    const route = routes.of(operation);
    if (route && !done.has(route)) {
      done.add(route);
      assignRoles(route);
    }
    return roles.get(operation);
  };

  function assignRoles(route: Route): void {
    const edited = editedRoute(routes, route);
    if (edited && !done.has(edited)) {
      done.add(edited);
      assignRoles(edited);
    }
    assignCount(route);
    const isFree = (one: Route): boolean => !one.operations.some((operation) => pairRole(operation));
    const isOpen = isFree(route) && !route.operations.some((operation) => roles.get(operation));
    const members = () => memberSetRoles(reader, routes, route, built, isFree);
    const sets = isOpen ? [...savedSetRoles(reader, routes, route), ...members()] : [];
    if (isOpen && sets.length === 0) sets.push(...listEntryRoles(reader, routes, route, isFree));
    for (const [operation, role] of sets) roles.set(operation, role);
    for (const operation of route.operations) {
      if (pairRole(operation) || roles.has(operation)) continue;
      const role =
        bulkRole(bulkParts, route, operation) ??
        mergingRole(bulkParts, route, operation) ??
        makingRole(bulkParts, route, operation) ??
        childrenRole(bulkParts, route, operation);
      if (role) roles.set(operation, role);
    }
    if (!route.operations.some((operation) => pairRole(operation) ?? roles.get(operation))) {
      for (const [operation, role] of documentRoles(route)) roles.set(operation, role);
    }
    if (collections.has(route)) {
      assignAsked(route);
      assignRemoval(route);
      assignSearch(route);
      for (const method of ["put", "patch"]) assignManyWrites(route, method);
    } else {
      assignNestedRemoval(route);
      assignActs(route);
      assignActions(route);
    }
    assignHead(route);
  }

  /** `GET /pets/count`, or `POST /pets/count` with conditions in its body, which answers a number. */
  function assignCount(route: Route): void {
    const counting = route.get("get") ?? route.get("post");
    if (!counting || roles.has(counting)) return;
    const owner = collectionBefore(route, /^(?:total_?)?count$/i);
    const at = owner && findNumber(reader, counting);
    if (!owner || !at) return;
    roles.set(counting, { kind: "operation", counts: selecting(owner, counting, { at }) });
  }

  /** The collection that a path goes on from by one word. */
  function collectionBefore({ shape: { segments, suffix } }: Route, word: RegExp): BuiltResource | undefined {
    const last = segments.at(-1);
    if (last?.kind !== "literal" || !word.test(last.text)) return undefined;
    const collection = routes.find(segments.slice(0, -1), suffix);
    return collection && collections.get(collection);
  }

  /** The records of a collection that an operation selects by its query and body. */
  function selecting<T extends object>(
    { pair, resource }: BuiltResource,
    operation: Operation,
    more: T,
    hasBody = operation.method !== "get",
  ) {
    const { list, record, noun, id } = pair;
    const found = list?.found ?? { at: [], items: record, isPlain: true };
    const answer = list?.answer ?? record;
    const place = { place: resource.id.property, parameter: id.parameter };
    const input = { operation, answer, found, record, id: place, noun, hasBody };
    return lazily({ resource, ...more }, { list: () => inferListConvention(reader, input) });
  }

  /** The first reading that fits a path which is neither a collection nor an item path. */
  function documentRoles(route: Route): [Operation, Role][] {
    const reading = route.get("get");
    const isWritten = route.get("put") !== undefined || route.get("patch") !== undefined;
    const mixes = reading && !isWritten ? findMixedLists(reader, built, route, reading) : undefined;
    if (reading && mixes) return [[reading, { kind: "operation", mixes }]];
    const view = reading && !isWritten ? findView(route, reading) : undefined;
    const { segments } = route.shape;
    const last = segments.at(-1);
    const isSearching =
      [segments[0], last].some((one) => one?.kind === "literal" && isSearch(one.text)) || takesKeys(reader, route);
    const isOnly = route.operations.length === (view ? 2 : 1);
    const search = isOnly && last?.kind === "literal" && isSearching ? route.get("post") : undefined;
    // `POST /orders/search` and `POST /orders/batch/read` are about orders.
    const isApart = bulkVerb(lastLiteral(segments.slice(0, -1))) === "each";
    const found = search && findView(route, search, foldName(lastLiteral(segments.slice(0, isApart ? -2 : -1))));
    if (view ?? found)
      return [
        ...(reading && view ? [[reading, view] as [Operation, Role]] : []),
        ...(search && found ? [[search, found] as [Operation, Role]] : []),
      ];
    const keyed = keyedRoles.at(route);
    if (keyed.length > 0) return [...keyed];
    const around = segments.slice(0, -1);
    const owner = items.get(shapeKey(around));
    const isAsked = reading && last?.kind === "literal" && /^(?:exists|exist)$/i.test(last.text);
    const above = isAsked && !owner ? routes.find(around, route.shape.suffix) : undefined;
    const named = above && keyedRoles.named(above);
    const asked = owner ?? named;
    const told =
      isAsked && asked
        ? findMember(reader, reader.answer(reading) ?? true, (name, json) => isExistence(reader, name, json))
        : undefined;
    if (reading && asked && told)
      return [[reading, { kind: "operation", exists: { resource: asked.resource, at: told, by: named?.by ?? [] } }]];
    const [only] = route.operations;
    const lookup = only && route.operations.length === 1 ? askedRole(bulkParts, route, only) : undefined;
    if (only && lookup) return [[only, lookup]];
    const parts = last?.kind === "literal" && owner ? recordPartRoles(reader, route, last.text, owner) : [];
    if (parts.length > 0) return parts;
    return singletonRoles(reader, routes, withEdit(routes, route));
  }

  function assignActs(route: Route): void {
    for (const operation of route.operations) {
      if (SAFE_METHODS.has(operation.method) || pairRole(operation) || roles.has(operation)) continue;
      const acts = actsRole(bulkParts, route, operation);
      if (acts) roles.set(operation, acts);
    }
  }

  function assignActions(route: Route): void {
    for (const operation of route.operations) {
      if (SAFE_METHODS.has(operation.method) || pairRole(operation) || roles.has(operation)) continue;
      const keyed = keyedRoles.below(route, operation);
      const owner = itemAround(route.shape.segments) ?? itemBehindVerb(route.shape.segments);
      if (keyed) roles.set(operation, keyed);
      if (keyed || !owner) continue;
      const { resource, pair } = owner;
      const set = changedSet(reader, routes, route, operation, showsAdded);
      const document = set ? undefined : actedDocument(route, operation);
      const more = { ...(set && { set }), ...(document && { document }) };
      const action = (): Role => Object.assign(actionRole(reader, operation, pair, resource), more);
      roles.set(operation, partRole(reader, operation, owner) ?? action());
    }
  }

  /** The document of `/customers/{id}/subscription` that `POST /customers/{id}/subscription/pause` changes. */
  function actedDocument({ shape: { segments, suffix } }: Route, operation: Operation): SingletonRole | undefined {
    const isVerb = operation.method === "post" && segments.at(-1)?.kind === "literal";
    const above = isVerb ? routes.find(segments.slice(0, -1), suffix) : undefined;
    const reading = above?.get("get");
    if (!above || !reading) return undefined;
    if (!done.has(above)) {
      done.add(above);
      assignRoles(above);
    }
    const role = roles.get(reading);
    return role?.kind === "singleton" ? singletonAction(reader, operation, role) : undefined;
  }

  /** True if actions add to the list at a path. */
  function showsAdded(list: Route): boolean {
    if (!done.has(list)) {
      done.add(list);
      assignRoles(list);
    }
    const reading = list.get("get");
    const role = reading && roles.get(reading);
    return role?.kind === "view" && role.scope.some(({ through }) => through?.shows === "added");
  }

  /** `GET /user?email=`: it answers one record. */
  function assignAsked(route: Route): void {
    const reading = route.get("get");
    const owner = collections.get(route);
    const role =
      reading && owner && !pairRole(reading) && !roles.has(reading)
        ? foundByQuery(bulkParts, owner, reading)
        : undefined;
    // With pages it is a list, whatever the schema of its answer says.
    const { limit, page, offset, cursor } = role?.finds?.list ?? {};
    if (reading && role && !(limit ?? page ?? offset ?? cursor)) roles.set(reading, role);
  }

  /** `DELETE /pets?status=sold`: its query, or its body, says which records it means. */
  function assignRemoval(route: Route): void {
    const removal = route.get("delete");
    const owner = collections.get(route);
    if (!removal || !owner || pairRole(removal)) return;
    const isSelecting = removal.requestBody !== undefined || removal.parameters.some((one) => one.in === "query");
    // Without a list, a `DELETE` that selects nothing may mean anything.
    if (owner.pair.list || isSelecting)
      roles.set(removal, { kind: "operation", removes: selecting(owner, removal, {}) });
  }

  /** `DELETE /keys/{id}`, where several collections below parents make keys and none of them has a path to one. */
  function assignNestedRemoval(route: Route): void {
    const removal = route.get("delete");
    const [word, id] = route.shape.segments.slice(-2);
    if (!removal || word?.kind !== "literal" || id?.kind !== "parameter" || roles.has(removal)) return;
    if (route.shape.segments.filter(({ kind }) => kind === "parameter").length > 1) return;
    const from = built.filter(({ pair: { pair, roles: own }, resource }) => {
      const last = pair.collection.shape.segments.at(-1);
      const isSame = last?.kind === "literal" && last.text === word.text;
      return isSame && !pair.item && own.create && own.list && resource.parents.length > 0;
    });
    if (from.length > 1) roles.set(removal, { kind: "operation", removesFrom: from.map(({ resource }) => resource) });
  }

  /** `POST /pets` with `ids`, which makes none and answers a list of them. */
  function assignSearch(route: Route): void {
    const search = route.get("post");
    const owner = collections.get(route);
    if (!search || !owner || pairRole(search)) return;
    const { record, noun } = owner.pair;
    const view = searchesRecords(reader, search, record, noun) ? findView(route, search) : undefined;
    if (view) roles.set(search, view);
  }

  /** `PUT /pets` with a list of pets, or with their ids and what changes in each. */
  function assignManyWrites(route: Route, method: string): void {
    const operation = route.get(method);
    const owner = collections.get(route);
    if (!operation || !owner || pairRole(operation)) return;
    const acts = filteredPatch(operation, owner) ?? selectedActs(bulkParts, operation, owner, []);
    if (acts) roles.set(operation, acts);
    const { resource, pair } = owner;
    const [idName] = resource.id.property ?? [];
    // JSON:API, "Updating To-Many Relationships": the list takes the place of all members.
    const mode = isReference(reader, pair) ? "replace" : undefined;
    const writes = manyWrites(reader, operation, { record: pair.record, noun: pair.noun, idName, mode });
    if (!writes) return;
    roles.set(operation, {
      kind: "operation",
      writes: lazily({ resource, ...writes }, { reply: () => listPlace(reader, operation, pair) }),
    });
  }

  /** `PATCH /todos?id=eq.7` with properties of a todo: the query selects the records that change. */
  function filteredPatch(operation: Operation, owner: BuiltResource): Role | undefined {
    const { pair, resource } = owner;
    const body = operation.method === "patch" ? reader.body(operation) : undefined;
    if (body === undefined || !isSameRecord(reader, body, pair.record)) return undefined;
    const { list } = selecting(owner, operation, {}, false);
    const acts = {
      resource,
      list,
      isByQuery: true,
      words: "update",
      body: [],
      reply: listPlace(reader, operation, pair),
    };
    return list.filters.length === 0 ? undefined : { kind: "operation", acts };
  }

  /** The innermost resource whose item path these segments begin with. */
  function itemAround(segments: readonly ShapeSegment[]): BuiltResource | undefined {
    for (let length = segments.length; length > 0; length -= 1) {
      const found = items.get(shapeKey(segments.slice(0, length)));
      if (found) return found;
    }
    return undefined;
  }

  /** The resource of `POST /orders/cancel/{id}`, beside `/orders/{id}` with a parameter of that name. */
  function itemBehindVerb(segments: readonly ShapeSegment[]): BuiltResource | undefined {
    const [verb, id] = segments.slice(-2);
    if (verb?.kind !== "literal" || id?.kind !== "parameter") return undefined;
    const owner = items.get(shapeKey([...segments.slice(0, -2), id]));
    return owner?.resource.id.parameter === id.name ? owner : undefined;
  }

  /** RFC 9110, 9.3.2: what `GET` says, without the body. */
  function assignHead(route: Route): void {
    const head = route.get("head");
    const reading = route.get("get");
    const owner = collections.get(route);
    // `HEAD /projects?name=`: whether there is such a project.
    if (head && owner && !pairRole(head) && head.responses.some(({ status }) => status === "404")) {
      const { list } = selecting(owner, head, {});
      const role = { kind: "read", resource: owner.resource, reply: [] } as const;
      const isAsked = list.filters.some(({ operator }) => operator === "eq");
      if (isAsked) return void roles.set(head, { kind: "operation", finds: { role, by: [], list } });
    }
    const role = reading && (pairRole(reading) ?? roles.get(reading));
    if (head && role) roles.set(head, role);
  }
}

/** The number of an answer: the one called so, also one object further in, else the only one. `[]` when it is the answer. */
function findNumber(reader: SchemaReader, operation: Operation): RecordPlace | undefined {
  const answer = reader.answer(operation);
  if (answer === undefined) return undefined;
  const isNumber = (json: JsonSchema): boolean => {
    const { types } = reader.facts(json);
    return types.has("integer") || types.has("number");
  };
  if (isNumber(answer)) return [];
  const named = findMember(reader, answer, (name, json) => /^(?:total_?)?count$|^total$/i.test(name) && isNumber(json));
  if (named) return named;
  const numbers = [...reader.facts(answer).properties].filter(([, schema]) => isNumber(schema));
  return numbers.length === 1 ? numbers.map(([name]) => name) : undefined;
}

/** The place of a property, or of one of an object that the answer is wrapped in. */
function findMember(
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

function isExistence(reader: SchemaReader, name: string, json: JsonSchema): boolean {
  return /^(?:exists?|is_?present|found)$/i.test(name) && reader.facts(json).types.has("boolean");
}

const EDITS = ["edit", "update", "save", "set"];

/** `/settings` of `POST /settings/edit`, where nothing is written at the shorter path. */
function editedRoute(routes: Routes, { shape: { segments, suffix }, operations }: Route): Route | undefined {
  const last = segments.at(-1);
  const isEdit = last?.kind === "literal" && EDITS.includes(last.text) && operations.length === 1;
  const edited = isEdit ? routes.find(segments.slice(0, -1), suffix) : undefined;
  return edited?.operations.length === 1 && edited.get("get") ? edited : undefined;
}

/** A path that is only read, with what edits it one word further. */
function withEdit(routes: Routes, route: Route): Route {
  const edit = routes.below(route.shape.segments).find((one) => editedRoute(routes, one) === route);
  return edit ? { ...route, get: (method) => route.get(method) ?? edit.get(method) } : route;
}

/** `POST /users/usernames` with a list of texts, which answers a list. */
function takesKeys(reader: SchemaReader, route: Route): boolean {
  const post = route.get("post");
  const [body, answer] = [reader.body(post), reader.answer(post)].map((json) =>
    json === undefined ? undefined : reader.facts(json),
  );
  const items = body?.types.has("array") ? body.items : undefined;
  const { types } = reader.facts(items ?? true);
  return (types.has("string") || types.has("integer")) && answer?.types.has("array") === true;
}

/** `POST /users/search`, `POST /orders/batch-retrieve`: what is looked for stands in the body. */
function isSearch(word: string): boolean {
  return isSearchWord(word) || bulkVerb(word) === "read";
}

/** RFC 9110, 9.2.1, and QUERY: they change nothing. */
const SAFE_METHODS = new Set(["get", "head", "options", "trace", "query"]);
