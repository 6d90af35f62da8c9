import { isUint8Array } from "node:util/types";
import type { RequestHeaders } from "@onespec/http-contract";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { ControlEvents } from "../../state/control-events.js";

export interface RequestLogOptions {
  readonly log: RequestLog;
}

/** Keeps the last requests and their answers, for the control plane. */
export const logRequests: FastifyPluginAsync<RequestLogOptions> = fp(
  async (fastify: FastifyInstance, { log }: RequestLogOptions) => {
    fastify.addHook("onSend", (request, reply, payload, done) => {
      if (request.contract) add(log, request, reply, payload);
      done(null, payload);
    });
  },
  { name: "mock-request-log" },
);

function add(log: RequestLog, request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const { contract, mockState } = request;
  const { method, path, query, headers } = contract.target;
  const duration = performance.now() - contract.startedAt;
  log.add({
    id: log.nextId(),
    time: Date.now() - duration,
    duration,
    session: mockState?.session,
    operationId: contract.operation?.id,
    method,
    path,
    query,
    headers,
    body: keptBody(contract.text),
    status: reply.statusCode,
    responseHeaders: contract.answer?.headers ?? (reply.getHeaders() as Readonly<Record<string, string>>),
    responseBody: keptBody(payload),
  });
}

/** An answered request, as it is stored. The control plane computes its view on request. */
export interface LoggedRequest {
  /** Counts up from 1. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** In milliseconds. */
  readonly duration: number;
  readonly session: string | undefined;
  /** The operation that the request called. */
  readonly operationId: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RequestHeaders;
  readonly body: LoggedBody;
  readonly status: number;
  readonly responseHeaders: RequestHeaders;
  readonly responseBody: LoggedBody;
}

/** `null` for a body that is too large to store, or a stream. */
export type LoggedBody = string | Uint8Array | null | undefined;

/** Number of requests that are shown. The oldest one is dropped first. */
const SIZE = 500;
/** Number of older errors that are stored as well, because people look for them. */
const OLDER_ERRORS = 250;
/** Larger bodies are omitted. In bytes or UTF-16 units. */
export const LARGEST_BODY: number = 16 * 1024;

/** The last requests, and older errors. */
export class RequestLog {
  /** Oldest first. `#olderErrors` has errors from before the first entry. */
  #entries: LoggedRequest[] = [];
  #olderErrors: LoggedRequest[] = [];
  readonly #events: ControlEvents;
  #lastId = 0;

  constructor(events: ControlEvents) {
    this.#events = events;
  }

  /** @returns the id of the request that is added next */
  nextId(): number {
    this.#lastId++;
    return this.#lastId;
  }

  add(entry: LoggedRequest): void {
    if (this.#entries.push(entry) === 2 * SIZE) this.#dropOld();
    if (this.#events.isHeard) this.#events.emit("request", () => entry);
  }

  /** Newest first. @param before only requests older than this id @param wanted only requests for which it is true */
  latest(
    limit: number,
    before: number = this.#lastId + 1,
    wanted: (entry: LoggedRequest) => boolean = () => true,
  ): readonly LoggedRequest[] {
    this.#dropOld();
    return [...this.#olderErrors, ...this.#entries]
      .filter((entry) => entry.id < before && wanted(entry))
      .slice(-limit)
      .reverse();
  }

  get(id: number): LoggedRequest | undefined {
    this.#dropOld();
    return [...this.#entries, ...this.#olderErrors].find((entry) => entry.id === id);
  }

  /**
   * Keeps the newest requests and older errors. Runs once for many requests: a removal for each request would cost more than logging it.
   */
  #dropOld(): void {
    const old = this.#entries.splice(0, this.#entries.length - SIZE);
    if (old.length === 0) return;
    this.#olderErrors.push(...old.filter(({ status }) => status >= 400));
    this.#olderErrors.splice(0, this.#olderErrors.length - OLDER_ERRORS);
  }

  /** @param session only its requests; `undefined` for all */
  clear(session?: string): void {
    const isKept = (entry: LoggedRequest): boolean => session !== undefined && entry.session !== session;
    this.#entries = this.#entries.filter(isKept);
    this.#olderErrors = this.#olderErrors.filter(isKept);
  }
}

/** The body of a request or an answer, if it is small enough to store. */
function keptBody(body: unknown): LoggedBody {
  if (body === undefined || body === null) return undefined;
  if (typeof body !== "string" && !isUint8Array(body)) return null;
  return body.length <= LARGEST_BODY ? body : null;
}
