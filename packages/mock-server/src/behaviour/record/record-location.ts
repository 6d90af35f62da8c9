import type { ResponsePlan } from "@onespec/http-contract";
import type { ApiDescription, Resource } from "@onespec/spec-core";
import type { Call } from "../../model/mock-context.js";
import type { ScopePattern } from "../../model/resource-states.js";
import { requestOrigin } from "../../response/request-origin.js";
import type { StoredRecord } from "../../store/record-store.js";
import { recordPathMaker } from "./record-key.js";

/**
 * The `Location` of a new record. It is absolute if the description documents the header as a URL with a scheme. If records have no path
 * below their collection, it is their path at the root: `/funding-sources/{id}` for `/customers/{id}/funding-sources`.
 */
export function locationHeader(
  { operations, resources }: Pick<ApiDescription, "operations" | "resources">,
  resource: Resource,
  { response, status }: ResponsePlan,
): (call: Call, parents: ScopePattern, record: StoredRecord) => Readonly<Record<string, string>> | undefined {
  const documented = response?.headers.find(({ name }) => name.toLowerCase() === "location");
  const isRoot = ({ stateKey, itemPath, parents }: Resource): boolean =>
    stateKey === resource.stateKey && itemPath !== undefined && parents.length === 0;
  const root = resource.itemPath === undefined ? resources.find(isRoot) : undefined;
  const pathOf = recordPathMaker(root ?? resource);
  // Other paths may begin with the item path although no operation has exactly this path.
  const isServed = documented || operations.some(({ path }) => path === (root ?? resource).itemPath);
  if ((!documented && status !== 201) || !pathOf || !isServed) return () => undefined;
  const json = documented?.schema.json;
  const isAbsolute = typeof json === "object" && (json.format === "uri" || json.format === "url");
  return ({ base, target }, parents, { key }) => {
    const path = pathOf(root ? [] : parents, key);
    if (path === undefined) return undefined;
    return { location: `${isAbsolute ? requestOrigin(target) : ""}${base}${path}` };
  };
}
