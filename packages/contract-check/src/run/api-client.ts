import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Media type, lower case, without parameters; `""` when the header is absent. */
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body; `undefined` when it is no JSON. */
  readonly json: unknown;
}

/** Sends requests to one server, as any client would: over a socket. */
export interface ApiClient {
  /** Throws `NoAnswer` when the connection breaks or nothing comes for 20 seconds. */
  send(request: SentRequest): Promise<Reply>;
  close(): void;
}

export interface ClientOptions {
  /** Requests a second; `undefined`: no limit. */
  readonly rate?: number | undefined;
  /** Added to every request that does not have them; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The server did not answer at all. */
export class NoAnswer extends Error {}

const TIMEOUT_MS = 20_000;
/** A server that asks for patience gets it, up to this. */
const LONGEST_WAIT_MS = 30_000;
const MOST_WAITS = 5;

/** @param base address of the server: what is behind its host and port is not looked at */
export function createApiClient(base: string, { rate, headers: common = {}, signal }: ClientOptions = {}): ApiClient {
  const { hostname, port, protocol } = new URL(base);
  const isSecure = protocol === "https:";
  const agent = isSecure ? new HttpsAgent(POOL) : new HttpAgent(POOL);
  const start = isSecure ? httpsRequest : httpRequest;
  const sendOnce = (request: SentRequest): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { method, target, headers, body } = request;
      const fail = (error: Error): void => {
        // The server closed a kept connection while the request was on its way: another one says what it thinks of it.
        const isStale = outgoing.reusedSocket && (error as { code?: string }).code === "ECONNRESET";
        if (isStale) sendOnce(request).then(resolve, reject);
        else reject(new NoAnswer(error.message, { cause: error }));
      };
      const length = body === undefined ? {} : { "content-length": String(body.length) };
      const options = { hostname: hostname.replace(/^\[|\]$/g, ""), port, method, path: target, agent };
      const outgoing = start({ ...options, headers: { ...common, ...headers, ...length } }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", fail);
        incoming.on("end", () => resolve(readReply(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks))));
      });
      outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      outgoing.on("error", fail);
      outgoing.end(body);
    });
  let next = 0;
  const waitForTurn = async (): Promise<void> => {
    if (rate === undefined) return;
    const now = Date.now();
    next = Math.max(now, next + 1000 / rate);
    if (next > now) await pause(next - now);
  };
  return {
    async send(request) {
      for (let waits = 0; ; waits += 1) {
        await waitForTurn();
        signal?.throwIfAborted();
        const reply = await sendOnce(request);
        if (reply.status !== 429 || waits === MOST_WAITS) return reply;
        await pause(Math.min(LONGEST_WAIT_MS, waitOf(reply) ?? 1000 * 2 ** waits));
      }
    },
    close: () => agent.destroy(),
  };
}

const POOL = { keepAlive: true, maxSockets: 2 };

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** `Retry-After` in milliseconds. @see RFC 9110, section 10.2.3 */
function waitOf({ headers }: Reply): number | undefined {
  const text = headers["retry-after"];
  if (text === undefined) return undefined;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
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
