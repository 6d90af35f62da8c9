import { foldName } from "../../words/fold-name.js";
import { isPlural, sameNoun } from "../../words/same-noun.js";
import { lastLiteral, segmentNames } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { findVerbCollection, withMethods } from "../routes/verb-paths.js";
import { hasMost } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { collectionList, endsInLiteral, isCollection, readRecord } from "./is-collection.js";

/**
 * The plural collection of a singular item path: `/users` for `/user/{id}` or `/users/user/{id}`. `undefined` if the
 * collection has another item path.
 */
export function pluralCollection(
  reader: SchemaReader,
  routes: Routes,
  item: Route,
  paired: ReadonlySet<string>,
): Route | undefined {
  const before = item.shape.segments.slice(0, -1);
  const noun = before.at(-1);
  if (noun?.kind !== "literal") return undefined;
  const around = before.slice(0, -1);
  const one = foldName(noun.text);
  const beside = routes.below(around).find((route) => {
    const last = route.shape.segments.at(-1);
    if (last?.kind !== "literal" || last.text === noun.text || !sameNoun(foldName(last.text), one)) return false;
    return !paired.has(route.path) && isCollection(reader, route, item);
  });
  if (beside) return beside;
  const many = around.at(-1);
  const above = many?.kind === "literal" && isPlural(foldName(many.text), foldName(noun.text)) ? around : undefined;
  const collection = above && routes.find(above, item.shape.suffix);
  return collection && !paired.has(collection.path) && isCollection(reader, collection, item) ? collection : undefined;
}

/** Adds a list at the plural path to the collection that creates the records: `GET /users` to `POST /user`. */
export function withListBeside(reader: SchemaReader, routes: Routes, collection: Route): Route {
  const { segments } = collection.shape;
  const one = foldName(lastLiteral(segments.slice(-1)));
  if (!collection.get("post") || one === "" || collectionList(reader, collection, undefined)) return collection;
  const beside = routes.below(segments.slice(0, -1)).find((route) => {
    const isMany = isPlural(foldName(lastLiteral(route.shape.segments.slice(-1))), one);
    return isMany && !route.get("post") && collectionList(reader, route, undefined)?.isPlain;
  });
  return beside ? withMethods(collection, [["get", beside.get("get")]]) : collection;
}

/**
 * The collection of an item path that has its parents behind the noun: `/organizations/{org}/teams` for
 * `/teams/{org}/{team}`. Both must have the same parents, and the list must show the records that the item path reads.
 */
export function nestedCollection(
  reader: SchemaReader,
  routes: Routes,
  item: Route,
  paired: ReadonlySet<string>,
): Route | undefined {
  const at = item.shape.segments.findLastIndex(({ kind }) => kind !== "parameter");
  const noun = item.shape.segments[at];
  const names = item.shape.segments.flatMap(segmentNames);
  const parents = names.slice(0, -1);
  const areBehind = item.shape.segments.length === at + 1 + names.length;
  if (noun?.kind !== "literal" || parents.length === 0 || !areBehind) return undefined;
  const record = readRecord(reader, item, foldName(noun.text));
  const found = routes.all.filter((route) => {
    const { segments } = route.shape;
    if (paired.has(route.path) || route.get("post") === undefined || lastLiteral(segments) !== noun.text) return false;
    const isBelow = endsInLiteral(segments) && segments.flatMap(segmentNames).join("/") === parents.join("/");
    const listed = isBelow ? collectionList(reader, route, undefined)?.items : undefined;
    if (listed === undefined || record === undefined) return false;
    return hasMost(reader, listed, record);
  });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * An item path made from two verbs: `PUT /agents/{id}/tools/{tool}` from `/agents/{id}/tools/attach/{tool}`, and its
 * `DELETE` from `detach`.
 */
export function attachedItem(reader: SchemaReader, routes: Routes, attach: Route): Route | undefined {
  const { segments, suffix } = attach.shape;
  const [verb, last] = segments.slice(-2);
  const around = segments.slice(0, -2);
  const opposite = verb?.kind === "literal" ? OPPOSITES.get(verb.text.toLowerCase()) : undefined;
  if (opposite === undefined || last?.kind !== "parameter") return undefined;
  const list = routes.find(around, suffix);
  if (!list?.get("get")) return undefined;
  // If the record above contains the list, the verbs change that record instead.
  const above = reader.answer(routes.find(around.slice(0, -1), suffix)?.get("get"));
  if (reader.facts(above ?? true).byFoldedName.has(foldName(lastLiteral(around)))) return undefined;
  const detach = routes.find([...around, { kind: "literal", text: opposite }, last], suffix);
  const [adds, removes] = [attach, detach].map((route) => route?.operations.length === 1 && route.operations[0]);
  if (!adds || !removes || adds.requestBody || routes.find([...around, last], suffix)) return undefined;
  const shape = { segments: [...around, last], suffix };
  const bare: Route = { path: `${list.path}/{${last.name}}`, shape, operations: [], get: () => undefined };
  return withMethods(bare, [
    ["put", adds],
    ["delete", removes],
  ]);
}

const OPPOSITES = new Map([
  ["attach", "detach"],
  ["link", "unlink"],
  ["assign", "unassign"],
  ["connect", "disconnect"],
  ["add", "remove"],
]);

export function verbCollection(reader: SchemaReader, routes: Routes, item: Route): Route | undefined {
  const collection = findVerbCollection(reader, routes, item);
  return collection && isCollection(reader, collection, item) ? collection : undefined;
}
