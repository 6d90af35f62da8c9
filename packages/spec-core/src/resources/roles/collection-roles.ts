import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { Role } from "../../model/operation-role.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import type { BuiltResource } from "../build/build-resources.js";
import { isReference } from "../build/members.js";
import { hasPages } from "../lists/used-parameters.js";
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

/**
 * The role of `GET /pets/count`, or of `POST /pets/count` with conditions in its body. The answer is or contains a
 * number.
 */
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

/** The roles of other operations at the path of a collection. Their query or body selects one record or several. */
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

  /** The role of `POST /pets` with `ids`, which returns a list of pets and creates none. */
  function searchView({ reader }: KnownPaths, route: Route, { pair }: BuiltResource, search: Operation) {
    return searchesRecords(reader, search, pair.record, pair.noun) ? findView(route, search) : undefined;
  }
}

/** The role of `GET /user?email=`, whose answer is one record. */
function askedRecord(paths: KnownPaths, owner: BuiltResource, reading: Operation): Role | undefined {
  const role = foundByQuery(paths, owner, reading);
  // With paging parameters it is a list, even if its answer has the schema of one record.
  return role?.finds?.list && hasPages(role.finds.list) ? undefined : role;
}

/** The role of `DELETE /pets?status=sold`: the query or the body selects the records to delete. */
function removedRecords(paths: KnownPaths, owner: BuiltResource, removal: Operation): Role | undefined {
  const isSelecting = removal.requestBody !== undefined || removal.parameters.some((one) => one.in === "query");
  // If nothing is selected and nothing lists the records, the effect of the `DELETE` is unknown.
  const isClear = owner.pair.list !== undefined || isSelecting;
  return isClear ? { kind: "operation", removes: paths.selecting(owner, removal) } : undefined;
}

/** The role of `PUT /pets` with a list of pets, or with ids and the changes of these pets. */
function writtenRecords(paths: KnownPaths, owner: BuiltResource, operation: Operation): Role | undefined {
  const { reader } = paths;
  const { resource, pair } = owner;
  const [idName] = resource.id.property ?? [];
  // JSON:API, "Updating To-Many Relationships": the list replaces all members.
  const mode = isReference(reader, pair) ? "replace" : undefined;
  const writes = manyWrites(reader, operation, { record: pair.record, noun: pair.noun, idName, mode });
  if (!writes) return filteredPatch(paths, owner, operation) ?? selectedActs(paths, operation, owner, []);
  const reply = () => listPlace(reader, operation, pair);
  return { kind: "operation", writes: lazily({ resource, ...writes }, { reply }) };
}

/** The role of `PATCH /todos?id=eq.7` with properties of a todo. The query selects the records to change. */
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

/** `HEAD` has the role of `GET` at the same path (RFC 9110, 9.3.2). */
export const headRoles: RoleRule = (paths, route, roles) => {
  const head = route.get("head");
  const reading = route.get("get");
  const owner = paths.collectionOf(route);
  if (!head) return [];
  // `HEAD /projects?name=` checks whether such a project exists.
  if (owner && !roles.ofPair(head) && head.responses.some(({ status }) => status === "404")) {
    const { list } = paths.selecting(owner, head);
    const role = { kind: "read", resource: owner.resource, reply: [] } as const;
    if (list.filters.some(({ operator }) => operator === "eq"))
      return [[head, { kind: "operation", finds: { role, by: [], list } }]];
  }
  const role = reading && roles.of(reading);
  return role ? [[head, role]] : [];
};

/**
 * The place of the count in an answer: a property such as `count` or `total`, also inside one object, or else the only
 * number. `[]` if the answer itself is a number.
 */
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
