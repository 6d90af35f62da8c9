import type { Resource } from "@onespec/spec-core";
import { notFoundProblem, type Problem } from "../errors/problem.js";
import type { Awaitable } from "../store/record-store.js";
import type { ResourceStates, ScopePattern } from "./resource-state.js";

/**
 * The parent in a path that is not there, as a problem. A parent that cannot exist (nobody's resource, or one without
 * records and without a way to make them) and one whose ids no client can know are taken on trust.
 * @param values of the resource's parents, outermost first
 */
export function absentParent(
  states: ResourceStates,
  resource: Resource,
  values: ScopePattern,
): Awaitable<Problem | undefined> {
  return resource.parents.length === 0 ? undefined : findAbsentParent(states, resource, values);
}

async function findAbsentParent(
  states: ResourceStates,
  resource: Resource,
  values: ScopePattern,
): Promise<Problem | undefined> {
  for (const [index, parent] of resource.parents.entries()) {
    const key = values[index];
    if (!parent.resource || key === undefined) continue;
    const state = states.of(parent.resource);
    if (!state.isKnowable(parent.resource)) continue;
    const { collection, isCreatable, owner, find } = state;
    const depth = owner.parents.length;
    const above = values.slice(Math.max(0, index - depth), index);
    const scope = [...new Array<undefined>(depth - above.length).fill(undefined), ...above];
    if ((await collection.has(scope, key)) || (await find({ scope, where: [] }, key))) continue;
    if (isCreatable || (await collection.count()) > 0) return absentRecord(parent.resource, parent.parameter, key);
  }
  return undefined;
}

/** The problem that a record is not there. @param parameter the path parameter that names it; `undefined`: the body does */
export function absentRecord(resource: Resource, parameter: string | undefined, key: string): Problem {
  const place =
    parameter === undefined
      ? { in: "body", path: `/${(resource.id.property ?? []).join("/")}` }
      : { in: "path", path: `/${parameter}` };
  return notFoundProblem("Not found", { ...place, message: `${resource.name} has no record ${JSON.stringify(key)}` });
}
