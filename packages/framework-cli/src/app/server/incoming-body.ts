import type { Readable } from "node:stream";

/** A body that came in whole, or why it did not. */
export type IncomingBody =
  | { readonly ok: true; readonly bytes: Buffer }
  /** What is still on its way is not read, so the connection cannot be used again. */
  | { readonly ok: false; readonly reason: "too-large" };

export const TOO_LARGE: IncomingBody = { ok: false, reason: "too-large" };

/**
 * Reads a body; never settles when the client goes away before its end.
 *
 * @param told how many bytes the client says there are, if it does
 * @param limit in bytes
 */
export function readIncomingBody(incoming: Readable, told: number | undefined, limit: number): Promise<IncomingBody> {
  return new Promise((resolve) => {
    if (told !== undefined && told > limit) {
      resolve(TOO_LARGE);
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit) return;
      incoming.off("data", take).off("end", finish);
      resolve(TOO_LARGE);
    };
    const finish = (): void => {
      const [only] = chunks;
      resolve({ ok: true, bytes: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length) });
    };
    // An error is the end of the connection, which the server sees itself.
    incoming.on("data", take).on("end", finish).on("error", ignore);
  });
}

function ignore(): void {}
