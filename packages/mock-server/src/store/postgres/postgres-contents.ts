import { randomUUID } from "node:crypto";
import type { ByteRange, ContentStorage, IncomingContent } from "../contents.js";
import type { Database } from "./database.js";
import type { Schema } from "./schema.js";

/** Bytes in a row, and the part of a content that is in memory at a time. */
const PART_SIZE = 256 * 1024;
/** Another server may be about to refer to a newer content. */
const isOld = "kept_at < now() - interval '15 minutes'";

/** Contents of uploaded files in the database, split into parts. Every server can serve the files of all. */
export function postgresContents({ files }: Schema, database: Database): ContentStorage {
  const run = async (text: string, values: unknown[] = []) => (await database.run({ text, values })).rows;

  const create = (): IncomingContent => {
    const incoming = `incoming ${randomUUID()}`;
    const discard = () => run(`DELETE FROM ${files} WHERE digest = $1`, [incoming]);
    let waiting: Uint8Array[] = [];
    let waitingSize = 0;
    let part = 0;
    const writePart = (bytes: Uint8Array) =>
      run(`INSERT INTO ${files} (digest, part, bytes) VALUES ($1, $2, $3)`, [incoming, part++, bytes]);
    return {
      async write(chunk) {
        waiting.push(Buffer.from(chunk));
        waitingSize += chunk.length;
        if (waitingSize < PART_SIZE) return;
        let bytes = Buffer.concat(waiting, waitingSize);
        for (; bytes.length >= PART_SIZE; bytes = bytes.subarray(PART_SIZE)) {
          await writePart(bytes.subarray(0, PART_SIZE));
        }
        waiting = [bytes];
        waitingSize = bytes.length;
      },
      async finish(digest) {
        if (waitingSize > 0 || part === 0) await writePart(Buffer.concat(waiting, waitingSize));
        const known = await run(`UPDATE ${files} SET kept_at = now() WHERE digest = $1 RETURNING part`, [digest]);
        if (known.length === 0) {
          await run(`UPDATE ${files} SET digest = $2 WHERE digest = $1`, [incoming, digest]).catch(ignoreDuplicate);
        }
        await discard();
      },
      async discard() {
        await discard();
      },
    };
  };

  return {
    create: async () => create(),
    async open(digest, range) {
      const found = await run(`SELECT 1 FROM ${files} WHERE digest = $1 AND part = 0`, [digest]);
      return found.length === 0 ? undefined : readRange(digest, range);
    },
    async list() {
      const rows = await run(`SELECT DISTINCT digest FROM ${files} WHERE ${isOld}`);
      return rows.map(({ digest }) => String(digest));
    },
    async remove(digest) {
      // Another server may have stored the same content in the meantime.
      await run(`DELETE FROM ${files} WHERE digest = $1 AND ${isOld}`, [digest]);
    },
  };

  async function* readRange(digest: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
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
}

/** Another server has stored the same content at the same time. */
function ignoreDuplicate(error: unknown): readonly [] {
  if (error instanceof Error && "code" in error && error.code === "23505") return [];
  throw error;
}
