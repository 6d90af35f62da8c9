import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Contents, type ContentWriter, HeldContents } from "../../store/contents.js";
import { fileProblem, linkedFolder } from "../../store/json/file-problem.js";

/** Prefix of files that are still being written. */
const INCOMING = "incoming-";

/**
 * Contents as files, each named by its digest. A file gets its name when it is whole, so what a killed server leaves is either
 * whole or known to be none.
 * @param folder made when first needed
 * @param durable a content is kept once the disk has it, not only the system
 */
export function openDiskContents(folder: string, durable: boolean): Contents {
  const held = new HeldContents();
  const incoming = new Set<string>();
  const removing = new Map<string, Promise<void>>();
  let made: Promise<unknown> | undefined;
  let lastNumber = 0;

  const create = async (): Promise<ContentWriter> => {
    made ??= mkdir(folder, { recursive: true }).then(() => refuseLink(folder));
    await made;
    const name = `${INCOMING}${process.pid}-${++lastNumber}`;
    const path = join(folder, name);
    const hash = createHash("sha256");
    // Before it is there: who tidies up meanwhile sees it as soon as that, and would take it for one that was left behind.
    incoming.add(name);
    const file = await open(path, "wx").catch((error: unknown) => {
      incoming.delete(name);
      throw error;
    });
    let size = 0;
    const leave = async (): Promise<void> => {
      incoming.delete(name);
      await rm(path, { force: true });
    };
    return {
      async write(chunk) {
        hash.update(chunk);
        await file.appendFile(chunk).catch((error: unknown) => {
          throw fileProblem("write", path, error);
        });
        size += chunk.length;
      },
      async finish() {
        if (durable) await file.sync();
        await file.close();
        const digest = hash.digest("hex");
        const content = held.hold(digest, size);
        // The same content, not needed until now, may just be going.
        await removing.get(digest);
        await rename(path, join(folder, digest));
        incoming.delete(name);
        return content;
      },
      async discard() {
        await file.close();
        await leave();
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
      if (!(await exists(path))) return undefined;
      return end > start ? createReadStream(path, { start, end: end - 1 }) : emptyContent();
    },
    async keepOnly(used) {
      const tidying = held.beginTidying();
      try {
        const names = (await isLink(folder)) ? [] : await readdir(folder).catch(() => []);
        const needed = await used();
        for (const name of names) {
          const isNeeded = needed.has(name) || tidying.held.has(name) || incoming.has(name);
          // Whatever else a person may have put there stays.
          if (isNeeded || !(name.startsWith(INCOMING) || /^[0-9a-f]{64}$/.test(name))) continue;
          const removal = rm(join(folder, name), { force: true }).finally(() => removing.delete(name));
          removing.set(name, removal);
          await removal;
        }
      } finally {
        tidying.end();
      }
    },
  };
}

/** A link may lead anywhere: files would be written there, and deleted. @throws StoreError `STORE_UNWRITABLE` */
async function refuseLink(folder: string): Promise<void> {
  if (await isLink(folder)) throw linkedFolder(folder);
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function* emptyContent(): AsyncGenerator<Uint8Array> {}
