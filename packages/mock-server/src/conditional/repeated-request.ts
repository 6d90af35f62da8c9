import { createHash, hash } from "node:crypto";
import { headerParameter } from "@onespec/http-requests";
import type { Problem } from "../errors/problem.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import { idempotencyKey } from "../server/special-request.js";

/** What makes two requests the same. A client that builds a multipart body again takes another boundary. */
export async function requestFingerprint({ method, path, query, headers, body, upload }: MockRequest): Promise<string> {
  const type = headerText(headers, "content-type") ?? "";
  const boundary = headerParameter(type, "boundary");
  if (upload) {
    const content = boundary ? await digestWithout(boundary, await upload.open()) : upload.content.digest;
    return digest(method, path, query, boundary ? type.replaceAll(boundary, "") : type, content);
  }
  if (!boundary) return digest(method, path, query, type, body ?? "");
  const text = typeof body === "string" ? body : Buffer.from(body ?? []).toString("latin1");
  return digest(method, path, query, type.replaceAll(boundary, ""), text.replaceAll(boundary, ""));
}

/** Of a body that is too large to be looked at as a whole. */
async function digestWithout(boundary: string, source: AsyncIterable<Uint8Array>): Promise<string> {
  const sum = createHash("sha1");
  let rest = "";
  for await (const chunk of source) {
    const text = (rest + Buffer.from(chunk).toString("latin1")).replaceAll(boundary, "");
    // The end may be the beginning of a boundary.
    const known = Math.max(0, text.length - boundary.length);
    sum.update(text.slice(0, known), "latin1");
    rest = text.slice(known);
  }
  return sum.update(rest, "latin1").digest("hex");
}

/** The problem that a key was used for something else. */
export function reusedKey(request: MockRequest): Problem {
  const message = `The idempotency key ${idempotencyKey(request)} was sent before with another request`;
  return {
    status: 422,
    code: "idempotency-key-reused",
    message: "Idempotency key reused",
    details: [{ in: "header", path: "/idempotency-key", message, hint: "Send a new key with a new request." }],
  };
}

export function digest(...parts: readonly (string | Uint8Array)[]): string {
  return hash("sha1", parts.map((part) => hash("sha1", part)).join("\n"));
}
