import type { InPlaceGraph } from "./in-place-graph.js";
import type { JsonSchema, Schema } from "./schema.js";

/** How one schema leads to another on the same value: it is a part of it (`allOf`), or one of several alternatives. */
export type Edge = "all" | "union";

/**
 * URIs of the schemas that are being checked on the same value, outermost first, and how the one at hand was reached from
 * each. They keep schemas that are alternatives or parts of each other from being checked for ever.
 */
export type ActiveSchemas = ReadonlyMap<string, Edge>;

export const NOT_ACTIVE: ActiveSchemas = new Map();

/** The schemas active behind an edge that leaves `root`. Those that no circle leads through are of no interest. */
export function activeBehind(
  graph: InPlaceGraph,
  active: ActiveSchemas,
  root: Schema | undefined,
  edge: Edge,
): ActiveSchemas {
  if (root === undefined || (active.size === 0 && !graph.isCircular(root))) return active;
  const behind = new Map([...active].map(([uri, way]) => [uri, edge === "union" ? edge : way]));
  return behind.set(root.uri, edge);
}

/** Those that the target can lead back to. */
export function activeFor(graph: InPlaceGraph, active: ActiveSchemas, target: Schema): ActiveSchemas {
  if (active.size === 0) return active;
  const reached = graph.reach(target);
  const kept = [...active].filter(([uri]) => reached.has(uri));
  return kept.length === active.size ? active : new Map(kept);
}

/**
 * Does an alternative hold a schema that this one is a part of? Cat is all of Pet, and Pet is one of Cat and Dog: who
 * checks a Cat has chosen already.
 */
export function leadsBack(graph: InPlaceGraph, active: ActiveSchemas, branches: readonly JsonSchema[]): boolean {
  const parts = [...active].filter(([, way]) => way === "all").map(([uri]) => uri);
  if (parts.length === 0) return false;
  return branches.some((branch) => {
    const reached = graph.reachFrom(branch);
    return parts.some((uri) => reached.has(uri));
  });
}
