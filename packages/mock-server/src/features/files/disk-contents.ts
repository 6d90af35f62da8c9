import { createReadStream, existsSync } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ByteRange, ContentStorage, IncomingContent } from "../../store/contents.js";
import { fileProblem, linkedFolder } from "../../store/json/file-problem.js";

/** Prefix of files that are still being written. */
const INCOMING = "incoming-";

/**
 * Stores contents as files named by their digest. A file gets this name when it is complete, so that incomplete files of a killed server
 * can be recognised.
 * @param folder created on first use
 * @param durable waits until the disk has stored a content, not only the operating system
 */
export function diskContents(folder: string, durable: boolean): ContentStorage {
  let made: Promise<void> | undefined;
  let lastNumber = 0;

  const create = async (): Promise<IncomingContent> => {
    made ??= makeFolder(folder);
    await made;
    const path = join(folder, `${INCOMING}${process.pid}-${++lastNumber}`);
    const file = await open(path, "wx");
    return {
      async write(chunk) {
        await file.appendFile(chunk).catch((error: unknown) => {
          throw fileProblem("write", path, error);
        });
      },
      async finish(digest) {
        if (durable) await file.sync();
        await file.close();
        await rename(path, join(folder, digest));
      },
      async discard() {
        await file.close();
        await rm(path, { force: true });
      },
    };
  };

  return {
    async create() {
      try {
        return await create();
      } catch (error) {
        made = undefined;
        throw fileProblem("write", folder, error);
      }
    },
    async open(digest, { start, end }) {
      const path = join(folder, digest);
      return existsSync(path) ? bytesOf(path, { start, end }) : undefined;
    },
    async list() {
      const names = (await isLink(folder)) ? [] : await readdir(folder).catch(() => []);
      // Other files in the folder are left alone.
      return names.filter((name) => name.startsWith(INCOMING) || /^[0-9a-f]{64}$/.test(name));
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/**
 * Creates the folder. A symbolic link is rejected, because files would be written and deleted at its target. @throws StoreError
 * `STORE_UNWRITABLE`
 */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (await isLink(folder)) throw linkedFolder(folder);
}

/** Opens the file when the first byte is read. */
async function* bytesOf(path: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  if (end > start) yield* createReadStream(path, { start, end: end - 1 });
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}
