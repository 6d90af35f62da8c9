import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { basePaths, injectRequest, problemOfError, refuseConnection, toRequest } from "@onespec/http-contract";
import type { ApiDescription } from "@onespec/spec-core";
import { type FastifyInstance, type FastifyReply, type FastifyServerOptions, fastify } from "fastify";
import type { MockOptions } from "./config/mock-options.js";
import { IN_PROCESS } from "./control/control-path.js";
import type { ServerIdentity } from "./features/https/server-identity.js";
import { mockApplication } from "./mock-application.js";
import { type CoreOptions, openMock } from "./mock-core.js";
import { FILES_COLLECTION } from "./model/files.js";
import type { MockSummary } from "./state/mock-summary.js";
import type { Reseeded } from "./state/reseed.js";
import type { RecordStore } from "./store/record-store.js";

/** A running mock of a description. Two of them in one process share nothing. */
export interface MockServer {
  /** Starts to listen at `options.host` and `options.port`. @throws the error of the system, such as `EADDRINUSE` */
  listen(): Promise<{ readonly url: string }>;
  /** The address that it listens on. `undefined` while it does not listen. */
  readonly url: string | undefined;
  /** File of the https certificate that the server created. Clients must trust it. */
  readonly certificate: string | undefined;
  /**
   * All paths that the API is also served at, longest first: those of the description's servers, such as `/v1`, and the
   * option `basePath`.
   */
  readonly basePaths: readonly string[];
  /** The Fastify application that serves the description now. */
  readonly fastify: FastifyInstance;
  /**
   * Answers a request without a socket, as the global `fetch` would. A path needs no host.
   * @example const reply = await mock.fetch("/books", { method: "POST", body: JSON.stringify({ title: "Emma" }) });
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Removes everything that was written, and fills in the seeds again. New requests wait until it is done. */
  reset(): Promise<void>;
  /**
   * Saves the current state under a name, and overwrites an older snapshot with that name. Returns the name; without an
   * argument it is generated.
   */
  snapshot(name?: string): Promise<string>;
  /** Restores the snapshot with that name. @throws RangeError if there is none */
  restore(name: string): Promise<void>;
  /**
   * Serves another version of the description. State, sessions and connections stay, and new requests wait until it is
   * ready.
   * @throws if it cannot be served; the previous version then stays in use
   */
  replaceDescription(api: ApiDescription): Promise<void>;
  /**
   * Reads the seeds again. A resource whose records are unchanged since seeding gets the new ones; others keep theirs.
   * Returns the resources whose seeds have changed.
   * @throws OptionsError if the seeds cannot be used; nothing changes then
   */
  reloadSeeds(): Promise<readonly Reseeded[]>;
  /** The store of the state. */
  readonly state: RecordStore;
  /** The served operations and resources, and the present number of records. */
  summary(): Promise<MockSummary>;
  /** Stops listening, lets running requests finish, and saves the state. Calling it again does nothing. */
  close(): Promise<void>;
}

/** Builds a server from a loaded description and fills it with seeds. It listens only after `listen()`. */
export async function buildMockServer(api: ApiDescription, given: CoreOptions = {}): Promise<MockServer> {
  const core = await openMock(api, given);
  const { options, base, stop, outgoing, files } = core;
  const { host, port, basePath } = options;
  const identity = await openIdentity(options);
  const ownPaths = basePaths(api);
  // Fastify cannot remove routes. Another version of the description therefore gets a new instance behind the same
  // server.
  let listener: FastifyInstance["routing"] | undefined;
  const build = async (): Promise<FastifyInstance> => {
    const app = fastify({
      logger: false,
      ...serverOptions(
        given.requestTimeout ?? 300_000,
        (handler) => (request, response) => {
          if (listener) listener(request, response);
          else handler(request, response);
        },
        identity,
      ),
    });
    await mockApplication(app, core.parts(""));
    await app.ready();
    return app;
  };
  const first = await build();
  let app = first;
  let listening: Promise<{ readonly url: string }> | undefined;
  let url: string | undefined;
  let unnamed = 0;
  let closed: Promise<void> | undefined;
  return {
    get url() {
      return url;
    },
    certificate: identity?.file,
    get fastify() {
      return app;
    },
    basePaths: basePath === "" ? ownPaths : [...ownPaths.map((path) => basePath + path), basePath, ...ownPaths],
    state: base.store,
    async listen(...given: readonly unknown[]) {
      if (given.length > 0)
        throw new TypeError("listen() takes no options: give `host` and `port` to createMockServer().");
      listening ??= first
        .listen({ host, port })
        .then(() => ({ url: urlOf(first.server.address() as AddressInfo, identity !== undefined) }));
      try {
        ({ url } = await listening);
        return { url };
      } catch (error) {
        listening = undefined;
        throw error;
      }
    },
    fetch: (input, init) => {
      const request = toRequest(input, init);
      return injectRequest(app, request, IN_PROCESS, {
        "x-forwarded-proto": new URL(request.url).protocol.slice(0, -1),
      });
    },
    async reset(...given: readonly unknown[]) {
      if (given.length > 0) throw new TypeError("reset() takes no arguments: it resets every resource.");
      await base.reset();
    },
    async snapshot(name = `snapshot-${++unnamed}`) {
      await base.save(name);
      return name;
    },
    async restore(name) {
      if (await base.restore(name)) return;
      const names = [...(await base.snapshots.all()).keys()].join(", ") || "none";
      throw new RangeError(`There is no snapshot ${JSON.stringify(name)}; there are: ${names}.`);
    },
    replaceDescription: (next) =>
      core.replaceDescription(next, async () => {
        const before = app;
        app = await build();
        listener = app.routing;
        if (before !== first) await before.close();
      }),
    reloadSeeds: core.reloadSeeds,
    summary: () => base.backend.summary(),
    close() {
      stop.abort();
      closed ??= Promise.all([listening?.catch(() => undefined), core.close(), outgoing.close()])
        .then(() => Promise.all([...new Set([first, app])].map((one) => one.close())))
        .then(() => files.close(() => base.keptRecordsOf(FILES_COLLECTION)))
        .finally(async () => {
          url = undefined;
          await identity?.remove?.();
          return base.store.close();
        });
      return closed;
    },
  };
}

/** Mounts a mock in a Fastify application: `app.register(mockPlugin, { prefix: "/api", description: "api.yaml", seed: 10 })`. */
export async function mountMock(app: FastifyInstance, api: ApiDescription, given: CoreOptions): Promise<void> {
  const core = await openMock(api, given);
  const { base, stop, outgoing, files } = core;
  app.addHook("onClose", async () => {
    stop.abort();
    await Promise.all([core.close(), outgoing.close()]);
    await files.close(() => base.keptRecordsOf(FILES_COLLECTION));
    await base.store.close();
  });
  await mockApplication(app, core.parts(app.prefix));
}

/** The certificate for https. Loads no code for http. */
async function openIdentity(options: MockOptions): Promise<ServerIdentity | undefined> {
  if (!options.https && options.cert === undefined && options.key === undefined) return undefined;
  const { readIdentity } = await import("./features/https/server-identity.js");
  return readIdentity(options);
}

/**
 * Idle time after which a connection is closed, in milliseconds. Test runners pause for less than this between two
 * requests.
 */
const REST_MS = 72_000;
const SWEEP_MS = 50;
/** How long a server that stops waits for answers, in milliseconds. Docker kills a container after ten seconds. */
const DRAIN_MS = 5_000;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Fastify's options for a server that is open to any client.
 * @param requestTimeout for a whole request, in milliseconds
 * @param identity for https; `undefined`: http
 */
function serverOptions(
  requestTimeout: number,
  listener: (handler: Listener) => Listener,
  identity: ServerIdentity | undefined,
): FastifyServerOptions & { readonly serverFactory: (handler: Listener) => Server } {
  return {
    serverFactory: (handler) => createListener(listener(handler), requestTimeout, identity),
    clientErrorHandler: refuseConnection,
    frameworkErrors(error, _request, reply: FastifyReply) {
      const { status, message, details } = problemOfError(error) ?? INTERNAL;
      reply
        .code(status)
        .header("content-type", "application/json")
        .serializer((text: string) => text)
        .send(JSON.stringify({ error: message, details }));
    },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16 * 1024 },
  };
}

const INTERNAL = { status: 500, message: "Internal server error", details: [] };

function createListener(listener: Listener, requestTimeout: number, identity: ServerIdentity | undefined): Server {
  const options = {
    keepAliveTimeout: REST_MS,
    requestTimeout,
    headersTimeout: Math.min(60_000, requestTimeout),
    connectionsCheckingInterval: Math.min(30_000, Math.ceil(requestTimeout / 4)),
  };
  const answer: Listener = (request, response) => {
    // After a request with `Upgrade`, Node reports no parse errors on the connection, so a client would wait for ever.
    if (request.headers.upgrade !== undefined) response.setHeader("connection", "close");
    listener(request, response);
  };
  const server = identity
    ? createTlsServer({ ...options, cert: identity.cert, key: identity.key }, answer)
    : createServer(options, answer);
  closeUnused(server);
  return server;
}

/**
 * Closes connections that have had no request when the server stops. Node counts them as busy, and clients open some in
 * advance.
 */
function closeUnused(server: Server): void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const close = server.close.bind(server);
  server.close = (callback) => {
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    return close((error) => {
      clearInterval(sweep);
      clearTimeout(cut);
      callback?.(error);
    });
  };
}

/** An address that clients can call. `0.0.0.0` is not one. */
function urlOf({ address, family, port }: AddressInfo, isTls: boolean): string {
  const scheme = isTls ? "https" : "http";
  if (address === "0.0.0.0") return `${scheme}://127.0.0.1:${port}`;
  const host = address === "::" ? "::1" : address;
  return `${scheme}://${family === "IPv6" ? `[${host}]` : host}:${port}`;
}
