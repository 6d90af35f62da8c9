import type { FileStore, FileWriter, KeptFile } from "../model/sent-file.js";

/** Files up to this size are read into memory. In bytes. */
const LARGEST_IN_MEMORY = 256 * 1024;

/** Reads a file: into memory while it is small, to the store from then on. The sender waits while the store writes. */
export async function receiveFile(source: AsyncIterable<Uint8Array>, store: FileStore): Promise<Uint8Array | KeptFile> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let writer: FileWriter | undefined;
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (writer) await writer.write(chunk);
      else chunks.push(chunk);
      if (writer || size <= LARGEST_IN_MEMORY) continue;
      writer = await store.create();
      for (const early of chunks.splice(0)) await writer.write(early);
    }
    return writer ? await writer.finish() : Buffer.concat(chunks, size);
  } catch (error) {
    await writer?.discard();
    throw error;
  }
}
