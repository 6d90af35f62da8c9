import { percentEncode, type Resource } from "@onespec/spec-core";
import type { ResourceStates } from "../behaviour/resource-state.js";

/** Parents looked at when children are spread. */
const MOST_PARENTS = 1000;

/** Says of one place of a resource that it was filled. */
export function placeKey({ stateKey }: Resource, scope: readonly string[]): string {
  return `seeded ${stateKey} ${scope.map(percentEncode).join("/")}`;
}

/**
 * Below parents that are nobody's records (`/repos/{owner}/{repo}/issues`), and where no client can make records
 * (`/accounts/{id}/invoices`), each place is filled when first looked at.
 */
export function isFilledOnTouch(states: ResourceStates, owner: Resource): boolean {
  if (owner.parents.some(({ resource }) => resource === undefined)) return true;
  return owner.parents.length > 0 && !states.of(owner).isCreatable;
}

/** Is the innermost parent there, or nobody's record? */
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

/** The scopes that exist: one for each record of the innermost parent; a single empty one at the top level. */
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
