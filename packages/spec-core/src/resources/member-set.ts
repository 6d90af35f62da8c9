import type { Operation } from "../model/api-description.js";
import type { MemberSet, OperationRole } from "../model/operation-role.js";
import type { RecordPlace } from "../model/resource.js";
import type { JsonSchema } from "../schema/schema.js";
import { foldName } from "../words/fold-name.js";
import { nameWords } from "../words/name-words.js";
import { sameNoun } from "../words/same-noun.js";
import type { BuiltResource } from "./build-resources.js";
import { findPlainList } from "./list-shape.js";
import { isIds } from "./members.js";
import { collectionNoun } from "./pair-paths.js";
import { lastLiteral } from "./path-shape.js";
import type { Route, Routes } from "./routes.js";
import { isSameRecord } from "./same-record.js";
import type { SchemaReader } from "./schema-reader.js";
import { isHome } from "./views.js";

/**
 * The roles of a list that only ids change: `GET /lists/{id}/memberships` beside `PUT /lists/{id}/memberships/add` and `/remove` with a
 * list of ids, or `GET /teams/{id}/tags` beside `POST /teams/{id}/change_tags` with `{ add, remove }`. `DELETE` at the list empties it.
 * @param isFree the operations of a route have no role yet
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
    const isChanged = (other: Route): boolean =>
      other !== route && isChangeOf(other, list) && changeOf(reader, other) !== undefined;
    if (!own && ![...routes.below(segments), ...routes.below(around)].some(isChanged)) return [];
    const listing = list.get("get");
    const shown = listing && listOf(reader, list, listing, built);
    if (!listing || !shown) continue;
    const set = (part: MemberSet["part"], more: Pick<MemberSet, "adds" | "removes"> = {}): OperationRole => ({
      kind: "operation",
      members: { part, key: list.path, list: shown, ...more },
    });
    if (own) return [[own.operation, set("change", { adds: own.adds, removes: own.removes })]];
    const removal = list.get("delete");
    return [[listing, set("list")], ...(removal ? [[removal, set("clear")] as [Operation, OperationRole]] : [])];
  }
  return [];
}

function isChangeOf(change: Route, list: Route): boolean {
  const isBelow = change.shape.segments.length > list.shape.segments.length;
  return isBelow || isAbout(lastLiteral(change.shape.segments), lastLiteral(list.shape.segments));
}

/** `change_tags` is about `tags`. */
function isAbout(word: string, noun: string): boolean {
  const [verb, ...about] = nameWords(word);
  return verb !== undefined && about.length > 0 && sameNoun(about.join(""), foldName(noun));
}

interface SetChange extends Pick<MemberSet, "adds" | "removes"> {
  readonly operation: Operation;
}

/** The verb of a path with the ids that its body adds or removes. */
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
  const isBare = reader.facts(body).types.has("array") && isIds(reader, body, "id");
  if (!isBare) return undefined;
  const [verb] = nameWords(lastLiteral(route.shape.segments));
  if (verb === "add") return { operation, adds: [] };
  return verb === "remove" ? { operation, removes: [] } : undefined;
}

/** Ids, or objects that have one. */
function isMembers(reader: SchemaReader, list: JsonSchema): boolean {
  const { items } = reader.facts(list);
  return items !== undefined && (isIds(reader, items, "id") || reader.facts(items).properties.has("id"));
}

function listOf(
  reader: SchemaReader,
  route: Route,
  operation: Operation,
  built: readonly BuiltResource[],
): MemberSet["list"] | undefined {
  const answer = reader.answer(operation);
  const found = answer && findPlainList(reader, answer, { noun: collectionNoun(route), record: undefined });
  if (!found) return undefined;
  const names = [...reader.facts(found.items).properties.keys()];
  const [only, ...others] = names.includes("id") ? ["id"] : names.filter((name) => /(?:_id|Id|ID)$/.test(name));
  if (only === undefined || others.length > 0) return undefined;
  const home = built.find(
    (one) =>
      one.resource.parents.length === 0 &&
      isHome(reader, one) &&
      isSameRecord(reader, found.items, one.pair.record) &&
      sameNoun(one.pair.noun, foldName(lastLiteral(route.shape.segments))),
  );
  return { itemsAt: found.at, idAt: [only], ...(home && { resource: home.resource }) };
}
