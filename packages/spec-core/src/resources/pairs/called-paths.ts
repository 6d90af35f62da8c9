import { getOrMake } from "../../lazy/caches.js";
import type { Operation } from "../../model/api-description.js";
import { objectProperties } from "../../schema/shape/object-properties.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import { saysUpsert } from "../ids/says-upsert.js";
import { type ShapeSegment, shapeKey } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { findPlainList } from "../shapes/list-shape.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { collectionList, collectionNoun, createsRecord } from "./is-collection.js";
import type { Pair } from "./pair-paths.js";

/** Operations whose paths consist of a noun and a verb, grouped by noun. */
interface Calls {
  readonly path: string;
  readonly segments: readonly ShapeSegment[];
  readonly noun: string;
  readonly byVerb: Map<string, Operation>;
  /** The same calls with other methods. */
  readonly alike: Operation[];
}

/**
 * Finds the pairs of an API whose paths contain verbs and whose bodies or queries contain ids: `POST /recipients/get`
 * with a `recipient_id` next to `POST /recipients/create`, or `/recipients.info` with an `id` next to
 * `/recipients.create`, or `/getRecipient` next to `/createRecipient`. A call may have several methods.
 */
export function findCalledPairs(reader: SchemaReader, routes: Routes): Pair[] {
  const groups = new Map<string, Calls>();
  for (const route of routes.all) {
    const called = readCall(reader, route);
    if (!called) continue;
    const { verb, operation, others, ...calls } = called;
    const key = shapeKey(calls.segments);
    const { byVerb, alike } = getOrMake(groups, key, () => ({ ...calls, byVerb: new Map(), alike: [] }));
    if (byVerb.has(verb)) continue;
    byVerb.set(verb, operation);
    alike.push(...others);
  }
  return [...groups.values()].flatMap((calls) => {
    const isPath = routes.find(calls.segments, "") !== undefined;
    const hasItems = routes.below(calls.segments).some(({ shape }) => shape.segments.at(-1)?.kind === "parameter");
    return (!isPath && !hasItems && pairOf(reader, calls)) || [];
  });
}

function readCall(reader: SchemaReader, { shape: { segments, suffix }, operations }: Route) {
  const last = segments.at(-1);
  const operation = ["post", "get"].flatMap((method) => operations.find((one) => one.method === method) ?? [])[0];
  if (!operation || last?.kind !== "literal" || operation.template.parameters.length > 0) return undefined;
  const others = operations.filter((one) => one !== operation);
  const [, inner, word = last.text] = /^(.+)\.([^.]+)$/.exec(last.text) ?? [];
  const around: readonly ShapeSegment[] = segments.slice(0, -1);
  const own = inner === undefined ? around : [...around, { kind: "literal" as const, text: inner }];
  const holder = own.at(-1);
  if (holder && holder.kind !== "literal") return undefined;
  const noun = foldName(holder?.text ?? "");
  const [, joined = "", thing = ""] = JOINED.exec(word) ?? [];
  const [verb = "", ...rest] = joined === "" ? nameWords(word) : [joined, thing];
  const path = operation.path.slice(0, -(word + suffix).length - 1);
  const other = rest.join("");
  if (holder && (other === "" || sameNoun(other, noun))) return { path, segments: own, noun, verb, operation, others };
  // `/permissions.createRole` and `/permissions.getRole` are operations on roles, `/createRole` and `/getRoles` as well.
  const role = other.replace(/ies$/, "y").replace(/(?<!s)s$/, "");
  if (role === "") return undefined;
  const below: readonly ShapeSegment[] = [...own, { kind: "literal", text: role }];
  const isList = other !== role && READING.includes(verb) && listsRecords(reader, operation, role);
  return { path: `${path}/${role}`, segments: below, noun: role, verb: isList ? "list" : verb, operation, others };
}

const READING = ["get", "info", "retrieve", "read", "fetch", "show"];

/** Verb and noun in one word: `getanswer`, `createanswer`. */
const JOINED = /^(create|get|list|update|edit|delete)([a-z]{3,})$/;

function pairOf(reader: SchemaReader, { path, segments, noun, byVerb, alike }: Calls): Pair | undefined {
  const of = (verbs: readonly string[]): Operation | undefined =>
    verbs.map((verb) => byVerb.get(verb)).find((operation) => operation !== undefined);
  const create = of(["create", "add", "new", "upload"]);
  const read = of(READING);
  const list = of(["list", "all"]);
  const removal = of(["delete", "remove", "destroy"]);
  const change = of(["update", "edit", "modify"]);
  const naming = read ? [read] : [removal, list && change].filter((operation) => operation !== undefined);
  const [id] = naming.flatMap(
    (operation) =>
      sentId(reader, operation, nounsOf(segments, noun)) ??
      (read && shownName(reader, read)) ??
      sentName(reader, operation, read ?? list, noun) ??
      [],
  );
  const isMade = create ? create.method === "post" : read && listsRecords(reader, list, noun);
  if (id === undefined || !isMade) return undefined;
  // Other operations belong to the record if they accept its id.
  const named = (operation: Operation | undefined): Operation | undefined =>
    operation && sentNames(reader, operation).has(id) ? operation : undefined;
  const update = named(change);
  const known = new Set([create, read, list, update, removal]);
  const acts = [...byVerb.values()].filter((one) => one.method === "post" && !known.has(one) && named(one));
  const own: ShapeSegment = { kind: "parameter", name: id };
  return {
    collection: routeOf(path, segments, { post: create, get: list }, alike),
    item: routeOf(`${path}/{${id}}`, [...segments, own], { get: read, patch: update, delete: named(removal) }, alike),
    called: { id, acts, alike },
  };
}

/**
 * The pair of a list such as `/memberships` with two other operations at its path. `PUT` creates a record or changes
 * the one with the same key. `DELETE` only receives the key. The caller checks that the `PUT` accepts the listed
 * records.
 */
export function findUpsertedPair(reader: SchemaReader, collection: Route, noun: string): Pair | undefined {
  const { path, shape } = collection;
  const [put, list, removal] = ["put", "get", "delete"].map((method) => collection.get(method));
  if (!put || !removal || collection.get("post") || shape.segments.at(-1)?.kind !== "literal") return undefined;
  if (!saysUpsert(put)) return undefined;
  const id = sentName(reader, removal, list, noun);
  if (id === undefined || !sentNames(reader, put).has(id)) return undefined;
  const own: ShapeSegment = { kind: "parameter", name: id };
  return {
    collection: routeOf(path, shape.segments, { post: put, get: list }),
    item: routeOf(`${path}/{${id}}`, [...shape.segments, own], { delete: removal }),
    called: { id, acts: [] },
  };
}

/**
 * The pair of `/projects`, where records are listed and created, and `/projects/project` or `/project`, where requests
 * contain the id. The second path may also create records. Actions are below it: `/projects/project/lock`.
 */
export function findSingularPair(reader: SchemaReader, routes: Routes, collection: Route): Pair | undefined {
  const { path, shape } = collection;
  const word = shape.segments.at(-1);
  if (word?.kind !== "literal") return undefined;
  const noun = foldName(word.text);
  const beside = collection.get("post") ? [] : routes.below(shape.segments.slice(0, -1));
  const item = [...routes.below(shape.segments), ...beside].find(({ shape: { segments } }) => {
    const last = segments.at(-1);
    return last?.kind === "literal" && foldName(last.text) !== noun && sameNoun(foldName(last.text), noun);
  });
  const read = item?.get("get");
  const create = collection.get("post") ?? item?.get("post");
  if (!item || !create || !listsRecords(reader, collection.get("get"), noun)) return undefined;
  const hasItems = routes.below(item.shape.segments).some((one) => one.shape.segments.at(-1)?.kind === "parameter");
  if (!read) return hasItems ? undefined : madeAtSingular(reader, collection, create);
  const id = sentId(reader, read, [noun]);
  if (id === undefined || reader.answer(read) === undefined) return undefined;
  const named = (operation: Operation | undefined): Operation | undefined =>
    operation && operation !== create && sentNames(reader, operation).has(id) ? operation : undefined;
  const change = named(item.get("patch") ?? item.get("post"));
  const acts = routes.below(item.shape.segments).flatMap((route) => named(route.get("post")) ?? []);
  return {
    collection: collection.get("post")
      ? collection
      : routeOf(path, shape.segments, { post: create, get: collection.get("get") }),
    item: routeOf(`${path}/{${id}}`, [...shape.segments, { kind: "parameter", name: id }], {
      get: read,
      patch: change,
      put: named(item.get("put")),
      delete: named(item.get("delete")),
    }),
    called: { id, acts },
  };
}

/** The pair of `/products/{id}/reviews` if `POST /products/{id}/review` creates the listed records. */
function madeAtSingular(reader: SchemaReader, collection: Route, create: Operation): Pair | undefined {
  const { path, shape } = collection;
  const list = collectionList(reader, collection, undefined);
  const isMade = list !== undefined && create.method === "post" && collection.operations.length === 1;
  if (!isMade || !createsRecord(reader, create, list.items, collectionNoun(collection))) return undefined;
  return { collection: routeOf(path, shape.segments, { post: create, get: collection.get("get") }), item: undefined };
}

/** Nouns that may identify the record: its own, `linktoken` for `/link/token/get`, and the segments before it. */
function nounsOf(segments: readonly ShapeSegment[], noun: string): readonly string[] {
  const before = segments.slice(0, -1).flatMap((one) => (one.kind === "literal" ? foldName(one.text) : []));
  const whole = nounForms(before.at(-1) ?? "").map((form) => form + noun);
  return [noun, ...whole, ...before.reverse()];
}

/**
 * The parameter with the id of the record to read: a text or number whose name contains the record's noun, or else `id`
 * or `uuid`.
 */
function sentId(reader: SchemaReader, operation: Operation, nouns: readonly string[]): string | undefined {
  const names = [...sentNames(reader, operation)];
  const ends = ["id", "uuid", "key", "token", ""];
  const own = nouns.flatMap((noun) => nounForms(noun).flatMap((form) => ends.map((end) => form + end)));
  const found = own.flatMap((text) => names.find((name) => foldName(name) === text) ?? []);
  return found[0] ?? names.find((name) => ["id", "uuid"].includes(foldName(name)));
}

function listsRecords(reader: SchemaReader, list: Operation | undefined, noun: string): boolean {
  const answer = reader.answer(list);
  return answer !== undefined && findPlainList(reader, answer, { noun, record: undefined }) !== undefined;
}

/**
 * The parameter that has the same name as the record in the answer: `channel` for `/conversations.info`, which returns
 * `{ ok, channel: {} }`.
 */
function shownName(reader: SchemaReader, read: Operation): string | undefined {
  const { properties } = reader.facts(reader.answer(read) ?? true);
  const found = [...sentNames(reader, read)].filter((name) => {
    const shown = properties.get(name);
    return shown !== undefined && reader.facts(shown).properties.size > 1;
  });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * The only required property of the body that the record also has: `name` for `POST /templates/info`, `email` for
 * `POST /rejects/delete`.
 */
function sentName(
  reader: SchemaReader,
  operation: Operation,
  reading: Operation | undefined,
  noun: string,
): string | undefined {
  const body = operation.method === "get" ? undefined : reader.body(operation);
  const answer = reader.answer(reading);
  if (body === undefined || answer === undefined) return undefined;
  const shown = reader.facts(findPlainList(reader, answer, { noun, record: undefined })?.items ?? answer).properties;
  const sent = objectProperties(reader.schemas, body);
  const found = [...sentNames(reader, operation)].filter((name) => sent.get(name)?.required && shown.has(name));
  return found.length === 1 ? found[0] : undefined;
}

function sentNames(reader: SchemaReader, operation: Operation): ReadonlySet<string> {
  const body = operation.method === "get" ? undefined : reader.body(operation);
  const inBody = body === undefined ? [] : [...reader.facts(body).properties];
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) => [name, schema.json] as const);
  const isPlain = ([, json]: readonly [string, (typeof inQuery)[number][1]]): boolean => {
    const { types } = reader.facts(json);
    return types.size === 0 || types.has("string") || types.has("integer");
  };
  return new Set([...inBody, ...inQuery].filter(isPlain).map(([name]) => name));
}

function routeOf(
  path: string,
  segments: readonly ShapeSegment[],
  byMethod: Readonly<Record<string, Operation | undefined>>,
  alike: readonly Operation[] = [],
): Route {
  const own = Object.values(byMethod).filter((operation) => operation !== undefined);
  return {
    path,
    shape: { segments, suffix: "" },
    operations: [...own, ...alike.filter((one) => own.some((operation) => operation.path === one.path))],
    get: (method) => byMethod[method],
  };
}
