import { notFoundProblem, type Problem, selectError } from "@onespec/http-contract";
import type { Operation, Resource } from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import type { ResourceStates, ScopePattern } from "../model/resource-states.js";
import type { Awaitable } from "../store/record-store.js";
import { addressReader, scopeIn } from "./record-address.js";

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
    if (!state.isDiscoverable(parent.resource)) continue;
    const { collection, isCreatable, owner, find } = state;
    const own = parent.resource.parents;
    const scope = scopeIn(owner, own, values.slice(Math.max(0, index - own.length), index));
    if ((await collection.has(scope, key)) || (await find({ scope, where: [], parameter: parent.parameter }, key)))
      continue;
    if (isCreatable || (await collection.count()) > 0) return absentRecord(parent.resource, parent.parameter, key);
  }
  return undefined;
}

/** The problem that a record is not there. @param parameter what names it in the path or beside it; `undefined`: the body's record does */
export function absentRecord(resource: Resource, parameter: string | undefined, key: string): Problem {
  const place =
    parameter === undefined
      ? { in: "body", path: `/${(resource.id.property ?? []).join("/")}` }
      : { in: placeOf(resource, parameter), path: `/${parameter}` };
  return notFoundProblem("Not found", { ...place, message: `${resource.name} has no record ${JSON.stringify(key)}` });
}

/** `POST /recipients/get` names its record in the body, `GET /recipients.info` in the query. */
function placeOf({ roles }: Resource, parameter: string): "body" | "query" | "path" {
  const naming = Object.values(roles).find(({ role }) => role.kind === "operation" && role.finds?.sent === parameter);
  if (!naming) return "path";
  return naming.method === "get" ? "query" : "body";
}

/**
 * The record that an operation's path stands below, when it is not there. `undefined` also if the operation does not
 * document 404: there every path is taken on trust (docs/decisions/0002, "Absent parents").
 */
export function absentAncestorOf(
  context: MockContext,
  operation: Operation,
): ((texts: Call["pathTexts"]) => Promise<Problem | undefined>) | undefined {
  const resource = ancestorOf(context.api.resources, operation);
  if (!resource?.itemPath || !selectError(operation, 404)) return undefined;
  const { schemas, states } = context;
  const state = states.of(resource);
  if (!state.isDiscoverable(resource)) return undefined;
  const read = addressReader(schemas, states, operation, resource);
  return async (texts) => {
    const address = read(texts);
    const absent = await absentParent(states, resource, address.parents);
    if (absent) return absent;
    await context.seeds.fill(resource, address.scope);
    if (await state.find(address, address.key)) return undefined;
    const canExist = state.isCreatable || (await state.collection.count()) > 0;
    return canExist ? absentRecord(resource, address.parameter, address.key) : undefined;
  };
}

/** The resource with the longest item path that the operation's path goes on from. */
export function ancestorOf(resources: readonly Resource[], operation: Pick<Operation, "path">): Resource | undefined {
  const path = `${anonymous(operation.path)}/`;
  let best: Resource | undefined;
  for (const resource of resources) {
    const { itemPath } = resource;
    if (itemPath === undefined || !path.startsWith(`${anonymous(itemPath)}/`)) continue;
    if (itemPath.split("/").length > (best?.itemPath?.split("/").length ?? 0)) best = resource;
  }
  return best;
}

function anonymous(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<!\/)\/+$/, "");
}
