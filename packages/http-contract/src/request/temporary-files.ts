import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStore } from "../model/sent-file.js";

/** Keeps files in a temporary folder until the request is answered. */
export function temporaryFiles(): FileStore & { close(): Promise<void> } {
  let folder: Promise<string> | undefined;
  return {
    async create() {
      folder ??= mkdtemp(join(tmpdir(), "http-contract-"));
      const path = join(await folder, randomUUID());
      const handle = await open(path, "wx", 0o600);
      let size = 0;
      const remove = (): Promise<void> => rm(path, { force: true });
      return {
        async write(chunk) {
          size += chunk.length;
          await handle.write(chunk);
        },
        async finish() {
          await handle.close();
          return {
            size,
            open: async () => createReadStream(path),
            release: () => void remove().catch(() => undefined),
          };
        },
        async discard() {
          await handle.close();
          await remove();
        },
      };
    },
    async close() {
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}
