import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { Role } from "../../model/operation-role.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import type { BuiltResource } from "../build/build-resources.js";
import { isReference } from "../build/members.js";
import { searchesRecords } from "../pairs/is-collection.js";
import type { Route } from "../routes/routes.js";
import { manyWrites } from "../shapes/many-records.js";
import { isSameRecord } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { foundByQuery } from "./asked-roles.js";
import { findMember } from "./document-roles.js";
import type { KnownPaths, RoleRule } from "./known-paths.js";
import { listPlace } from "./record-roles.js";
import { selectedActs } from "./selected-acts.js";
import type { ViewFinder } from "./views.js";

/** `GET /pets/count`, or `POST /pets/count` with conditions in its body, which answers a number. */
export const countRoles: RoleRule = (paths, route, roles) => {
  const { segments, suffix } = route.shape;
  const last = segments.at(-1);
  const counting = route.get("get") ?? route.get("post");
  if (!counting || roles.of(counting) || last?.kind !== "literal" || !/^(?:total_?)?count$/i.test(last.text)) return [];
  const owner = paths.collectionAt(segments.slice(0, -1), suffix);
  const at = owner && findNumber(paths.reader, counting);
  return owner && at
    ? [[counting, { kind: "operation", counts: Object.assign(paths.selecting(owner, counting), { at }) }]]
    : [];
};

/** Further operations at the path of a collection: a query or a body selects one record, or several. */
export function collectionRoles(findView: ViewFinder): RoleRule {
  return (paths, route, roles) => {
    const owner = paths.collectionOf(route);
    if (!owner) return [];
    const [reading, removal, search, query, ...writing] = ["get", "delete", "post", "query", "put", "patch"].map(
      (method) => {
        const operation = route.get(method);
        return operation && !roles.ofPair(operation) ? operation : undefined;
      },
    );
    const found: [Operation | undefined, Role | undefined][] = [
      [reading, reading && !roles.of(reading) ? askedRecord(paths, owner, reading) : undefined],
      [removal, removal && removedRecords(paths, owner, removal)],
      [search, search && searchView(paths, route, owner, search)],
      [query, query && findView(route, query)],
      ...writing.map((one): [Operation | undefined, Role | undefined] => [
        one,
        one && writtenRecords(paths, owner, one),
      ]),
    ];
    return found.flatMap(([operation, role]): [Operation, Role][] => (operation && role ? [[operation, role]] : []));
  };

  /** `POST /pets` with `ids`, which makes none and answers a list of them. */
  function searchView({ reader }: KnownPaths, route: Route, { pair }: BuiltResource, search: Operation) {
    return searchesRecords(reader, search, pair.record, pair.noun) ? findView(route, search) : undefined;
  }
}

/** `GET /user?email=`: it answers one record. */
function askedRecord(paths: KnownPaths, owner: BuiltResource, reading: Operation): Role | undefined {
  const role = foundByQuery(paths, owner, reading);
  // With pages it is a list, whatever the schema of its answer says.
  const { limit, page, offset, cursor } = role?.finds?.list ?? {};
  return (limit ?? page ?? offset ?? cursor) ? undefined : role;
}

/** `DELETE /pets?status=sold`: its query, or its body, says which records it means. */
function removedRecords(paths: KnownPaths, owner: BuiltResource, removal: Operation): Role | undefined {
  const isSelecting = removal.requestBody !== undefined || removal.parameters.some((one) => one.in === "query");
  // Without a list, a `DELETE` that selects nothing may mean anything.
  const isClear = owner.pair.list !== undefined || isSelecting;
  return isClear ? { kind: "operation", removes: paths.selecting(owner, removal) } : undefined;
}

/** `PUT /pets` with a list of pets, or with their ids and what changes in each. */
function writtenRecords(paths: KnownPaths, owner: BuiltResource, operation: Operation): Role | undefined {
  const { reader } = paths;
  const { resource, pair } = owner;
  const [idName] = resource.id.property ?? [];
  // JSON:API, "Updating To-Many Relationships": the list takes the place of all members.
  const mode = isReference(reader, pair) ? "replace" : undefined;
  const writes = manyWrites(reader, operation, { record: pair.record, noun: pair.noun, idName, mode });
  if (!writes) return filteredPatch(paths, owner, operation) ?? selectedActs(paths, operation, owner, []);
  const reply = () => listPlace(reader, operation, pair);
  return { kind: "operation", writes: lazily({ resource, ...writes }, { reply }) };
}

/** `PATCH /todos?id=eq.7` with properties of a todo: the query selects the records that change. */
function filteredPatch(paths: KnownPaths, owner: BuiltResource, operation: Operation): Role | undefined {
  const { reader } = paths;
  const { pair, resource } = owner;
  const body = operation.method === "patch" ? reader.body(operation) : undefined;
  if (body === undefined || !isSameRecord(reader, body, pair.record)) return undefined;
  const { list } = paths.selecting(owner, operation, false);
  if (list.filters.length === 0) return undefined;
  const reply = listPlace(reader, operation, pair);
  return { kind: "operation", acts: { resource, list, isByQuery: true, words: "update", body: [], reply } };
}

/** RFC 9110, 9.3.2: what `GET` says, without the body. */
export const headRoles: RoleRule = (paths, route, roles) => {
  const head = route.get("head");
  const reading = route.get("get");
  const owner = paths.collectionOf(route);
  if (!head) return [];
  // `HEAD /projects?name=`: whether there is such a project.
  if (owner && !roles.ofPair(head) && head.responses.some(({ status }) => status === "404")) {
    const { list } = paths.selecting(owner, head);
    const role = { kind: "read", resource: owner.resource, reply: [] } as const;
    if (list.filters.some(({ operator }) => operator === "eq"))
      return [[head, { kind: "operation", finds: { role, by: [], list } }]];
  }
  const role = reading && roles.of(reading);
  return role ? [[head, role]] : [];
};

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
