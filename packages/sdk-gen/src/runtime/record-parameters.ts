import type { ReadOperation, ResourceSpec } from "./resource-spec.js";

/** The path parameters of a call on one record. Matches them by position, because paths may name the same parameter differently. */
export function recordParameters(
  { parents = [], idParameter = "id" }: ResourceSpec,
  { path }: ReadOperation,
  given: Readonly<Record<string, unknown>>,
  id?: unknown,
): Record<string, unknown> {
  const own = [...parents.map(({ parameter }) => parameter), idParameter];
  const values = { ...given, ...(id !== undefined && { [idParameter]: id }) };
  return Object.fromEntries(own.map((name, at) => [path?.[at] ?? name, values[name]]));
}
