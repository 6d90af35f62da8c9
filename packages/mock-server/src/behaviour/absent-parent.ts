import type { Resource } from "@onespec/spec-core";
import { notFoundProblem, type Problem } from "../errors/problem.js";
import type { ResourceStates } from "./resource-state.js";

/**
 * The parent in a path that is not there, as a problem. A parent that cannot exist (nobody's resource, or one without
 * records and without a way to make them) is taken on trust.
 */
export async function absentParent(
  states: ResourceStates,
  resource: Resource,
  pathTexts: Readonly<Record<string, string>>,
): Promise<Problem | undefined> {
  const values = resource.parents.map(({ parameter }) =>
    Object.hasOwn(pathTexts, parameter) ? pathTexts[parameter] : undefined,
  );
  for (const [index, parent] of resource.parents.entries()) {
    const key = values[index];
    if (!parent.resource || key === undefined) continue;
    const { collection, isCreatable, owner } = states.of(parent.resource);
    const depth = owner.parents.length;
    const above = values.slice(Math.max(0, index - depth), index);
    const scope = [...new Array<undefined>(depth - above.length).fill(undefined), ...above];
    if (await collection.has(scope, key)) continue;
    if (isCreatable || (await collection.count()) > 0) return absentRecord(parent.resource, parent.parameter, key);
  }
  return undefined;
}

/** The problem that a record is not there. @param parameter the path parameter that names it */
export function absentRecord(resource: Resource, parameter: string, key: string): Problem {
  return notFoundProblem("Not found", {
    in: "path",
    path: `/${parameter}`,
    message: `${resource.name} has no record ${JSON.stringify(key)}`,
  });
}
