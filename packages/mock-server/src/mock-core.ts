import {
  createFitting,
  createProblemAnswers,
  createRouteTable,
  type Fitting,
  type ProblemAnswers,
  type RouteTable,
  shownHeaders,
} from "@onespec/http-contract";
import type { ApiDescription, Operation } from "@onespec/spec-core";
import type { FastifyInstance } from "fastify";
import type { SeedBook } from "./config/given-seeds.js";
import { DEFAULT_OPTIONS, type MockOptions } from "./config/mock-options.js";
import { forwardedOperations } from "./config/operation-selector.js";
import { parseStore, type StorePlace } from "./config/parse-option.js";
import { OAUTH_PATH } from "./control/control-path.js";
import { createOutgoing, type Outgoing } from "./features/callbacks/outgoing.js";
import { checkWebhookNames } from "./features/callbacks/webhooks.js";
import { createFileService } from "./features/files/file-service.js";
import { issuesTokens, operationsWithTokens, TokenStore } from "./features/oauth/token-store.js";
import { ExchangeTally } from "./features/proxy/exchange-tally.js";
import { RequestLog } from "./features/request-log/request-log.js";
import type { MockParts, ReportViolations } from "./mock-application.js";
import { FILES_COLLECTION, type FileService } from "./model/files.js";
import type { BehaviourWrapper } from "./model/mock-context.js";
import { upstreamAddress } from "./modules/upstream-address.js";
import type { FillSeeds } from "./seed/given/called-files.js";
import { openSeedBook } from "./seed/given/seed-book.js";
import { backendOpener, type OpenBackend } from "./state/backend.js";
import { ControlEvents } from "./state/control-events.js";
import { MockState } from "./state/mock-state.js";
import { applySeeds, checkSeedParents, type Reseeded, seedsAgain, trySeeds } from "./state/reseed.js";
import { type ServedOperations, servedOperations } from "./state/served-operations.js";
import { Sessions } from "./state/sessions.js";
import { createMemoryStore } from "./store/memory-store.js";
import { openStore } from "./store/open-store.js";
import { inOneStep, type RecordStore, type StoredRecord } from "./store/record-store.js";

/** The checked options of a mock, without those of the calling function. */
export interface CoreOptions extends Partial<Omit<MockOptions, "store">> {
  /**
   * The store of the state, or the address of a PostgreSQL database. It is closed with the server. Default: JSON files
   * in `dataDir`, or memory with `memory`.
   */
  readonly store?: RecordStore | string | undefined;
  /**
   * Longest time for a whole request to arrive, in milliseconds. Its headers may take at most a minute. Default: five
   * minutes.
   */
  readonly requestTimeout?: number;
  /** Called with exceptions that are bugs of ours. Default: prints them with `console.error`. */
  readonly onBug?: MockParts["onBug"];
  /** Called with requests that break the contract, with `validate: "warn"`. Default: no listener. */
  readonly onViolations?: ReportViolations;
  /** Called with requests that were forwarded to `upstream`. Default: no listener. */
  readonly onPassed?: MockParts["onPassed"];
}

/** The state of a mock, and the Fastify application that serves one version of its description. */
export interface MockCore {
  readonly options: MockOptions;
  readonly base: MockState;
  readonly sessions: Sessions;
  readonly files: FileService;
  readonly outgoing: Outgoing;
  readonly stop: AbortController;
  /** The description that is served now. */
  readonly current: () => Version;
  /** The parts of the current version, for its Fastify application. @param prefix of the application */
  parts(prefix: string): MockParts;
  close(): Promise<void>;
  replaceDescription(next: ApiDescription, build: () => Promise<void>): Promise<void>;
  reloadSeeds(): Promise<readonly Reseeded[]>;
}

/** One version of the description, and its features' behaviours. */
interface Version {
  readonly api: ApiDescription;
  readonly served: ServedOperations;
  readonly table: RouteTable;
  readonly fitting: Fitting;
  readonly problems: ProblemAnswers;
  readonly wrappers: BehaviourWrapper[];
  readonly open: OpenBackend;
}

/** Opens the state of a mock, without anything that serves it. */
export async function openMock(api: ApiDescription, given: CoreOptions): Promise<MockCore> {
  const options: MockOptions = { ...DEFAULT_OPTIONS, ...given, ...placeOf(given.store) };
  const seeds = await openSeeds(api, options);
  const store = typeof given.store === "object" ? given.store : await openStore(options);
  try {
    return await openCore(api, given, { options, seeds, store });
  } catch (error) {
    // Releases the lock on the data directory. A store that the program gave stays open.
    if (store !== given.store) await store.close();
    throw error;
  }
}

interface OpenParts {
  readonly options: MockOptions;
  readonly seeds: Awaited<ReturnType<typeof openSeeds>>;
  readonly store: RecordStore;
}

async function openCore(
  api: ApiDescription,
  given: CoreOptions,
  { options, seeds, store }: OpenParts,
): Promise<MockCore> {
  // A store that a program gave has no folder for uploads.
  const memory = options.memory || (typeof given.store === "object" && given.dataDir === undefined);
  const recordsOf = async (name: string): Promise<readonly StoredRecord[]> => {
    const states = [base, ...sessions.all.map(({ state }) => state)];
    return (await Promise.all(states.map((state) => state.recordsOf(name)))).flat();
  };
  const files = createFileService({ ...options, memory, kept: store.contents }, () => recordsOf(FILES_COLLECTION));
  const stop = new AbortController();
  const events = new ControlEvents();
  const log = new RequestLog(events);
  const outgoing = createOutgoing(options, events);
  const tokens = new TokenStore();
  if (Object.keys(options.webhookUrl).length > 0) checkWebhookNames(api, options.webhookUrl);
  const openVersion = (version: ApiDescription): Version => {
    const { schemas } = version;
    const served = servedOperations(version);
    const fitting = createFitting(schemas, options.seedValue);
    const problems = createProblemAnswers(version, fitting, shownHeaders);
    const wrappers: BehaviourWrapper[] = [];
    const open = backendOpener(version, options, {
      fitting,
      refuse: problems,
      files,
      stopped: stop.signal,
      served,
      wrap: (context, plan, behave) => wrappers.reduce((inner, wrapper) => wrapper(context, plan, inner), behave),
      givenSeeds: () => seeds?.given,
    });
    const table = createRouteTable(version, served.operations, { basePath: options.basePath, serverPaths: true });
    return { api: version, served, table, fitting, problems, wrappers, open };
  };
  let current = openVersion(api);
  const openBackend: OpenBackend = (opened) => current.open(opened);
  if (seeds && seeds.given.unsureParents.length > 0) checkSeedParents(seeds, await trySeeds(openBackend));
  const base = await MockState.open(
    {
      session: undefined,
      open: () => openBackend(store),
      reopen: seedsAgain(store, openBackend, () => [current, seeds?.version]),
    },
    events,
  );
  const sessions = new Sessions(store, openBackend, events, options);
  await readKept(base);
  const fillSeeds = (): Promise<void> => base.backend.fillSeeds();
  await (store.fill?.(fillSeeds) ?? inOneStep(store, fillSeeds));
  await base.backend.tidyFiles();
  let plane: Promise<FastifyInstance> | undefined;
  let oauthPlane: Promise<FastifyInstance> | undefined;
  const { controlHosts, webhookUrl, upstream } = options;
  const forwarded = (): ReadonlySet<Operation> => forwardedOperations(current.api.operations, options);
  const tally = new ExchangeTally();
  return {
    options,
    base,
    sessions,
    files,
    outgoing,
    stop,
    current: () => current,
    parts(prefix) {
      const { api: served, wrappers } = current;
      return {
        host: {
          api: served,
          events,
          base,
          wrap: (wrapper) => wrappers.push(wrapper),
          stateOf: (request) => request.mockState ?? base,
        },
        options,
        ...current,
        files,
        outgoing,
        log,
        sessions,
        controlPlane() {
          plane ??= import("./control/control-plane.js").then(({ openControlPlane }) =>
            openControlPlane(prefix, {
              base,
              sessions,
              log,
              tally,
              upstream,
              forwarded,
              events,
              outgoing,
              webhookUrl,
              controlHosts,
            }),
          );
          return plane;
        },
        tokens,
        oauthPlane: issuesTokens(served)
          ? () => {
              oauthPlane ??= import("./features/oauth/oauth-plane.js").then(({ openOAuthPlane }) =>
                openOAuthPlane({
                  path: `${prefix}${OAUTH_PATH}`,
                  api: served,
                  tokens,
                  tokensAreOf: tokensOf(served, options),
                  ...options,
                }),
              );
              return oauthPlane;
            }
          : undefined,
        onViolations: given.onViolations,
        onPassed: (exchange) => {
          tally.add(exchange);
          given.onPassed?.(exchange);
        },
        onBug: given.onBug ?? printBug,
      };
    },
    async close() {
      await (await plane)?.close();
      await (await oauthPlane)?.close();
    },
    async replaceDescription(next, build) {
      const before = current;
      current = openVersion(next);
      try {
        const trial = createMemoryStore();
        await current.open(trial);
        await trial.close();
        await build();
      } catch (error) {
        current = before;
        throw error;
      }
      await base.refresh();
      for (const { state } of sessions.all) await state.refresh();
    },
    async reloadSeeds() {
      if (!seeds) return [];
      const before = await trySeeds(openBackend);
      let after = before;
      await seeds.reload(current.api, async () => {
        after = await trySeeds(openBackend);
        checkSeedParents(seeds, after);
      });
      return base.change(() => inOneStep(store, () => applySeeds(base.collections, before, after)));
    },
  };
}

/** The answer refers to the log for the cause. */
function printBug(error: unknown, { method, path }: Parameters<MockParts["onBug"]>[1]): void {
  // biome-ignore lint/suspicious/noConsole: a program that names no listener has no other log
  console.error(`${method} ${path} failed:`, error);
}

/**
 * Opens the stored collections at start. A damaged file then prevents the start instead of making requests fail.
 * @throws StoreError
 */
async function readKept({ store, backend }: MockState): Promise<void> {
  // A database needs no such check. For an empty store, the collections need not be computed.
  if (store.transaction || (await store.names).length === 0) return;
  for (const { name } of backend.collections) store.collection(name);
}

/** Reads the seeds of the option `seeds`. */
async function openSeeds(api: ApiDescription, options: MockOptions): Promise<SeedBook | undefined> {
  const { seeds } = options;
  if (seeds === undefined || isSeedBook(seeds)) return seeds;
  return openSeedBook(seeds, api, options, seedFiller(options));
}

/** Makes the records of seeds and `--seed` in a separate store, for seed functions that ask for records. */
export function seedFiller(options: MockOptions): FillSeeds {
  return (api, given) => {
    const fitting = createFitting(api.schemas, options.seedValue);
    const open = backendOpener(api, options, {
      fitting,
      refuse: createProblemAnswers(api, fitting),
      files: createFileService({ ...options, memory: true, kept: undefined }, async () => []),
      stopped: new AbortController().signal,
      served: servedOperations(api),
      wrap: (_context, _plan, behave) => behave,
      givenSeeds: () => given,
    });
    return trySeeds(open);
  };
}

function isSeedBook(seeds: NonNullable<MockOptions["seeds"]>): seeds is SeedBook {
  return typeof seeds === "object" && typeof seeds.reload === "function";
}

/** The upstream, if it takes every token that the description asks for. */
function tokensOf(api: ApiDescription, options: MockOptions): string | undefined {
  const forwarded = forwardedOperations(api.operations, options);
  const isUpstreams = operationsWithTokens(api).every((operation) => forwarded.has(operation));
  return isUpstreams && options.upstream !== undefined ? upstreamAddress(options.upstream) : undefined;
}

function placeOf(store: RecordStore | string | undefined): StorePlace | { readonly store: undefined } {
  return typeof store === "string" ? parseStore(store) : { store: undefined };
}
