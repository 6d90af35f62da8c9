import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

/** A request to send. */
export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Names of common headers that this request leaves out. */
  readonly without?: readonly string[];
  /** The security schemes whose credentials it sends. */
  readonly schemes?: readonly string[];
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Media type, lower case, without parameters; `""` when the header is absent. */
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body. `undefined` if it is not JSON. */
  readonly json: unknown;
}

/** Sends requests to one server over a socket, as any client does. */
export interface ApiClient {
  /** @throws NoAnswer if the connection breaks, or no whole answer arrives in time */
  send(request: SentRequest): Promise<Reply>;
  /** True after too many requests in a row without an answer. */
  readonly isGivenUp: boolean;
  close(): void;
}

export interface ClientOptions {
  /** Requests a second; `undefined`: no limit. */
  readonly rate?: number | undefined;
  /** Headers for every request that does not set them. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for a whole answer, in milliseconds. Each timeout halves it, down to a quarter. */
  readonly timeoutMs?: number | undefined;
}

/** Thrown if the server does not answer, or its answer does not end. */
export class NoAnswer extends Error {}

const TIMEOUT_MS = 20_000;
const MOST_SILENT = 8;
const LARGEST_ANSWER = 32 * 1024 * 1024;
/** A stream may never end. Its answer is what arrives within this part of the longest wait. */
const STREAM_PART = 1 / 20;
const STREAMS =
  /^(text\/event-stream|multipart\/x-mixed-replace|application\/(x-ndjson|ndjson|jsonl|json-seq|stream\+json))/i;
/** Longest wait for a server that answers `Retry-After`. */
const LONGEST_WAIT_MS = 30_000;
const MOST_WAITS = 5;
/** Longest total of such waits for one path. */
const LONGEST_PATH_MS = 40_000;
/** Longest total of such waits in one check. */
const LONGEST_WAITS_MS = 300_000;

/** @param base address of the server. Its path is ignored. */
export function createApiClient(
  base: string,
  { rate, headers: common = {}, signal, timeoutMs = TIMEOUT_MS }: ClientOptions = {},
): ApiClient {
  const { hostname, port, protocol } = new URL(base);
  const isSecure = protocol === "https:";
  const agent = isSecure ? new HttpsAgent(POOL) : new HttpAgent(POOL);
  const start = isSecure ? httpsRequest : httpRequest;
  const sendOnce = (request: SentRequest): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { method, target, headers, body, without = [] } = request;
      const shared = Object.fromEntries(Object.entries(common).filter(([name]) => !without.includes(name)));
      const fail = (message: string): void => {
        isOver = true;
        reject(new NoAnswer(message));
        outgoing.destroy();
      };
      const length = body === undefined ? {} : { "content-length": String(body.length) };
      const path = target.replace(/[^!-~]+/gu, (text) => encodeURIComponent(text.toWellFormed()));
      const options = { hostname: hostname.replace(/^\[|\]$/g, ""), port, method, path, agent };
      const outgoing = start({ ...options, headers: { ...shared, ...headers, ...length } }, (incoming) => {
        hasBegun = true;
        const chunks: Buffer[] = [];
        let size = 0;
        const end = (): void => {
          const reply = readReply(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks));
          if (isTooDeep(reply)) fail(`the answer is nested more than ${DEEPEST_ANSWER} levels deep`);
          else resolve(reply);
        };
        incoming.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size <= LARGEST_ANSWER) chunks.push(chunk);
          else fail(`the answer is larger than ${LARGEST_ANSWER / 1024 / 1024} MiB`);
        });
        incoming.on("error", (error) => fail(error.message));
        incoming.on("end", end);
        if (!STREAMS.test(incoming.headers["content-type"] ?? "")) return;
        streaming = setTimeout(() => {
          end();
          outgoing.destroy();
        }, timeoutMs * STREAM_PART);
      });
      let hasBegun = false;
      let isOver = false;
      let streaming: NodeJS.Timeout | undefined;
      const late = setTimeout(() => {
        fail(`no whole answer within ${patience} ms`);
        patience = Math.max(timeoutMs / 4, patience / 2);
      }, patience);
      outgoing.on("error", (error) => {
        // The server closed a kept-alive connection while the request was on its way. The request is sent again on a
        // new connection.
        const isStale = outgoing.reusedSocket && !hasBegun && (error as { code?: string }).code === "ECONNRESET";
        if (isStale && !isOver) sendOnce(request).then(resolve, reject);
        else fail(error.message);
      });
      outgoing.on("upgrade", (_incoming, socket) => {
        socket.destroy();
        fail("the answer is 101, although the request asks for no other protocol");
      });
      outgoing.on("close", () => {
        clearTimeout(late);
        clearTimeout(streaming);
      });
      outgoing.end(body);
    });
  const send = async (request: SentRequest): Promise<Reply> => {
    try {
      const reply = await sendOnce(request);
      silent = 0;
      return reply;
    } catch (error) {
      silent += 1;
      throw error;
    }
  };
  let patience = timeoutMs;
  let silent = 0;
  let waited = 0;
  /** Paths that still asked to wait when the client stopped waiting. */
  const unending = new Set<string>();
  const waitedFor = new Map<string, number>();
  let next = 0;
  const waitForTurn = async (): Promise<void> => {
    if (rate === undefined) return;
    const now = Date.now();
    next = Math.max(now, next + 1000 / rate);
    if (next > now) await pause(next - now);
  };
  return {
    async send(request) {
      const path = `${request.method} ${request.target.replace(/\?.*/s, "")}`;
      for (let waits = 0; ; waits += 1) {
        await waitForTurn();
        signal?.throwIfAborted();
        const reply = await send(request);
        if (!asksForPatience(reply) || unending.has(path) || waited > LONGEST_WAITS_MS) return reply;
        if (waits === MOST_WAITS) {
          unending.add(path);
          return reply;
        }
        const wait = Math.min(LONGEST_WAIT_MS, waitOf(reply) ?? 1000 * 2 ** waits);
        waited += wait;
        const waitedHere = (waitedFor.get(path) ?? 0) + wait;
        waitedFor.set(path, waitedHere);
        if (waitedHere > LONGEST_PATH_MS) unending.add(path);
        await pause(wait);
      }
    },
    get isGivenUp() {
      return silent >= MOST_SILENT;
    },
    close: () => agent.destroy(),
  };
}

const POOL = { keepAlive: true, maxSockets: 2 };

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function asksForPatience({ status, headers }: Reply): boolean {
  return status === 429 || (status === 503 && headers["retry-after"] !== undefined);
}

/** `Retry-After` in milliseconds. @see RFC 9110, section 10.2.3 */
function waitOf({ headers }: Reply): number | undefined {
  const text = headers["retry-after"];
  if (text === undefined) return undefined;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Levels of arrays and objects: more than any API answers, and than recursive code copes with. */
const DEEPEST_ANSWER = 1000;

/** Counts brackets outside of strings. */
function isTooDeep({ json, text }: Reply): boolean {
  if (typeof json !== "object" || text.length <= 2 * DEEPEST_ANSWER) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    else if (character === '"')
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    if (depth > DEEPEST_ANSWER) return true;
  }
  return false;
}

function readReply(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Reply {
  const text = bytes.toString("utf8");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const mediaType = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return { status, headers, mediaType, bytes, text, json };
}
