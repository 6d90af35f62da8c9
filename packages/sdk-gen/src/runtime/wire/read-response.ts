import type { ClientOptions } from "../client-options.js";
import { isJson } from "./encode-body.js";
import { parseJson } from "./parse-json.js";
import { readEvents, readLines } from "./read-stream.js";
import { readWhole, tooLarge } from "./read-whole.js";

const MOST_BYTES = 100_000_000;
const EMPTY = new Set([204, 205, 304]);
const EVENTS = /^text\/event-stream\b/i;
const SEQUENCE = /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines|json-seq)\b/i;

/**
 * The answer's body by its real media type, whatever the description promised: JSON parsed, text as text, everything else
 * as a Blob, streams of events or lines as async iterables, nothing as `undefined`. JSON that cannot be parsed is given as text.
 */
export async function readResponse(
  response: Response,
  method: string,
  { int64 = "string", maxAnswerBytes = MOST_BYTES }: ClientOptions,
  onEnd?: () => void,
): Promise<unknown> {
  if (EMPTY.has(response.status) || method === "HEAD") return undefined;
  const type = response.headers.get("content-type") ?? "";
  const isSequence = SEQUENCE.test(type);
  if ((isSequence || EVENTS.test(type)) && response.body && response.ok) {
    const reading = { most: maxAnswerBytes, tooLarge, parse: parseJson, onEnd };
    return isSequence ? readLines(response.body, reading) : readEvents(response.body, reading);
  }
  if (isSequence || isJson(type) || type === "")
    return parseJson(await (await readWhole(response, maxAnswerBytes)).text(), int64);
  if (/^(text\/|application\/(xml|javascript|x-www-form-urlencoded|problem\+xml)|[^;]*\+xml)/i.test(type))
    return (await (await readWhole(response, maxAnswerBytes)).text()) || undefined;
  const whole = await readWhole(response, maxAnswerBytes);
  const blob = whole instanceof Blob ? whole : await whole.blob();
  return blob.size === 0 ? undefined : blob;
}
