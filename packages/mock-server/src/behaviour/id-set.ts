import { type ChangedSet, isObject, type Operation } from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import { valueAtPlace } from "../response/place-value.js";
import { filledPath } from "./operation-state.js";

/** The ids of a set, in the order in which they were added; none before that. @param path of the list that shows their records */
export async function idsInSet({ operationStates }: MockContext, path: string): Promise<readonly string[]> {
  return listOf((await operationStates.get(stateOf(path)))?.value);
}

/** Puts the ids of a request into a set, or takes them out. */
export async function changeSet(
  { operationStates }: MockContext,
  operation: Operation,
  { part, key, at }: ChangedSet,
  { pathTexts, body }: Call,
): Promise<void> {
  const sent = [valueAtPlace(body, at) ?? []].flat().map((one) => String(isObject(one) ? one.id : one));
  const changed = (before: unknown): readonly string[] => {
    if (part === "add") return [...new Set([...listOf(before), ...sent])];
    const gone = new Set(sent);
    return listOf(before).filter((id) => !gone.has(id));
  };
  const state = stateOf(filledPath(key, pathTexts));
  if (await operationStates.update(state, operation.id, changed)) return;
  await operationStates.put(state, operation.id, { value: changed([]) });
}

function stateOf(path: string): string {
  return `set ${path}`;
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
