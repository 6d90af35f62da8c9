import type { ClientOptions } from "../client-options.js";
import type { OperationSpec } from "../operation-spec.js";
import { isJson } from "./encode-body.js";
import { parseJson } from "./parse-json.js";
import { readWhole, tooLarge } from "./read-whole.js";

const MOST_BYTES = 100_000_000;
const EMPTY = new Set([204, 205, 304]);
const EVENTS = /^text\/event-stream\b/i;
const SEQUENCE = /^application\/(x-ndjson|jsonl|x-jsonlines|jsonlines|json-seq)\b/i;

/**
 * The answer's body by its real media type, whatever the description promised: JSON parsed, text as text, everything else
 * as a Blob, documented streams of events or lines as async iterables, nothing as `undefined`. JSON that cannot be parsed is given as text.
 */
export async function readResponse(
  response: Response,
  method: string,
  { int64 = "string", maxAnswerBytes = MOST_BYTES }: ClientOptions,
  { readEvents, readLines }: OperationSpec,
  onEnd?: () => void,
): Promise<unknown> {
  if (EMPTY.has(response.status) || method === "HEAD") return undefined;
  const type = response.headers.get("content-type") ?? "";
  const isSequence = SEQUENCE.test(type);
  const read = isSequence ? readLines : EVENTS.test(type) ? readEvents : undefined;
  if (read && response.body && response.ok)
    return read(response.body, { most: maxAnswerBytes, tooLarge, parse: parseJson, onEnd });
  if (isSequence || isJson(type) || type === "")
    return parseJson(await (await readWhole(response, maxAnswerBytes)).text(), int64);
  if (/^(text\/|application\/(xml|javascript|x-www-form-urlencoded|problem\+xml)|[^;]*\+xml)/i.test(type))
    return (await (await readWhole(response, maxAnswerBytes)).text()) || undefined;
  const whole = await readWhole(response, maxAnswerBytes);
  const blob = whole instanceof Blob ? whole : await whole.blob();
  return blob.size === 0 ? undefined : blob;
}
