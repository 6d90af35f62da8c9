import { PlaneError } from "../state/plane.js";
import type { DraftedRequest } from "./draft.js";

/** The answer to a request. */
export interface Reply {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if the body is not text. `size` then gives its length. */
  readonly body?: string;
  /** In bytes. */
  readonly size: number;
  /** In milliseconds. */
  readonly duration: number;
}

/** @throws PlaneError if the server does not answer, or the browser refuses to send the request */
export async function sendRequest({ method, address, headers, body, parts, cookies }: DraftedRequest): Promise<Reply> {
  for (const cookie of cookies === "" ? [] : cookies.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: pages have no other way to send one; it is gone in a moment
    document.cookie = `${cookie}; path=/; max-age=10; samesite=strict`;
  }
  const startedAt = performance.now();
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers,
      cache: "no-store",
      redirect: "manual",
      ...((parts ?? body) === undefined ? {} : { body: (parts ?? body) as BodyInit }),
    });
  } catch (error) {
    const hint = "If the server is running, the browser blocked this request. Copy it as curl.";
    throw new PlaneError(0, "The request was not sent", [
      { message: error instanceof Error ? error.message : "The request was not sent", hint },
    ]);
  }
  const isStream = /event-stream/.test(response.headers.get("content-type") ?? "");
  const bytes = isStream ? await beginning(response) : new Uint8Array(await response.arrayBuffer());
  const duration = performance.now() - startedAt;
  const text = textOf(bytes);
  return {
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    ...(text === undefined ? {} : { body: text }),
    size: bytes.length,
    duration,
  };
}

const STREAM_MS = 2000;

/** Reads the body to its end. A stream is cut after two seconds. */
async function beginning(response: Response): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const timer = setTimeout(() => void reader.cancel(), STREAM_MS);
  const parts: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(...value);
  }
  clearTimeout(timer);
  return Uint8Array.from(parts);
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
