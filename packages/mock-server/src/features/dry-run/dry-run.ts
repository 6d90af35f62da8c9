import { isObject, type Operation } from "@onespec/spec-core";
import type { FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import { createBehaviour } from "../../behaviour/create-behaviour.js";
import type { Behaviour, Call, MockContext, OperationStates } from "../../model/mock-context.js";
import { isDryRun } from "../../model/parameter-use.js";
import type { ResourceState, ResourceStates } from "../../model/resource-states.js";
import type { RecordCollection } from "../../store/record-store.js";

/** Answers a request with `dryRun=All` or `dry_run: true` as usual, and stores nothing. */
export const dryRuns: FastifyPluginAsync = fp(
  async (fastify) => {
    fastify.mock.wrap((context, plan, behave) => {
      const names = dryRunNames(plan.operation);
      if (names.length === 0 || plan.operation.method === "get") return behave;
      let dry: Behaviour | undefined;
      return (call) => {
        if (!names.some((name) => isAsked(call, name))) return behave(call);
        dry ??= createBehaviour(withoutWrites(context), plan);
        // Nothing was written, so no event is sent.
        return dry({ ...call, wrote: undefined });
      };
    });
  },
  { name: "mock-dry-runs" },
);

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

function withoutWrites(context: MockContext): MockContext {
  const states = new Map<ResourceState, ResourceState>();
  const dryState = (state: ResourceState): ResourceState => {
    let dry = states.get(state);
    if (!dry) {
      dry = Object.create(state, { collection: { value: dryCollection(state.collection) } }) as ResourceState;
      states.set(state, dry);
    }
    return dry;
  };
  const dryStates: ResourceStates = {
    of: (resource) => dryState(context.states.of(resource)),
    get account() {
      return context.states.account;
    },
    get all() {
      return [...context.states.all].map(dryState);
    },
  };
  const { operationStates } = context;
  const dryOperations: OperationStates = {
    collection: dryCollection(operationStates.collection),
    isShared: operationStates.isShared,
    get: (key) => operationStates.get(key),
    update: async (key, _, change) => {
      const kept = await operationStates.get(key);
      return kept && { value: change(kept.value) };
    },
    keep: async () => undefined,
    put: async () => undefined,
  };
  const references = Object.create(context.files.references, { forget: { value: async () => false } });
  return { ...context, states: dryStates, operationStates: dryOperations, files: { ...context.files, references } };
}

/** Reads as `collection` does, and answers writes as if they were done. */
function dryCollection(collection: RecordCollection): RecordCollection {
  return {
    name: collection.name,
    get: (scope, key) => collection.get(scope, key),
    has: (scope, key) => collection.has(scope, key),
    list: (query) => collection.list(query),
    count: (scope) => collection.count(scope),
    nextNumber: () => collection.nextNumber(),
    insert: async ({ scope, key }) => !(await collection.has(scope, key)),
    update: async (scope, key, change) => {
      const current = await collection.get(scope, key);
      return current && { ...current, value: change(current) };
    },
    put: async () => undefined,
    delete: async (scope, key, check) => {
      const current = await collection.get(scope, key);
      if (current) check?.(current);
      return current;
    },
  };
}
