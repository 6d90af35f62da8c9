import { answerTooLarge } from "./answer-too-large.js";

/**
 * Limits the body to `most` bytes. Compressed bodies may expand to gigabytes, and servers may send without end. For plain bodies
 * with a length, the platform enforces that length.
 * @throws ClientError ANSWER_TOO_LARGE
 */
export async function readWhole(response: Response, most: number): Promise<Response> {
  const { headers, body, url } = response;
  // Responses without an address were created in this process.
  if (!body || url === "") return response;
  if (!headers.has("content-encoding") && parseInt(headers.get("content-length") ?? "", 10) <= most) return response;
  let size = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      size += chunk.byteLength;
      if (size > most) throw answerTooLarge(most);
      out.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counted), { headers });
}
