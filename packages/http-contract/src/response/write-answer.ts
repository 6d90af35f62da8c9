import { isUint8Array } from "node:util/types";
import type { FastifyReply } from "fastify";
import type { Answer } from "../model/message.js";
import { forbidsBody } from "./response-plan.js";

/** Sends an answer through the reply, and so through Fastify's hooks. @throws what Fastify throws for headers that cannot be sent */
export function writeAnswer(reply: FastifyReply, answer: Answer): void {
  const { status, headers, body } = answer;
  const { contract } = reply.request as { readonly contract?: { answer: Answer | undefined } };
  if (contract) contract.answer = answer;
  reply.code(status);
  for (const name in headers) reply.header(name, name === "vary" ? varyWith(reply, headers.vary) : headers[name]);
  if (body === undefined || forbidsBody(status)) {
    reply.send();
    return;
  }
  const isStream = typeof body !== "string" && !isUint8Array(body);
  if (isStream && reply.request.method === "HEAD") {
    if (body instanceof ReadableStream) body.cancel().catch(() => undefined);
    else body.destroy();
    reply.send();
    return;
  }
  // Fastify adds a charset to JSON that it serializes, and JSON defines none (RFC 8259, section 11).
  if (typeof body === "string") reply.serializer(asWritten);
  reply.send(body);
}

const asWritten = (text: unknown): string => text as string;

/** Hooks, such as those of CORS, may have named other headers that the answer varies by. */
function varyWith(reply: FastifyReply, own: string | undefined): string | undefined {
  const set = reply.getHeader("vary");
  if (set === undefined || own === undefined) return own;
  const names = `${[set].flat().join(", ")}, ${own}`.split(/\s*,\s*/);
  return [...new Set(names)].join(", ");
}
