import type { Operation } from "../../model/api-description.js";
import type { Role } from "../../model/operation-role.js";
import type { BuiltResource } from "../build/build-resources.js";
import type { Route, Routes } from "../routes/routes.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { actionRoles, nestedRemovalRoles } from "./action-roles.js";
import { bulkRole, childrenRole, mergingRole } from "./bulk-roles.js";
import { collectionRoles, countRoles, headRoles } from "./collection-roles.js";
import type { RoleFinder } from "./crud-roles.js";
import { documentRoles, editedRoute } from "./document-roles.js";
import { createKeyedRoles } from "./keyed-paths.js";
import { createKnownPaths, type KnownRoles, type RoleRule } from "./known-paths.js";
import type { Links } from "./links.js";
import { makingRole } from "./making-roles.js";
import { listEntryRoles, memberSetRoles } from "./member-set.js";
import { savedSetRoles } from "./saved-set.js";
import { createViewFinder } from "./views.js";

/**
 * Finds the roles of operations outside pairs: views, singletons, actions and some others. The roles of a path are
 * computed when one of its operations is first requested. `undefined` for an operation without such a role.
 */
export function otherRoles(
  reader: SchemaReader,
  routes: Routes,
  built: readonly BuiltResource[],
  links: Links,
  pairRole: RoleFinder,
): RoleFinder {
  const found = new Map<Operation, Role>();
  const done = new Set<Route>();
  const paths = createKnownPaths(reader, routes, built, links);
  const findView = createViewFinder(reader, links, built);
  const keyedRoles = createKeyedRoles(reader, routes, built);
  const roles: KnownRoles = {
    ofPair: pairRole,
    of: (operation) => pairRole(operation) ?? found.get(operation),
    settle,
  };
  const ofCollections = [collectionRoles(findView)];
  const ofOthers = [nestedRemovalRoles, actionRoles(keyedRoles)];
  const first = [countRoles, whereFree(setRoles), bulkRoles, whereFree(documentRoles(findView, keyedRoles))];
  return (operation) => {
    const route = routes.of(operation);
    if (route) settle(route);
    return found.get(operation);
  };

  function settle(route: Route): void {
    if (done.has(route)) return;
    done.add(route);
    const edited = editedRoute(routes, route);
    if (edited) settle(edited);
    const rules = [...first, ...(paths.collectionOf(route) ? ofCollections : ofOthers), headRoles];
    for (const rule of rules) for (const [operation, role] of rule(paths, route, roles)) found.set(operation, role);
  }
}

/** Limits a rule to paths whose operations have no role yet. */
function whereFree(rule: RoleRule): RoleRule {
  return (paths, route, roles) => (route.operations.some((one) => roles.of(one)) ? [] : rule(paths, route, roles));
}

/** The roles of lists and sets that other operations add to and remove from. */
const setRoles: RoleRule = ({ reader, routes, built }, route, roles) => {
  const isFree = (list: Route): boolean => !list.operations.some((operation) => roles.ofPair(operation));
  const sets = [...savedSetRoles(reader, routes, route), ...memberSetRoles(reader, routes, route, built, isFree)];
  return sets.length > 0 ? sets : listEntryRoles(reader, routes, route, isFree);
};

/** The roles of operations on many records, and of other operations that create records. */
const bulkRoles: RoleRule = (paths, route, roles) =>
  route.operations.flatMap((operation): [Operation, Role][] => {
    if (roles.of(operation)) return [];
    const role =
      bulkRole(paths, route, operation) ??
      mergingRole(paths, route, operation) ??
      makingRole(paths, route, operation) ??
      childrenRole(paths, route, operation);
    return role ? [[operation, role]] : [];
  });
