import type { Operation } from "../../model/api-description.js";
import type { OperationRole, SavedSet } from "../../model/operation-role.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { collectionNoun } from "../pairs/is-collection.js";
import type { Route, Routes } from "../routes/routes.js";
import { findPlainList } from "../shapes/list-shape.js";
import type { SchemaReader } from "../shapes/schema-reader.js";

/**
 * The roles of a set of ids. `PUT /me/tracks?ids=a,b` adds ids and `DELETE` removes some.
 * `GET /me/tracks/contains?ids=a,b` returns a boolean for each id. `GET /me/tracks` lists the set, if it exists. Empty
 * if one of the other operations is missing.
 */
export function savedSetRoles(reader: SchemaReader, routes: Routes, route: Route): [Operation, OperationRole][] {
  const { segments, suffix } = route.shape;
  const last = segments.at(-1);
  const isAsking = last?.kind === "literal" && ASKING.test(last.text);
  const base = isAsking ? routes.find(segments.slice(0, -1), suffix) : route;
  const asking = isAsking
    ? route
    : ASKING_WORDS.map((text) => routes.find([...segments, { kind: "literal", text }], suffix)).find(Boolean);
  const has = asking?.get("get");
  const removing = base?.get("delete");
  const adding = base?.get("put") ?? base?.get("post");
  if (!base || !has || !removing || !adding || !answersBooleans(reader, has)) return [];
  const parameter = has.parameters.find(({ name, in: place }) => place === "query" && IDS.test(name))?.name;
  const takes = (operation: Operation): boolean =>
    operation.parameters.some(({ name, in: place }) => place === "query" && name === parameter) ||
    reader.facts(reader.body(operation) ?? true).properties.has(parameter ?? "");
  if (parameter === undefined || !takes(adding) || !takes(removing)) return [];
  const apart = has.parameters
    .filter(({ name, in: place }) => place === "query" && name !== parameter)
    .map(({ name }) => name);
  const listing = base.get("get");
  const list = listing && listOf(reader, base, listing);
  const set = (part: SavedSet["part"]): OperationRole => ({
    kind: "operation",
    set: { part, key: base.path, parameter, apart, ...(list && { list }) },
  });
  if (isAsking) return [[has, set("has")]];
  return [
    [adding, set("add")],
    [removing, set("remove")],
    ...(listing && list ? [[listing, set("list")] as [Operation, OperationRole]] : []),
  ];
}

const ASKING_WORDS = ["contains", "includes"];
const ASKING = /^(?:contains|includes)$/i;
const IDS = /(?:^|_)(?:ids|uris|keys)$|(?:Ids|Uris)$/;

function answersBooleans(reader: SchemaReader, operation: Operation): boolean {
  const answer = reader.answer(operation);
  const { types, items } = reader.facts(answer ?? true);
  return types.has("array") && items !== undefined && reader.facts(items).types.has("boolean");
}

function listOf(reader: SchemaReader, route: Route, operation: Operation): SavedSet["list"] {
  const answer = reader.answer(operation);
  const found = answer && findPlainList(reader, answer, { noun: collectionNoun(route), record: undefined });
  const idAt = found && idPlace(reader, found.items);
  return found && idAt ? { operation, itemsAt: found.at, idAt } : undefined;
}

/**
 * The place of the id in an item: `id`, or the `id` of the only object that has one: `track.id` in
 * `{ added_at, track }`.
 */
function idPlace(reader: SchemaReader, items: JsonSchema): RecordPlace | undefined {
  const { properties } = reader.facts(items);
  if (properties.has("id")) return ["id"];
  const holders = [...properties].filter(([, schema]) => reader.facts(schema).properties.has("id"));
  const [holder, ...others] = holders;
  return holder && others.length === 0 ? [holder[0], "id"] : undefined;
}
