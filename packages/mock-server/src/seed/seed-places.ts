import { percentEncode, type Resource } from "@onespec/spec-core";
import type { ResourceStates } from "../model/resource-states.js";
import { filledPath, pathUpTo } from "../model/state-key.js";

/** Parents looked at when children are spread. */
const MOST_PARENTS = 1000;

/** The state key that marks a scope of a resource as filled. */
export function placeKey({ stateKey }: Resource, scope: readonly string[]): string {
  return `seeded ${stateKey} ${scope.map(percentEncode).join("/")}`;
}

/**
 * The state key that marks all scopes below a path as belonging to a client. That client created what is at the path,
 * so nothing is seeded below it.
 */
export function leftKey(path: string): string {
  return `seeded below ${path}`;
}

/** The parent paths of a scope: for issues, `/repos/ann` and `/repos/ann/tools`. */
export function pathsAround({ collectionPath, parents }: Resource, scope: readonly string[]): readonly string[] {
  const texts = Object.fromEntries(parents.map(({ parameter }, index) => [parameter, scope[index] ?? ""]));
  return parents.map(({ parameter }) => filledPath(pathUpTo(collectionPath, parameter), texts));
}

/**
 * True if each scope is filled when it is first read. This is so below a parent that is not a record
 * (`/repos/{owner}/{repo}/issues`), below an account (`states.account`), where every id in a path is accepted, and if
 * no client can create records (`/accounts/{id}/invoices`).
 */
export function isFilledOnTouch(states: ResourceStates, owner: Resource): boolean {
  if (owner.parents.some(({ resource }) => resource === undefined)) return true;
  if (states.account && owner.parents[0]?.resource === states.account) return true;
  return owner.parents.length > 0 && !states.of(owner).isCreatable;
}

/** True if the innermost parent exists or is not a record. */
export async function hasParent(
  states: ResourceStates,
  { parents }: Resource,
  scope: readonly string[],
): Promise<boolean> {
  const parent = parents.at(-1)?.resource;
  const key = scope.at(-1);
  if (parent === undefined || key === undefined) return true;
  const { find, owner } = states.of(parent);
  const above = scope.slice(0, -1).slice(-owner.parents.length || scope.length);
  return owner.parents.length === above.length ? (await find({ scope: above, where: [] }, key)) !== undefined : true;
}

/** The existing scopes: one for each record of the innermost parent, or one empty scope at the top level. */
export async function parentScopes(
  states: ResourceStates,
  { parents }: Resource,
): Promise<readonly (readonly string[])[]> {
  const parent = parents.at(-1);
  if (!parent) return [[]];
  if (!parent.resource) return [];
  const { collection, owner } = states.of(parent.resource);
  if (owner.parents.length !== parents.length - 1) return [];
  const { records } = await collection.list({ limit: MOST_PARENTS });
  return records.map((record) => [...record.scope, record.key]);
}
