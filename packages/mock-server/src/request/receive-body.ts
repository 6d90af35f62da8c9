import type { Readable } from "node:stream";
import { isDecodingError } from "@onespec/http-requests";
import { malformedProblem, type Problem } from "../errors/problem.js";
import { fullDiskProblem, tooLargeProblem } from "../errors/transport-problem.js";
import type { Contents, ContentWriter } from "../files/contents.js";
import { headerText, type RequestHeaders } from "../server/mock-request.js";
import { decodeBody } from "./decode-body.js";
import { isUploadType, LARGEST_IN_MEMORY, Upload } from "./upload.js";

/** A body as it came, put aside when it is large, or why it did not. */
export type ReceivedBody =
  | { readonly body: Buffer | undefined; readonly upload?: Upload }
  | { readonly fault: Problem };

export interface ReceiveOptions {
  /** Largest body, in bytes, after decoding. */
  readonly bodyLimit: number;
  /** Where large bodies go. */
  readonly contents: () => Promise<Contents>;
  /** Called when a body that was put aside is not needed any more. */
  readonly onRelease: () => void;
}

/**
 * Reads a body that is encoded or may be large: decoded on the way, never more of it in memory than one value may have. The
 * sender is held back while what came is being written.
 */
export async function receiveBody(
  source: Readable,
  headers: RequestHeaders,
  { bodyLimit, contents, onRelease }: ReceiveOptions,
): Promise<ReceivedBody> {
  const decoded = decodeBody(source, headerText(headers, "content-encoding") ?? "");
  if ("status" in decoded) return { fault: decoded };
  const goesAside = isUploadType(headerText(headers, "content-type"));
  const chunks: Uint8Array[] = [];
  let size = 0;
  let writer: ContentWriter | undefined;
  try {
    // The request itself must survive: the client is still to be told what is wrong.
    for await (const chunk of decoded.iterator({ destroyOnReturn: decoded !== source })) {
      size += (chunk as Uint8Array).length;
      if (size > bodyLimit) {
        source.unpipe();
        await writer?.discard();
        return { fault: tooLargeProblem(bodyLimit) };
      }
      if (writer) {
        await writer.write(chunk as Uint8Array);
        continue;
      }
      chunks.push(chunk as Uint8Array);
      if (!goesAside || size <= LARGEST_IN_MEMORY) continue;
      writer = await (await contents()).create();
      for (const early of chunks.splice(0)) await writer.write(early);
    }
    if (!writer) return { body: size === 0 ? undefined : Buffer.concat(chunks, size) };
    return { body: undefined, upload: new Upload(await contents(), await writer.finish(), onRelease) };
  } catch (error) {
    await writer?.discard();
    const fullDisk = fullDiskProblem(error);
    if (fullDisk) return { fault: fullDisk };
    if (decoded === source || !isDecodingError(error)) throw error;
    const detail = `is not what Content-Encoding says it is (${error.message})`;
    return { fault: malformedProblem("malformed-encoding", "Malformed content encoding", detail) };
  }
}
