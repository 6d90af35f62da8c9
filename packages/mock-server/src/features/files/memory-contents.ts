import type { ByteRange, ContentStorage } from "../../store/contents.js";

/** Stores contents in memory until the process ends. */
export function createMemoryContents(): ContentStorage {
  const kept = new Map<string, readonly Uint8Array[]>();
  return {
    async create() {
      const chunks: Uint8Array[] = [];
      return {
        async write(chunk) {
          // Copied, because a view would keep its whole buffer in memory.
          chunks.push(Uint8Array.prototype.slice.call(chunk));
        },
        async finish(digest) {
          kept.set(digest, kept.get(digest) ?? chunks);
        },
        async discard() {
          chunks.length = 0;
        },
      };
    },
    async open(digest, range) {
      const chunks = kept.get(digest);
      return chunks && rangeOf(chunks, range);
    },
    list: async () => [...kept.keys()],
    async remove(digest) {
      kept.delete(digest);
    },
  };
}

async function* rangeOf(chunks: readonly Uint8Array[], { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let position = 0;
  for (const chunk of chunks) {
    const from = Math.max(start - position, 0);
    const to = Math.min(end - position, chunk.length);
    position += chunk.length;
    if (from < to) yield chunk.subarray(from, to);
  }
}
