import { createHash } from "node:crypto";
import { type ByteRange, type Contents, HeldContents } from "../../store/contents.js";

interface MemoryContent {
  readonly chunks: readonly Uint8Array[];
}

/** Contents that are gone with the process. */
export function createMemoryContents(): Contents {
  const kept = new Map<string, MemoryContent>();
  const held = new HeldContents();
  return {
    async create() {
      const hash = createHash("sha256");
      const chunks: Uint8Array[] = [];
      let size = 0;
      return {
        async write(chunk) {
          hash.update(chunk);
          // A piece of a larger buffer would keep all of that.
          chunks.push(Uint8Array.prototype.slice.call(chunk));
          size += chunk.length;
        },
        async finish() {
          const digest = hash.digest("hex");
          if (!kept.has(digest)) kept.set(digest, { chunks });
          return held.hold(digest, size);
        },
        async discard() {
          chunks.length = 0;
        },
      };
    },
    async open(digest, range) {
      const content = kept.get(digest);
      return content && rangeOf(content.chunks, range);
    },
    async keepOnly(used) {
      const tidying = held.beginTidying();
      try {
        const needed = await used();
        for (const digest of kept.keys()) if (!needed.has(digest) && !tidying.held.has(digest)) kept.delete(digest);
      } finally {
        tidying.end();
      }
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
