import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";

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

/** The server did not answer at all. */
export class NoAnswer extends Error {}

const TIMEOUT_MS = 20_000;

export function createApiClient(base: string): ApiClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const { hostname, port } = new URL(base);
  return {
    send: ({ method, target, headers, body }) =>
      new Promise((resolve, reject) => {
        const fail = (error: Error): void => reject(new NoAnswer(error.message, { cause: error }));
        const sent = { ...headers, ...(body === undefined ? {} : { "content-length": String(body.length) }) };
        const outgoing = httpRequest({ hostname, port, method, path: target, headers: sent, agent }, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("error", fail);
          incoming.on("end", () =>
            resolve(readReply(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks))),
          );
        });
        outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
        outgoing.on("error", fail);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
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
  return { status, headers, mediaType, text, json };
}
