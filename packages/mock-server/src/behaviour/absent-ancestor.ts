import type { Operation, Resource } from "@onespec/spec-core";
import type { Problem } from "../errors/problem.js";
import { selectError } from "../response/select-response.js";
import type { MockContext } from "../server/mock-context.js";
import { absentParent, absentRecord } from "./absent-parent.js";
import { addressReader } from "./record-address.js";

type Texts = Readonly<Record<string, string>>;

/**
 * The record that an operation's path stands below, when it is not there. `undefined` also where the operation does not
 * document 404: there every path is taken on trust (docs/decisions/0002, "Absent parents").
 */
export function absentAncestorOf(
  context: MockContext,
  operation: Operation,
): ((texts: Texts) => Promise<Problem | undefined>) | undefined {
  const resource = ancestorOf(context.api.resources, operation);
  if (!resource?.itemPath || !selectError(operation, 404)) return undefined;
  const { schemas, states } = context;
  const state = states.of(resource);
  if (!state.isKnowable(resource)) return undefined;
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
function ancestorOf(resources: readonly Resource[], operation: Operation): Resource | undefined {
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
