import fs from "node:fs";
import { promisify } from "node:util";

/** What the JSON store does with the file system, in one place so that a test can make a disk full or a file unwritable. */
export interface StoreFiles {
  readonly existsSync: typeof fs.existsSync;
  readonly mkdirSync: typeof fs.mkdirSync;
  readonly readdirSync: typeof fs.readdirSync;
  readonly readFileSync: typeof fs.readFileSync;
  readonly statSync: typeof fs.statSync;
  readonly lstatSync: typeof fs.lstatSync;
  readonly openSync: typeof fs.openSync;
  readonly readSync: typeof fs.readSync;
  readonly writeSync: typeof fs.writeSync;
  readonly ftruncateSync: typeof fs.ftruncateSync;
  readonly fstatSync: typeof fs.fstatSync;
  readonly closeSync: typeof fs.closeSync;
  readonly utimesSync: typeof fs.utimesSync;
  readonly renameSync: typeof fs.renameSync;
  readonly unlinkSync: typeof fs.unlinkSync;
  /** Gives the file descriptor. */
  readonly open: (file: string, flags: string) => Promise<number>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (file: string) => Promise<void>;
  /** Resolves when the disk has what was written to the file, which is open. */
  readonly datasync: (fd: number, file: string) => Promise<void>;
  /** Resolves when the disk has the names in the directory. */
  readonly syncDirectory: (directory: string) => Promise<void>;
}

const fdatasync = promisify(fs.fdatasync);

export const NODE_FILES: StoreFiles = {
  existsSync: fs.existsSync,
  mkdirSync: fs.mkdirSync,
  readdirSync: fs.readdirSync,
  readFileSync: fs.readFileSync,
  statSync: fs.statSync,
  lstatSync: fs.lstatSync,
  openSync: fs.openSync,
  readSync: fs.readSync,
  writeSync: fs.writeSync,
  ftruncateSync: fs.ftruncateSync,
  fstatSync: fs.fstatSync,
  closeSync: fs.closeSync,
  utimesSync: fs.utimesSync,
  renameSync: fs.renameSync,
  unlinkSync: fs.unlinkSync,
  open: promisify<string, string, number>(fs.open),
  rename: promisify(fs.rename),
  unlink: promisify(fs.unlink),
  datasync: (fd, file) => (process.permission === undefined ? fdatasync(fd) : syncByHandle(file, "r+")),
  syncDirectory: (directory) => syncByHandle(directory, "r"),
};

/** Under Node's permission model files are synced by a handle alone, by any handle of theirs. */
async function syncByHandle(path: string, flags: string): Promise<void> {
  const handle = await fs.promises.open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The same, where nobody waits for this thread: what changes a directory may take long when the disk is busy, and is handed to another
 * one otherwise, which costs several times what it takes itself.
 */
export function inThisThread(files: StoreFiles): StoreFiles {
  return {
    ...files,
    open: async (file, flags) => files.openSync(file, flags),
    rename: async (from, to) => files.renameSync(from, to),
    unlink: async (file) => files.unlinkSync(file),
  };
}
