import { isObject, type Operation } from "@onespec/spec-core";
import { createBehaviour } from "../../behaviour/create-behaviour.js";
import { createOperationStates } from "../../behaviour/record/operation-state.js";
import { createResourceStates } from "../../behaviour/record/resource-state.js";
import type { BehaviourWrapper, Call, MockContext } from "../../model/mock-context.js";
import { isDryRun } from "../../model/parameter-use.js";
import { createOverlayStore } from "../../store/memory-store.js";

/** Answers a request with `dryRun=All` or `dry_run: true` as usual, but stores nothing. */
export const withDryRun: BehaviourWrapper = (context, plan, behave) => {
  const names = dryRunNames(plan.operation);
  if (names.length === 0 || plan.operation.method === "get") return behave;
  return (call) => {
    if (!names.some((name) => isAsked(call, name))) return behave(call);
    // Nothing was written, so no event is sent.
    return createBehaviour(withoutWrites(context), plan)({ ...call, wrote: undefined });
  };
};

function dryRunNames({ parameters, requestBody }: Operation): readonly string[] {
  const properties = (requestBody?.content ?? []).flatMap(({ schema }) => {
    const json = schema?.json;
    return typeof json === "object" && json.properties ? Object.keys(json.properties) : [];
  });
  const asked = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  return [...new Set([...asked, ...properties])].filter(isDryRun);
}

function isAsked({ query, body }: Call, name: string): boolean {
  const value = query[name] ?? (isObject(body) ? body[name] : undefined);
  return [value].flat().some((one) => /^(?:true|1|yes|all|server|client)$/i.test(String(one)));
}

/** The context with a temporary view of the store, whose writes are dropped. */
function withoutWrites(context: MockContext): MockContext {
  const { api, files } = context;
  const store = createOverlayStore(context.store);
  return {
    ...context,
    store,
    states: createResourceStates(api, store),
    operationStates: createOperationStates(store),
    files: { ...files, references: files.service.referencesIn(store) },
  };
}
