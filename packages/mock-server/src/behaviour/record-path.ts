import type { Resource } from "@onespec/spec-core";
import type { ScopePattern } from "./resource-state.js";

/**
 * The path of a record under the base path that the request came by; `undefined` where records have no path.
 * @param parents values of the resource's parents, outermost first
 */
export function recordPath(resource: Resource, base: string, parents: ScopePattern, key: string): string | undefined {
  if (resource.itemPath === undefined) return undefined;
  const values = [...parents, key];
  let index = 0;
  const path = resource.itemPath.replace(/\{[^{}]*\}/g, () => encodeURIComponent(values[index++] ?? ""));
  return `${base}${path}`;
}
