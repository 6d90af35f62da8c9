import type { Operation, Resource } from "@onespec/spec-core";
import type { Problem } from "../errors/problem.js";
import { selectError } from "../response/select-response.js";
import type { MockContext } from "../server/mock-context.js";
import { absentParent, absentRecord } from "./absent-parent.js";

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
  const names = parameterNames(resource.itemPath);
  const own = operation.template.parameters;
  const state = context.states.of(resource);
  return async (texts) => {
    // The item path is a prefix, so its parameters are the first ones here, maybe by other names.
    const named = Object.fromEntries(names.map((name, index) => [name, texts[own[index] ?? name] ?? ""]));
    const absent = await absentParent(context.states, resource, named);
    if (absent) return absent;
    const key = named[resource.id.parameter ?? ""] ?? "";
    const scope = state.scope(resource, named);
    await context.seeds.fill(resource, scope);
    if (await state.collection.has(scope, key)) return undefined;
    const canExist = state.isCreatable || (await state.collection.count()) > 0;
    return canExist ? absentRecord(resource, own[names.length - 1] ?? "", key) : undefined;
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
  return path.replace(/\{[^{}]*\}/g, "{}").replace(/\/+$/, "");
}

function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
}
