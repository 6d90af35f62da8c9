import type { Answer } from "../response/answer.js";
import type { MockRequest } from "../server/mock-request.js";
import type { ControlEvents } from "./control-events.js";
import { TextSlots } from "./text-slots.js";

/** A request that was answered, as it is kept: what people ask for is made of it when they ask. */
export interface LoggedRequest {
  /** Counts up from 1. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** In milliseconds. */
  readonly duration: number;
  readonly session: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: MockRequest["headers"];
  readonly body: LoggedBody;
  readonly status: number;
  readonly responseHeaders: Answer["headers"];
  readonly responseBody: LoggedBody;
}

/** `null`: larger than what is kept, or a stream. */
export type LoggedBody = string | Uint8Array | null | undefined;

/** A request in the ring. */
interface KeptRequest extends LoggedRequest {
  /** Of an answer's body that lies in the slots, in bytes; 0: it is short, or none. */
  readonly longBody: number;
}

/** Requests kept; the oldest goes first. */
const SIZE = 500;
/** Sets of request headers that are compared with new ones. */
const HEADER_SETS = 4;
/** Larger bodies are left out, so that the log holds 30 MB at most, 16 of plain text. In bytes or UTF-16 units. */
const LARGEST_BODY = 16 * 1024;
/** Longer answers lie in the slots. In UTF-16 units. */
const SHORT_BODY = 1024;

/** The last requests, in a ring: one object a request, whatever was sent. */
export class RequestLog {
  readonly #ring: KeptRequest[] = [];
  readonly #longBodies: TextSlots = new TextSlots();
  readonly #events: ControlEvents;
  #headerSets: readonly MockRequest["headers"][] = [];
  #lastId = 0;

  constructor(events: ControlEvents) {
    this.#events = events;
  }

  /** @param startedAt on `performance.now()`'s clock */
  add(request: MockRequest, answer: Answer, startedAt: number, session: string | undefined): void {
    const { method, path, query, headers, body } = request;
    this.#lastId++;
    const slot = this.#lastId % SIZE;
    const kept = keptBody(answer.body);
    const isLong = typeof kept === "string" && kept.length > SHORT_BODY;
    const entry: KeptRequest = {
      id: this.#lastId,
      time: performance.timeOrigin + startedAt,
      duration: performance.now() - startedAt,
      session,
      method,
      path,
      query,
      headers: this.#sharedHeaders(headers),
      body: keptBody(body),
      status: answer.status,
      responseHeaders: answer.headers,
      responseBody: isLong ? undefined : kept,
      longBody: isLong ? this.#longBodies.put(slot, kept) : 0,
    };
    this.#ring[slot] = entry;
    this.#events.emit("request", () => this.#whole(entry));
  }

  /** Newest first. @param before only older ones than the one with this id */
  latest(limit: number, before: number = this.#lastId + 1): readonly LoggedRequest[] {
    const found: LoggedRequest[] = [];
    for (let id = before - 1; id > 0 && found.length < limit; id--) {
      const entry = this.get(id);
      if (!entry) break;
      found.push(entry);
    }
    return found;
  }

  get(id: number): LoggedRequest | undefined {
    const entry = this.#ring[id % SIZE];
    return entry?.id === id ? this.#whole(entry) : undefined;
  }

  clear(): void {
    this.#ring.length = 0;
    this.#longBodies.clear();
  }

  #whole(entry: KeptRequest): LoggedRequest {
    const { longBody, ...request } = entry;
    return longBody === 0 ? request : { ...request, responseBody: this.#longBodies.read(entry.id % SIZE, longBody) };
  }

  /**
   * The headers, or the same ones of an earlier request: a client sends the same time and again, and what is kept of each
   * request is what the garbage collector copies, which took a quarter of the time of a `POST`.
   */
  #sharedHeaders(headers: MockRequest["headers"]): MockRequest["headers"] {
    for (const known of this.#headerSets) if (isSame(known, headers)) return known;
    this.#headerSets = [headers, ...this.#headerSets.slice(0, HEADER_SETS - 1)];
    return headers;
  }
}

/** Have they the same values? Those that are lists never do. */
function isSame(one: MockRequest["headers"], other: MockRequest["headers"]): boolean {
  let count = 0;
  for (const name in one) {
    if (one[name] !== other[name]) return false;
    count++;
  }
  for (const _ in other) count--;
  return count === 0;
}

function keptBody(body: Answer["body"]): LoggedBody {
  if (body === undefined) return undefined;
  if (body instanceof ReadableStream) return null;
  return body.length <= LARGEST_BODY ? body : null;
}
