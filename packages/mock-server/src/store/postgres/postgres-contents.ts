import { createHash, randomUUID } from "node:crypto";
import { type ByteRange, type Contents, type ContentWriter, HeldContents } from "../contents.js";
import type { Database } from "./database.js";
import type { Schema } from "./schema.js";

/** Bytes in a row, and the part of a content that is in memory at a time. */
const PART_SIZE = 256 * 1024;
/** Another server may be about to refer to a newer content. */
const isOld = "kept_at < now() - interval '15 minutes'";

/** Contents of uploaded files in the database, in parts, so that every server serves the files of all. */
export function createPostgresContents({ files }: Schema, database: Database): Contents {
  const held = new HeldContents();
  const run = async (text: string, values: readonly unknown[]) => (await database.run({ text, values })).rows;
  const drop = (digest: string) => run(`DELETE FROM ${files} WHERE digest = $1`, [digest]);

  const create = (): ContentWriter => {
    const incoming = `incoming ${randomUUID()}`;
    const hash = createHash("sha256");
    let waiting: Uint8Array[] = [];
    let waitingSize = 0;
    let size = 0;
    let part = 0;
    const writePart = async (bytes: Uint8Array): Promise<void> => {
      await run(`INSERT INTO ${files} (digest, part, bytes) VALUES ($1, $2, $3)`, [incoming, part++, bytes]);
    };
    const writeFull = async (): Promise<void> => {
      let bytes = Buffer.concat(waiting, waitingSize);
      while (bytes.length >= PART_SIZE) {
        await writePart(bytes.subarray(0, PART_SIZE));
        bytes = bytes.subarray(PART_SIZE);
      }
      waiting = [bytes];
      waitingSize = bytes.length;
    };
    return {
      async write(chunk) {
        hash.update(chunk);
        size += chunk.length;
        waiting.push(Buffer.from(chunk));
        waitingSize += chunk.length;
        if (waitingSize >= PART_SIZE) await writeFull();
      },
      async finish() {
        if (waitingSize > 0 || part === 0) await writePart(Buffer.concat(waiting, waitingSize));
        const digest = hash.digest("hex");
        const content = held.hold(digest, size);
        const known = await run(`UPDATE ${files} SET kept_at = now() WHERE digest = $1 RETURNING part`, [digest]);
        if (known.length === 0) {
          await run(`UPDATE ${files} SET digest = $2 WHERE digest = $1`, [incoming, digest]).catch(ignoreDuplicate);
        }
        await drop(incoming);
        return content;
      },
      async discard() {
        await drop(incoming);
      },
    };
  };

  return {
    create: async () => create(),
    async open(digest, range) {
      const found = await run(`SELECT 1 FROM ${files} WHERE digest = $1 AND part = 0`, [digest]);
      return found.length === 0 ? undefined : readRange(run, files, digest, range);
    },
    async keepOnly(used) {
      const tidying = held.beginTidying();
      try {
        const digests = (await run(`SELECT DISTINCT digest FROM ${files} WHERE ${isOld}`, [])).map(({ digest }) =>
          String(digest),
        );
        const needed = await used();
        for (const digest of digests) {
          if (needed.has(digest) || tidying.held.has(digest)) continue;
          // Another server may have got the same content meanwhile.
          await run(`DELETE FROM ${files} WHERE digest = $1 AND ${isOld}`, [digest]);
        }
      } finally {
        tidying.end();
      }
    },
  };
}

async function* readRange(
  run: (text: string, values: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>,
  files: string,
  digest: string,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end; ) {
    const part = Math.floor(position / PART_SIZE);
    const [row] = await run(`SELECT bytes FROM ${files} WHERE digest = $1 AND part = $2`, [digest, part]);
    if (!row) return;
    const from = position - part * PART_SIZE;
    const bytes = (row.bytes as Uint8Array).subarray(from, Math.min(PART_SIZE, end - part * PART_SIZE));
    if (bytes.length === 0) return;
    yield bytes;
    position += bytes.length;
  }
}

/** Another server has stored the same content at the same time. */
function ignoreDuplicate(error: unknown): readonly [] {
  if (error instanceof Error && "code" in error && error.code === "23505") return [];
  throw error;
}
