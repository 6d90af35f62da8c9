import { parseJson } from "./parse-json.js";
import { answerTooLarge } from "./read-response.js";

/** One server-sent event. `data` is parsed when it is JSON. @see WHATWG HTML, section 9.2 */
export interface ServerEvent<T = unknown> {
  readonly event: string;
  readonly data: T;
  readonly id: string | undefined;
  /** Time to wait before connecting again, in milliseconds. */
  readonly retry: number | undefined;
}

/** Reads the streams of a media type. */
export interface StreamReader {
  readonly type: RegExp;
  readonly read: (body: ReadableStream<Uint8Array>, reading: StreamReading) => AsyncIterable<unknown>;
}

/** Server-sent events. Leaving the loop early closes the connection. */
export const events: StreamReader = { type: /^text\/event-stream\b/i, read: readEvents };

/** JSON values, one per line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). */
export const lines: StreamReader = {
  type: /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines|json-seq)\b/i,
  read: readLines,
};

interface StreamReading {
  /** Maximum number of characters of an event or line. */
  readonly most: number;
  readonly onEnd: (() => void) | undefined;
  /** Makes the error of a stream that is cut. */
  readonly broken: ((cause: unknown) => unknown) | undefined;
}

/** Reads an answer as a stream; `undefined` if it is another documented answer. Operations with streams bring it along. */
export function openStream(
  { ok, body, headers }: Response,
  readers: readonly StreamReader[] = [],
  most: number,
  onEnd: (() => void) | undefined,
  broken: ((cause: unknown) => unknown) | undefined,
): AsyncIterable<unknown> | undefined {
  const stream = readers.find(({ type }) => type.test(headers.get("content-type") ?? ""));
  return ok && body ? stream?.read(body, { most, onEnd, broken }) : undefined;
}

async function* readEvents(body: ReadableStream<Uint8Array>, reading: StreamReading): AsyncGenerator<ServerEvent> {
  const { most } = reading;
  let data: string[] = [];
  let event = "message";
  let id: string | undefined;
  let retry: number | undefined;
  let size = 0;
  for await (const line of textLines(body, /\r\n|\n|\r/, reading)) {
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (line === "") {
      if (data.length > 0) yield { event, data: parseJson(data.join("\n"), "string"), id, retry };
      data = [];
      event = "message";
      retry = undefined;
      size = 0;
    } else if (name === "data") {
      // Counts the line break too, because empty lines also take memory.
      size += value.length + 1;
      if (size > most) throw answerTooLarge(most);
      data.push(value);
    } else if (name === "event") event = value;
    else if (name === "id" && !value.includes("\0")) id = value;
    else if (name === "retry" && /^\d+$/.test(value)) retry = Number(value);
  }
}

/** The record separator ends a record of JSON text sequences. @see RFC 7464 */
const RECORD_END = /* @__PURE__ */ new RegExp(`\r?\n|${String.fromCharCode(30)}`);

async function* readLines(body: ReadableStream<Uint8Array>, reading: StreamReading): AsyncGenerator<unknown> {
  for await (const line of textLines(body, RECORD_END, reading))
    if (line.trim() !== "") yield parseJson(line, "string");
}

async function* textLines(
  body: ReadableStream<Uint8Array>,
  separator: RegExp,
  { most, onEnd, broken }: StreamReading,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let held = "";
  try {
    for (let isDone = false; !isDone; ) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw broken?.(cause) ?? cause;
      });
      isDone = done;
      let text = held + decoder.decode(value, { stream: !done });
      // A final CR may be the first half of CRLF, so it waits for the next chunk.
      held = !done && text.endsWith("\r") ? "\r" : "";
      text = text.slice(0, text.length - held.length);
      // A line may arrive in thousands of chunks, so only new text is split.
      const parts = text.split(separator);
      parts[0] = rest + parts[0];
      rest = parts.pop() ?? "";
      if (rest.length > most) throw answerTooLarge(most);
      yield* parts;
    }
    if (rest !== "") yield rest;
  } finally {
    onEnd?.();
    await reader.cancel().catch(() => undefined);
  }
}
