import { type IncomingHttpHeaders, validateHeaderValue } from "node:http";
import { finished, type Readable } from "node:stream";
import { finished as whenFinished } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { OwnHeaders } from "../server/answer-headers.js";
import type { Exchange } from "../server/exchange.js";
import { type IncomingBody, readIncomingBody } from "../server/incoming-body.js";
import { readReplacedBody } from "./read-replaced-body.js";

/** An exchange that has been through Fastify's hooks, and whose answer goes through those that follow. */
export class FastifyExchange implements Exchange {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly preset: OwnHeaders;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #body: Readable | undefined;

  /** @param body what hooks have put in the place of the request's own stream */
  constructor(request: FastifyRequest, reply: FastifyReply, body?: Readable) {
    this.id = request.id;
    this.method = request.method;
    this.url = request.raw.url ?? "/";
    this.preset = textHeaders(reply);
    this.#request = request;
    this.#reply = reply;
    this.#body = body;
  }

  get peer(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  get headers(): IncomingHttpHeaders {
    const { headers } = this.#request;
    // What hooks make of a body is taken as it is, as Fastify takes it; they leave the header.
    return this.#body === undefined ? headers : { ...headers, "content-encoding": undefined };
  }

  readBody(limit: number): Promise<IncomingBody> | undefined {
    const { raw, headers } = this.#request;
    if (this.#body !== undefined) return readReplacedBody(this.#body, limit);
    const length = headers["content-length"];
    const hasBody = headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
    return hasBody ? readIncomingBody(raw, Number(length), limit) : undefined;
  }

  send(status: number, headers: readonly string[], body: string | Uint8Array | undefined): void {
    const type = this.#prepare(status, headers);
    // To a text, Fastify would add the charset that the contract's media type does not have.
    const isExact = typeof body !== "string" || /charset/i.test(type ?? "");
    this.#reply.send(isExact ? body : Buffer.from(body));
  }

  async sendStream(status: number, headers: readonly string[], body: Readable): Promise<void> {
    this.#prepare(status, headers);
    this.#reply.send(body);
    try {
      await whenFinished(body);
    } catch (error) {
      // Who went away needs no answer.
      if (!this.#reply.raw.destroyed) throw error;
    }
  }

  onGone(listener: () => void): void {
    const { raw } = this.#reply;
    if (raw.destroyed) listener();
    else raw.once("close", () => raw.writableFinished || listener());
  }

  onDone(listener: (status: number) => void): void {
    const { raw } = this.#reply;
    finished(raw, () => listener(raw.statusCode));
  }

  /** @returns the Content-Type */
  #prepare(status: number, headers: readonly string[]): string | undefined {
    const lines = new Map<string, string[]>();
    for (let at = 0; at < headers.length; at += 2) {
      const [name = "", value = ""] = [headers[at]?.toLowerCase(), headers[at + 1]];
      validateHeaderValue(name, value);
      lines.set(name, [...(lines.get(name) ?? []), value]);
    }
    const reply = this.#reply;
    reply.code(status);
    for (const name of ["content-type", "content-length"]) if (!lines.has(name)) reply.removeHeader(name);
    for (const [name, values] of lines) {
      // Cookies would be added to those that are there; the list has them all.
      if (name === "set-cookie") reply.removeHeader(name);
      reply.header(name, values.length === 1 ? values[0] : values);
    }
    return lines.get("content-type")?.[0];
  }
}

/** What hooks have set so far, but for what is said of a body they do not know. */
function textHeaders(reply: FastifyReply): OwnHeaders {
  const { "content-type": _type, "content-length": _length, ...set } = reply.getHeaders();
  return Object.fromEntries(
    Object.entries(set).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}
