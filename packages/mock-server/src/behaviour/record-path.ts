import { percentEncode, type Resource } from "@onespec/spec-core";
import type { ScopePattern } from "./resource-state.js";

/**
 * Makes the paths of a resource's records; `undefined` where records have none.
 * Takes the values of the resource's parents, outermost first, and the record's id.
 */
export function recordPathMaker({ itemPath }: Resource): ((parents: ScopePattern, key: string) => string) | undefined {
  if (itemPath === undefined) return undefined;
  const literals = itemPath.split(/\{[^{}]*\}/);
  return (parents, key) => {
    let path = literals[0] ?? "";
    for (let index = 1; index < literals.length; index++) {
      const value = index <= parents.length ? parents[index - 1] : key;
      path += percentEncode(value ?? "") + literals[index];
    }
    return path;
  };
}
