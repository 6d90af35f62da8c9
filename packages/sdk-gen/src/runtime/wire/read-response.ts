import type { ClientOptions } from "../client-options.js";
import { ClientError } from "../errors.js";
import type { OperationSpec } from "../operation-spec.js";
import { parseJson } from "./parse-json.js";

const MOST_BYTES = 100_000_000;

/**
 * Reads the body of an answer by its actual media type. JSON is parsed, text stays text, documented streams become
 * async iterables, an empty body becomes `undefined`, and everything else a Blob. JSON that cannot be parsed is
 * returned as text.
 * @param onEnd called at the end of a stream
 * @param broken creates the error of a stream that is cut
 */
export async function readResponse(
  response: Response,
  { int64 = "string", maxAnswerBytes = MOST_BYTES }: ClientOptions,
  { streams, openStream }: OperationSpec,
  onEnd?: () => void,
  broken?: (cause: unknown) => unknown,
): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  const stream = openStream?.(response, streams, maxAnswerBytes, onEnd, broken);
  if (stream) return stream;
  const whole = isBounded(response, maxAnswerBytes) ? response : await readWhole(response, maxAnswerBytes);
  // Includes JSON Lines, which `parseJson` returns as text.
  if (type === "" || /^[^;]*[/+](x-)?(nd)?json/i.test(type)) return parseJson(await whole.text(), int64);
  if (/^(text\/|application\/(javascript|x-www-form-urlencoded)|[^;]*[/+]xml)/i.test(type))
    return (await whole.text()) || undefined;
  const blob = await whole.blob();
  return blob.size === 0 ? undefined : blob;
}

/** True if no body can be larger: the platform enforces the length of plain bodies. Responses without an address were created in this process. */
function isBounded({ headers, body, url }: Response, most: number): boolean {
  return (
    !body ||
    url === "" ||
    (!headers.has("content-encoding") && parseInt(headers.get("content-length") ?? "", 10) <= most)
  );
}

/**
 * Reads the whole body, up to `most` bytes. Compressed bodies may expand to gigabytes, and servers may send without end.
 * @throws ClientError ANSWER_TOO_LARGE
 */
async function readWhole({ headers, body }: Response, most: number): Promise<Response> {
  // Wrapping the stream in another one would be wrong: browsers replace its error by a `TypeError`, which looks like a
  // network error.
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Response(new Blob(chunks, { type: headers.get("content-type") ?? "" }));
    size += value.byteLength;
    chunks.push(value);
    if (size <= most) continue;
    reader.cancel().catch(() => undefined);
    throw answerTooLarge(most);
  }
}

export function answerTooLarge(most: number): ClientError {
  return new ClientError("ANSWER_TOO_LARGE", `the answer is larger than maxAnswerBytes: ${most}`);
}
