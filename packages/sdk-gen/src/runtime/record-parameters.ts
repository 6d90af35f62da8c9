import type { ReadOperation, ResourceSpec } from "./resource-spec.js";

/** The path parameters of a call on one record. Matches them by position, because paths may name the same parameter differently. */
export function recordParameters(
  { parents = [], idParameter = "id" }: ResourceSpec,
  { path = [idParameter] }: ReadOperation,
  given: Readonly<Record<string, unknown>>,
  id?: unknown,
): Record<string, unknown> {
  const partAt = (at: number): unknown => (parents[at] ? given[parents[at].parameter] : id);
  return Object.fromEntries(path.map((name, at) => [name, partAt(at)]));
}
