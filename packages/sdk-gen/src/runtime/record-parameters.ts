import type { ReadOperation, ResourceSpec } from "./resource-spec.js";

/** The path parameters of a call on one record. Matches them by position, because paths may name the same parameter differently. */
export function recordParameters(
  { parents = [], idParameter = "id" }: ResourceSpec,
  { path }: ReadOperation,
  given: Readonly<Record<string, unknown>>,
  id?: unknown,
): Record<string, unknown> {
  const names = path ?? [...parents.map(({ parameter }) => parameter), idParameter];
  const parameters: Record<string, unknown> = {};
  for (const [at, { parameter }] of parents.entries()) parameters[names[at] ?? parameter] = given[parameter];
  const idName = names[parents.length];
  if (id !== undefined && idName !== undefined) parameters[idName] = id;
  return parameters;
}
