import { answerTooLarge } from "./answer-too-large.js";

/**
 * Reads the whole body, up to `most` bytes. Compressed bodies may expand to gigabytes, and servers may send without end. For plain bodies
 * with a length, the platform enforces that length.
 * @throws ClientError ANSWER_TOO_LARGE
 */
export async function readWhole(response: Response, most: number): Promise<Response> {
  const { headers, body, url } = response;
  // Responses without an address were created in this process.
  if (!body || url === "") return response;
  if (!headers.has("content-encoding") && parseInt(headers.get("content-length") ?? "", 10) <= most) return response;
  // Not a stream of streams: browsers replace the error of such a stream by a `TypeError`, which looks like a network error.
  const reader = body.getReader();
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
