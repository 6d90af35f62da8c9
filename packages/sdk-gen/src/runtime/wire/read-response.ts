import type { ClientOptions } from "../client-options.js";
import type { OperationSpec } from "../operation-spec.js";
import { parseJson } from "./parse-json.js";
import { readWhole } from "./read-whole.js";

const MOST_BYTES = 100_000_000;

/**
 * Reads the body of an answer by its actual media type: JSON parsed, text as text, documented streams as async iterables, everything else
 * as a Blob, an empty body as `undefined`. Returns JSON that cannot be parsed as text.
 */
export async function readResponse(
  response: Response,
  { int64 = "string", maxAnswerBytes = MOST_BYTES }: ClientOptions,
  { streams, openStream }: OperationSpec,
  onEnd?: () => void,
): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  const stream = openStream?.(response, streams, maxAnswerBytes, onEnd);
  if (stream) return stream;
  const whole = await readWhole(response, maxAnswerBytes);
  // Includes JSON Lines, which `parseJson` returns as text.
  if (type === "" || /^[^;]*[/+](x-)?(nd)?json/i.test(type)) return parseJson(await whole.text(), int64);
  if (/^(text\/|application\/(javascript|x-www-form-urlencoded)|[^;]*[/+]xml)/i.test(type))
    return (await whole.text()) || undefined;
  const blob = await whole.blob();
  return blob.size === 0 ? undefined : blob;
}
