import type { ApiDescription } from "@onespec/spec-core";
import { createOutgoing, type Outgoing } from "./callbacks/outgoing.js";
import { DEFAULT_OPTIONS, type MockOptions } from "./config/mock-options.js";
import { parseStore, type StorePlace } from "./config/parse-store.js";
import { ControlEvents } from "./control/control-events.js";
import { Realm } from "./control/realm.js";
import { RequestFront } from "./control/request-front.js";
import { RequestLog } from "./control/request-log.js";
import { EMPTY_IMAGE, restoreImage, takeImage } from "./control/state-image.js";
import { FILES_COLLECTION } from "./files/file-reference.js";
import { createFileService, type FileService } from "./files/file-service.js";
import type { ReportViolations } from "./layers/lax-validation.js";
import type { SeedBook } from "./seed/given/seed-book.js";
import type { Reseeded } from "./seed/reseed.js";
import { type Backend, backendOpener, type OpenBackend } from "./server/backend.js";
import { basePaths } from "./server/base-paths.js";
import { fetchRequest } from "./server/fetch-request.js";
import type { MockRequest } from "./server/mock-request.js";
import type { MockSummary } from "./server/mock-summary.js";
import type { KeptImage } from "./store/image-shelf.js";
import { inOneStep } from "./store/in-one-step.js";
import { createMemoryStore } from "./store/memory-store.js";
import { openStore } from "./store/open-store.js";
import type { RecordStore } from "./store/record-store.js";

/** A backend made of a description. Two of them in one process share nothing. */
export interface MockServer {
  /** Starts to listen at `options.host` and `options.port`. @throws what the system says, such as `EADDRINUSE` */
  listen(): Promise<{ readonly url: string }>;
  /** Where it listens; `undefined` while it does not. */
  readonly url: string | undefined;
  /** Paths under which everything is served as well, longest first: those of the description's servers, `/v1`, and the option's. */
  readonly basePaths: readonly string[];
  /** Answers a request without a socket. Only path, query, method, headers and body of the request count. */
  fetch(request: Request): Promise<Response>;
  /** Forgets everything that was written and fills in the seeds again. Requests that come meanwhile wait. */
  reset(): Promise<void>;
  /** Keeps the state as it is under a name, in place of what was kept there. Returns the name, made up when none is given. */
  snapshot(name?: string): Promise<string>;
  /** Puts the state back to what was kept under the name. @throws RangeError when nothing was */
  restore(name: string): Promise<void>;
  /**
   * Serves another version of the description from now on: state, sessions and connections stay, requests that come meanwhile wait.
   * @throws when it cannot be served; then the one before goes on
   */
  replaceDescription(api: ApiDescription): Promise<void>;
  /**
   * Reads the seeds again. Resources whose records are still as they were seeded get the new ones, the others keep theirs. Returns
   * those whose seeds changed.
   * @throws OptionsError when they cannot be used; then all stays as it was
   */
  reloadSeeds(): Promise<readonly Reseeded[]>;
  /** Where the state lives. */
  readonly state: RecordStore;
  /** What is served and how many records there are now. */
  summary(): Promise<MockSummary>;
  /** Stops listening, lets running requests end, writes the state out. Idempotent. */
  close(): Promise<void>;
}

export interface MockServerOptions extends Partial<Omit<MockOptions, "store">> {
  /**
   * Where the state lives, closed with the server, or the address of a PostgreSQL database. Default: JSON files in `dataDir`,
   * or memory with `memory`.
   */
  readonly store?: RecordStore | string | undefined;
  /** How long a request may take to come in whole, in milliseconds, and its headers alone a minute of that. Default: five minutes. */
  readonly requestTimeout?: number;
  /** Told of exceptions that are bugs of ours. Default: nobody is. */
  readonly onBug?: (error: unknown, request: MockRequest) => void;
  /** Told of requests that break the contract, with `validate: "warn"`. Default: nobody is. */
  readonly onViolations?: ReportViolations;
}

/** Builds a server from a loaded description and fills it with seeds. Nothing listens before `listen()`. */
export async function buildMockServer(api: ApiDescription, given: MockServerOptions = {}): Promise<MockServer> {
  const options: MockOptions = { ...DEFAULT_OPTIONS, ...given, ...placeOf(given.store) };
  const seeds = await openSeeds(api, options);
  const store = typeof given.store === "object" ? given.store : await openStore(options);
  const front = (): RequestFront => opened;
  // A store of a program's own says nothing of folders.
  const memory = options.memory || (typeof given.store === "object" && given.dataDir === undefined);
  const files = createFileService({ ...options, memory, kept: store.contents }, () =>
    front().recordsOf(FILES_COLLECTION),
  );
  const stop = new AbortController();
  const events = new ControlEvents();
  const outgoing = createOutgoing(options, events);
  if (Object.keys(options.webhookUrl).length > 0) {
    const { checkWebhookNames } = await import("./callbacks/check-webhook-names.js");
    checkWebhookNames(api, options.webhookUrl);
  }
  const listeners = {
    reportBug: given.onBug ?? (() => {}),
    onViolations: given.onViolations,
    files,
    outgoing,
    stopped: stop.signal,
    givenSeeds: () => seeds?.given,
  };
  let open = backendOpener(api, options, listeners);
  const openBackend: OpenBackend = (opened) => open(opened);
  const observers = { log: new RequestLog(events), events, outgoing };
  const base = await Realm.open(
    {
      session: undefined,
      open: () => openBackend(store),
      reopen: seedsAgain(store, openBackend, () => seeds?.version),
    },
    observers,
  );
  await readKept(base);
  const fillSeeds = (): Promise<void> => base.backend.fillSeeds();
  await (store.fill?.(fillSeeds) ?? inOneStep(store, fillSeeds));
  await base.backend.tidyFiles();
  const opened = new RequestFront(base, openBackend, observers, options);
  const replaceDescription = async (next: ApiDescription): Promise<void> => {
    const opener = backendOpener(next, options, listeners);
    const trial = createMemoryStore();
    await opener(trial);
    await trial.close();
    open = opener;
    served = next;
    await opened.refresh();
  };
  let served = api;
  const reloadSeeds = async (): Promise<readonly Reseeded[]> => {
    if (!seeds) return [];
    const { trySeeds, applySeeds } = await import("./seed/reseed.js");
    const before = await trySeeds(openBackend);
    await seeds.reload(served);
    const after = await trySeeds(openBackend);
    return base.change(() => inOneStep(store, () => applySeeds(base.collections, before, after)));
  };
  const { requestTimeout } = given;
  return Object.assign(createServer(api, base, opened, { files, outgoing, stop, requestTimeout }, options), {
    replaceDescription,
    reloadSeeds,
  });
}

/** What is kept is read now, so that a file that is wrong ends the start and not a request. @throws StoreError */
async function readKept({ store, backend }: Realm): Promise<void> {
  // A database has looked at itself; nothing is worked out where nothing is kept.
  if (store.transaction || (await store.names).length === 0) return;
  for (const { name } of backend.collections) store.collection(name);
}

/** Reads what `seeds` names; nothing is loaded where it names nothing. */
async function openSeeds(api: ApiDescription, options: MockOptions): Promise<SeedBook | undefined> {
  const { seeds } = options;
  if (seeds === undefined || isSeedBook(seeds)) return seeds;
  const { openSeedBook } = await import("./seed/given/seed-book.js");
  return openSeedBook(seeds, api, options);
}

function isSeedBook(seeds: NonNullable<MockOptions["seeds"]>): seeds is SeedBook {
  return typeof seeds === "object" && typeof seeds.reload === "function";
}

/**
 * Empties the store and fills in the seeds. They are made once: the same seeds come back faster from an image.
 * @param version of the seeds that were given: those of another one are made anew
 */
function seedsAgain(
  store: RecordStore,
  openBackend: OpenBackend,
  version: () => number | undefined,
): () => Promise<Backend> {
  let seeds: KeptImage | undefined;
  let made: number | undefined;
  return async () => {
    if (made !== version()) seeds = undefined;
    made = version();
    const backend = await openBackend(store);
    const { collections } = backend;
    await inOneStep(store, async () => {
      await restoreImage(seeds ?? EMPTY_IMAGE, collections);
      if (seeds) return;
      await backend.fillSeeds();
      seeds = await takeImage(collections);
    });
    return backend;
  };
}

interface ServerParts {
  readonly files: FileService;
  readonly outgoing: Outgoing;
  /** Ends what would go on for long. */
  readonly stop: AbortController;
  readonly requestTimeout: number | undefined;
}

function createServer(
  api: ApiDescription,
  base: Realm,
  front: RequestFront,
  { files, outgoing, stop, requestTimeout }: ServerParts,
  options: MockOptions,
): Omit<MockServer, "replaceDescription" | "reloadSeeds"> {
  const { bodyLimit, host, port, basePath } = options;
  const { receive } = files;
  const ownPaths = basePaths(api);
  let listening: Promise<{ readonly url: string; close(): Promise<void> }> | undefined;
  let closed: Promise<void> | undefined;
  let url: string | undefined;
  let unnamed = 0;
  return {
    get url() {
      return url;
    },
    basePaths: basePath === "" ? ownPaths : [...ownPaths.map((path) => basePath + path), basePath, ...ownPaths],
    state: base.store,
    async listen() {
      listening ??= import("./server/listen.js").then(({ listen }) =>
        listen((request) => front.handle(request, true), { host, port, bodyLimit, receive, requestTimeout }),
      );
      try {
        ({ url } = await listening);
        return { url };
      } catch (error) {
        listening = undefined;
        throw error;
      }
    },
    fetch: (request) => fetchRequest((asked) => front.handle(asked, false), request, receive),
    reset: () => base.reset(),
    async snapshot(name = `snapshot-${++unnamed}`) {
      await base.save(name);
      return name;
    },
    async restore(name) {
      if (await base.restore(name)) return;
      const names = [...(await base.snapshots.all()).keys()].join(", ") || "none";
      throw new RangeError(`There is no snapshot ${JSON.stringify(name)}; there are: ${names}.`);
    },
    summary: () => base.backend.summary(),
    close() {
      stop.abort();
      closed ??= Promise.all([listening, front.close(), outgoing.close()])
        .then(([server]) => server?.close())
        .then(() => files.close(() => base.keptRecordsOf(FILES_COLLECTION)))
        .finally(() => {
          url = undefined;
          return base.store.close();
        });
      return closed;
    },
  };
}

function placeOf(store: RecordStore | string | undefined): StorePlace | { readonly store: undefined } {
  return typeof store === "string" ? parseStore(store) : { store: undefined };
}
