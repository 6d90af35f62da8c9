import type { Client } from "../../bookshop/sdk/index.js";
import { Names } from "./transcript.js";

/** A server of the bookshop's description. */
export interface ServerAddress {
  readonly baseUrl: string;
  /** A bearer token that the server accepts. */
  readonly token: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Called once, in the middle: what was kept must outlive it. */
  readonly halfWay?: () => Promise<void>;
}

export type ClientClass = new (options: ConstructorParameters<typeof Client>[0]) => Client;

/** A request that no method of the client sends. */
export interface PlainRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One step's view of the shop, and where it puts down what it sees. */
export class Shop {
  readonly client: Client;
  readonly names: Names = new Names();
  readonly lines: string[] = [];
  readonly #Client: ClientClass;
  readonly #server: ServerAddress;
  #sent = 0;

  constructor(ClientClass: ClientClass, server: ServerAddress) {
    this.#Client = ClientClass;
    this.#server = server;
    this.client = this.clientWith(() => Promise.resolve(server.token));
  }

  /** A client of somebody else. */
  clientWith(token: string | (() => Promise<string>) | undefined): Client {
    return new this.#Client({
      baseUrl: this.#server.baseUrl,
      ...(token !== undefined && { auth: { token } }),
      retry: { limit: 0 },
      validateResponses: "strict",
      fetch: (request) => {
        this.#sent++;
        return this.#server.fetch(request);
      },
    });
  }

  /** Puts down a value. @param kind of the records in it */
  say(what: string, value: unknown, kind?: string): void {
    this.lines.push(`${what}: ${JSON.stringify(this.names.in(value, kind)) ?? "nothing"}`);
  }

  /** Puts down what a call gives or throws, and how many requests it took. @returns what it gave */
  async tell<T>(what: string, call: () => PromiseLike<T>, kind?: string): Promise<T | undefined> {
    const before = this.#sent;
    try {
      const value = await call();
      this.say(`${what} [${this.#sent - before}]`, value, kind);
      return value;
    } catch (error) {
      this.lines.push(`${what} [${this.#sent - before}] throws ${JSON.stringify(this.#told(error))}`);
      return undefined;
    }
  }

  /** Sends what the client would not, and puts down status, body and the headers that matter to clients. */
  async send(what: string, method: string, path: string, request: PlainRequest = {}): Promise<void> {
    const { token, baseUrl, fetch } = this.#server;
    const headers = { authorization: `Bearer ${token}`, ...request.headers };
    const answer = await fetch(
      new Request(`${baseUrl}${path}`, { method, headers, ...(request.body !== undefined && { body: request.body }) }),
    );
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    const body = isJson && text !== "" && method !== "HEAD" ? errorIn(answer.status, JSON.parse(text)) : text;
    this.say(what, { status: answer.status, ...headersIn(answer.headers), body });
  }

  #told(error: unknown): unknown {
    const { name, code, status, body, headers, issues } = error as {
      readonly name: string;
      readonly code?: string;
      readonly status?: number;
      readonly body?: unknown;
      readonly headers?: Headers;
      readonly issues?: readonly { readonly path?: unknown; readonly in?: string; readonly message: string }[];
    };
    if (code === undefined) throw error;
    if (status === undefined) return this.names.in({ name, code, issues });
    return this.names.in({ name, status, ...headersIn(headers), body: errorIn(status, body) });
  }
}

function headersIn(headers: Headers | undefined): object {
  const allow = headers?.get("allow")?.split(/,\s*/).sort().join(", ");
  const challenge = headers?.get("www-authenticate");
  return { ...(allow !== undefined && { allow }), ...(challenge && { challenge }) };
}

/**
 * An error as the description has it. How a server puts it into words is its own affair, and so are hints beside what is described; what
 * breaks a schema has the same words everywhere.
 */
function errorIn(status: number, body: unknown): unknown {
  if (status < 400) return body;
  const { error, details } = body as { readonly error?: string; readonly details?: readonly Detail[] };
  return {
    error,
    details: details?.map(({ in: part, path, message, keyword, params }) =>
      keyword === undefined
        ? { in: part, path, isTold: message.length > 0 }
        : { in: part, path, message, keyword, params },
    ),
  };
}

interface Detail {
  readonly in?: string;
  readonly path?: string;
  readonly message: string;
  readonly keyword?: string;
  readonly params?: unknown;
}
