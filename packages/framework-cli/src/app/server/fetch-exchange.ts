import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Exchange } from "./exchange.js";
import { type IncomingBody, TOO_LARGE } from "./incoming-body.js";

type Body = ConstructorParameters<typeof Response>[0];

/** An exchange within this process: a `Request` comes in, a `Response` goes out. */
export class FetchExchange implements Exchange {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly peer: undefined = undefined;
  readonly headers: IncomingHttpHeaders;
  readonly #request: Request;
  readonly #answered: (response: Response) => void;
  readonly #done: ((status: number) => void)[] = [];

  constructor(request: Request, idOf: (sent: string | undefined) => string, answered: (response: Response) => void) {
    const { pathname, search, host } = new URL(request.url);
    const headers: Record<string, string> = { host, ...Object.fromEntries(request.headers) };
    this.id = idOf(headers["x-request-id"]);
    this.method = request.method;
    this.url = `${pathname}${search}`;
    this.headers = headers;
    this.#request = request;
    this.#answered = answered;
  }

  readBody(limit: number): Promise<IncomingBody> | undefined {
    const request = this.#request;
    if (request.body === null) return undefined;
    return request.arrayBuffer().then((buffer): IncomingBody => {
      return buffer.byteLength > limit ? TOO_LARGE : { ok: true, bytes: Buffer.from(buffer) };
    });
  }

  send(status: number, headers: readonly string[], body: string | Uint8Array | undefined): void {
    this.#respond(status, headers, body as Body | undefined);
  }

  async sendStream(status: number, headers: readonly string[], body: Readable): Promise<void> {
    // A Response takes bytes, a stream may also give texts.
    const bytes = body.map((piece: unknown) => (typeof piece === "string" ? Buffer.from(piece) : piece));
    this.#respond(status, headers, Readable.toWeb(bytes) as unknown as Body);
    await finished(bytes);
  }

  onGone(listener: () => void): void {
    this.#request.signal.addEventListener("abort", listener, { once: true });
  }

  onDone(listener: (status: number) => void): void {
    this.#done.push(listener);
  }

  #respond(status: number, headers: readonly string[], body: Body | undefined): void {
    const sent = new Headers();
    for (let at = 0; at < headers.length; at += 2) sent.append(headers[at] ?? "", headers[at + 1] ?? "");
    const isEmpty = this.method === "HEAD" || status === 204 || status === 205 || status === 304;
    const statusText = STATUS_CODES[status] ?? "";
    this.#answered(new Response(isEmpty ? null : (body ?? null), { status, statusText, headers: sent }));
    for (const listener of this.#done) listener(status);
  }
}
