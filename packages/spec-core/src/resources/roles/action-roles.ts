import type { Operation } from "../../model/api-description.js";
import type { Role, SingletonRole } from "../../model/operation-role.js";
import type { BuiltResource } from "../build/build-resources.js";
import type { ShapeSegment } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { isSameRecord } from "../shapes/same-record.js";
import type { KeyedRoles } from "./keyed-paths.js";
import { type KnownPaths, type KnownRoles, type RoleRule, SAFE_METHODS } from "./known-paths.js";
import { partRole } from "./record-parts.js";
import { actionRole } from "./record-roles.js";
import { actsRole } from "./selected-acts.js";
import { singletonAction } from "./singleton.js";

/**
 * The role of `DELETE /keys/{id}` if there are several collections such as `/users/{id}/keys` and `/teams/{id}/keys`,
 * and none of them has an item path.
 */
export const nestedRemovalRoles: RoleRule = ({ built }, route, roles) => {
  const removal = route.get("delete");
  const [word, id] = route.shape.segments.slice(-2);
  if (!removal || word?.kind !== "literal" || id?.kind !== "parameter" || roles.of(removal)) return [];
  if (route.shape.segments.filter(({ kind }) => kind === "parameter").length > 1) return [];
  const from = built.filter(({ pair: { pair, roles: own }, resource }) => {
    const last = pair.collection.shape.segments.at(-1);
    const isSame = last?.kind === "literal" && last.text === word.text;
    return isSame && !pair.item && own.create && own.list && resource.parents.length > 0;
  });
  return from.length > 1 ? [[removal, { kind: "operation", removesFrom: from.map(({ resource }) => resource) }]] : [];
};

/** The roles of actions on one record or several, which the path or the body identifies. */
export function actionRoles(keyedRoles: KeyedRoles): RoleRule {
  return (paths, route, roles) =>
    route.operations.flatMap((operation): [Operation, Role][] => {
      if (SAFE_METHODS.has(operation.method) || roles.of(operation)) return [];
      const role =
        actsRole(paths, route, operation) ??
        keyedRoles.below(route, operation) ??
        recordAction(paths, route, operation, roles);
      return role ? [[operation, role]] : [];
    });
}

function recordAction(paths: KnownPaths, route: Route, operation: Operation, roles: KnownRoles): Role | undefined {
  const { reader } = paths;
  const { segments } = route.shape;
  const owner =
    itemAround(paths, segments) ?? itemBehindVerb(paths, segments) ?? itemBehindPrefix(paths, segments, operation);
  if (!owner) return documentAction(paths, route, operation, roles);
  const part = partRole(reader, operation, owner);
  if (part) return part;
  const set = paths.links.changed(route, operation, (list, key) => showsAdded(list, key, roles));
  const document =
    set?.isListed || operation.method !== "post" ? undefined : documentAbove(paths, route, operation, roles);
  return Object.assign(actionRole(reader, operation, owner.pair, owner.resource), {
    ...(set && { set }),
    ...(document && { document }),
  });
}

/** `PATCH /account/name` changes the document at `/account` if its answer is that document. */
function documentAction(
  paths: KnownPaths,
  route: Route,
  operation: Operation,
  roles: KnownRoles,
): SingletonRole | undefined {
  const isChange = operation.method === "put" || operation.method === "patch";
  const document = isChange ? documentAbove(paths, route, operation, roles) : undefined;
  return document?.reply && document;
}

/** The innermost resource whose item path is the start of these segments. */
function itemAround({ itemAt }: KnownPaths, segments: readonly ShapeSegment[]): BuiltResource | undefined {
  for (let length = segments.length; length > 0; length -= 1) {
    const found = itemAt(segments.slice(0, length));
    if (found) return found;
  }
  return undefined;
}

/** Finds `/transfers` for `POST /simulations/transfers/{transfer_id}/submit` if the answer is a transfer. */
function itemBehindPrefix(
  { itemAt, reader }: KnownPaths,
  segments: readonly ShapeSegment[],
  operation: Operation,
): BuiltResource | undefined {
  const answer = segments.at(-1)?.kind === "literal" ? reader.answer(operation) : undefined;
  if (answer === undefined) return undefined;
  for (let start = 1; segments[start - 1]?.kind === "literal"; start += 1) {
    const owner = itemAt(segments.slice(start, -1));
    if (owner?.resource.parents.length === 0 && isSameRecord(reader, answer, owner.pair.record)) return owner;
  }
  return undefined;
}

/** Finds `/orders` for `POST /orders/cancel/{id}` if the parameter of `/orders/{id}` has the same name. */
function itemBehindVerb({ itemAt }: KnownPaths, segments: readonly ShapeSegment[]): BuiltResource | undefined {
  const [verb, id] = segments.slice(-2);
  if (verb?.kind !== "literal" || id?.kind !== "parameter") return undefined;
  const owner = itemAt([...segments.slice(0, -2), id]);
  return owner?.resource.id.parameter === id.name ? owner : undefined;
}

/** True if the list at a path shows the set with that key. */
function showsAdded(list: Route, key: string, roles: KnownRoles): boolean {
  roles.settle(list);
  const reading = list.get("get");
  const role = reading && roles.of(reading);
  const shown = role?.kind === "view" ? role.scope : role?.kind === "list" ? role.linked : [];
  return shown.some(({ through }) => through?.shows === "added" && through.key === key);
}

/**
 * The document that an action below its path changes: `/customers/{id}/subscription` for
 * `/customers/{id}/subscription/pause`.
 */
function documentAbove(
  { reader, routes }: KnownPaths,
  { shape: { segments, suffix } }: Route,
  operation: Operation,
  roles: KnownRoles,
): SingletonRole | undefined {
  const above = segments.at(-1)?.kind === "literal" ? routes.find(segments.slice(0, -1), suffix) : undefined;
  const reading = above?.get("get");
  if (!above || !reading) return undefined;
  roles.settle(above);
  const role = roles.of(reading);
  return role?.kind === "singleton" ? singletonAction(reader, operation, role) : undefined;
}
