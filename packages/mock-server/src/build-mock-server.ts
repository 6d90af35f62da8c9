import type { ApiDescription, Operation } from "@onespec/spec-core";
import { createOperationStates } from "./behaviour/operation-state.js";
import { createRecordFactories } from "./behaviour/record-factory.js";
import { createResourceStates } from "./behaviour/resource-state.js";
import { createRecordTags } from "./conditional/record-tags.js";
import { asksForLayers, DEFAULT_OPTIONS, type MockOptions } from "./config/mock-options.js";
import { createProblemAnswer } from "./errors/problem-answer.js";
import type { ReportViolations } from "./layers/lax-validation.js";
import { createFitting } from "./response/fitting.js";
import { createSeeds } from "./seed/create-seeds.js";
import { fetchRequest } from "./server/fetch-request.js";
import { createRequestHandler, type RequestHandler } from "./server/handle-request.js";
import type { MockContext } from "./server/mock-context.js";
import type { MockRequest } from "./server/mock-request.js";
import { type MockSummary, type SkippedOperation, summarize } from "./server/mock-summary.js";
import { createRoutes } from "./server/routes.js";
import { openJsonStore } from "./store/json/json-store.js";
import { createMemoryStore } from "./store/memory-store.js";
import type { RecordStore } from "./store/record-store.js";

/** A backend made of a description. Two of them in one process share nothing. */
export interface MockServer {
  /** Starts to listen at `options.host` and `options.port`. @throws what the system says, such as `EADDRINUSE` */
  listen(): Promise<{ readonly url: string }>;
  /** Answers a request without a socket. Only path, query, method, headers and body of the request count. */
  fetch(request: Request): Promise<Response>;
  /** Where the state lives. */
  readonly state: RecordStore;
  /** What is served and how many records there are now. */
  summary(): Promise<MockSummary>;
  /** Stops listening, lets running requests end, writes the state out. Idempotent. */
  close(): Promise<void>;
}

export interface MockServerOptions extends Partial<MockOptions> {
  /** Where the state lives; closed with the server. Default: JSON files in `dataDir`, or memory with `memory`. */
  readonly store?: RecordStore;
  /** Told of exceptions that are bugs of ours. Default: nobody is. */
  readonly onBug?: (error: unknown, request: MockRequest) => void;
  /** Told of requests that break the contract, with `validate: "warn"`. Default: nobody is. */
  readonly onViolations?: ReportViolations;
}

/** A server in memory that can go back to its seeds. */
export interface ResettableMockServer extends MockServer {
  /** Forgets everything that was written and fills in the seeds again. Requests under way end in the old state. */
  reset(): Promise<void>;
}

/** Builds a server from a loaded description and fills it with seeds. Nothing listens before `listen()`. */
export async function buildMockServer(api: ApiDescription, options: MockServerOptions = {}): Promise<MockServer> {
  const store = options.store ?? (await openStore({ ...DEFAULT_OPTIONS, ...options }));
  return createServer(await openBackend(api, options, store), options);
}

/** The same in memory, where starting anew is only a new store. */
export async function buildResettableServer(
  api: ApiDescription,
  options: MockServerOptions,
): Promise<ResettableMockServer> {
  const open = (): Promise<Backend> => openBackend(api, options, createMemoryStore());
  let current = await open();
  const server = createServer(
    {
      handle: (request) => current.handle(request),
      summary: () => current.summary(),
      get store() {
        return current.store;
      },
    },
    options,
  );
  const reset = async (): Promise<void> => {
    const old = current;
    current = await open();
    await old.store.close();
  };
  return Object.defineProperty({ ...server, reset }, "state", { get: () => current.store, enumerable: true });
}

/** What answers, whatever brings the requests. */
interface Backend {
  readonly handle: RequestHandler;
  readonly store: RecordStore;
  summary(): Promise<MockSummary>;
}

async function openBackend(api: ApiDescription, options: MockServerOptions, store: RecordStore): Promise<Backend> {
  const all = { ...DEFAULT_OPTIONS, ...options };
  const { seed, seedValue, basePath } = all;
  // Resources are found when first asked for, so nobody asks before a request or a seed needs them.
  const { schemas } = api;
  const { served, skipped } = servedOperations(api);
  const fitting = createFitting(schemas, seedValue);
  const states = createResourceStates(api, store);
  const operationStates = createOperationStates(store);
  const records = createRecordFactories(schemas, fitting, states, seedValue);
  const seeds = createSeeds({ schemas, fitting, states, records, operationStates }, api, seed);
  const refuse = createProblemAnswer(schemas, fitting);
  const isLax = all.validate !== "strict";
  const tags = createRecordTags();
  const context: MockContext = { api, schemas, fitting, states, operationStates, records, seeds, isLax, tags, refuse };
  const layer = asksForLayers(all)
    ? await (await import("./layers/open-layers.js")).openLayers(context, all, options.onViolations ?? (() => {}))
    : undefined;
  const reportBug = options.onBug ?? (() => {});
  const routes = createRoutes(api, served, basePath);
  const handle = createRequestHandler({ context, routes, layer, operations: served, reportBug });
  await seeds.fillAll();
  return { handle, store, summary: () => summarize(context, served, skipped) };
}

function createServer(backend: Backend, options: MockServerOptions): MockServer {
  const { bodyLimit, host, port } = { ...DEFAULT_OPTIONS, ...options };
  let listening: Promise<{ readonly url: string; close(): Promise<void> }> | undefined;
  let closed: Promise<void> | undefined;
  return {
    state: backend.store,
    async listen() {
      listening ??= import("./server/listen.js").then(({ listen }) =>
        listen(backend.handle, { host, port, bodyLimit }),
      );
      try {
        const { url } = await listening;
        return { url };
      } catch (error) {
        listening = undefined;
        throw error;
      }
    },
    fetch: (request) => fetchRequest(backend.handle, request, bodyLimit),
    summary: () => backend.summary(),
    close() {
      closed ??= Promise.resolve(listening)
        .then((server) => server?.close())
        .finally(() => backend.store.close());
      return closed;
    },
  };
}

async function openStore({ memory, dataDir, durability }: MockOptions): Promise<RecordStore> {
  return memory ? createMemoryStore() : openJsonStore({ directory: dataDir, durability });
}

/** All operations but those that errors of the description name. */
function servedOperations({ operations, errors }: ApiDescription): {
  readonly served: readonly Operation[];
  readonly skipped: readonly SkippedOperation[];
} {
  const broken = new Map<string, string>();
  for (const { operations: ids, message } of errors) {
    for (const id of ids ?? []) if (!broken.has(id)) broken.set(id, message);
  }
  const skipped = operations.flatMap((operation) => {
    const reason = broken.get(operation.id);
    return reason === undefined ? [] : [{ operation, reason }];
  });
  return { served: operations.filter(({ id }) => !broken.has(id)), skipped };
}
