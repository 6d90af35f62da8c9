import fs from "node:fs";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode, fileProblem } from "./file-problem.js";

/** The file system as the JSON store uses it, in one place so that a test can make a disk full or a file unwritable. */
export interface StoreFiles
  extends Pick<
    typeof fs,
    | "existsSync"
    | "mkdirSync"
    | "readdirSync"
    | "readFileSync"
    | "statSync"
    | "lstatSync"
    | "openSync"
    | "writeSync"
    | "ftruncateSync"
    | "fstatSync"
    | "closeSync"
    | "utimesSync"
    | "renameSync"
    | "unlinkSync"
  > {
  /** Resolves with the file descriptor. */
  readonly open: (file: string, flags: string) => Promise<number>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (file: string) => Promise<void>;
  /** Resolves when the content of the open file is on disk. */
  readonly datasync: (fd: number, file: string) => Promise<void>;
  /** Resolves when the names in the directory are on disk. */
  readonly syncDirectory: (directory: string) => Promise<void>;
}

const fdatasync = promisify(fs.fdatasync);

export const NODE_FILES: StoreFiles = {
  ...fs,
  open: promisify<string, string, number>(fs.open),
  rename: fs.promises.rename,
  unlink: fs.promises.unlink,
  datasync: (fd, file) => (process.permission === undefined ? fdatasync(fd) : syncByHandle(file, "r+")),
  syncDirectory: (directory) => syncByHandle(directory, "r"),
};

/** Node's permission model allows syncing through a `FileHandle` only. */
async function syncByHandle(path: string, flags: string): Promise<void> {
  const handle = await fs.promises.open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Differs once someone has edited the file. */
export interface FileVersion {
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}

/** `undefined` when the file does not exist. @throws StoreError `STORE_UNREADABLE` */
export function readFileVersion(files: StoreFiles, file: string): FileVersion | undefined {
  try {
    const found = files.statSync(file, { throwIfNoEntry: false });
    return found && { size: found.size, mtimeMs: found.mtimeMs };
  } catch (error) {
    throw fileProblem("read", file, error);
  }
}

/**
 * Makes the creation or renaming of files in the directory durable, where the system can.
 *
 * @throws StoreError `STORE_UNWRITABLE` or `STORE_FULL`
 */
export async function syncDirectory(files: StoreFiles, directory: string): Promise<void> {
  // Windows cannot open a directory, and does not need to.
  if (process.platform === "win32") return;
  try {
    await files.syncDirectory(directory);
  } catch (error) {
    throw fileProblem("write", directory, error);
  }
}

/** @throws StoreError `STORE_UNREADABLE` */
export function readWhole(files: StoreFiles, file: string): Buffer {
  try {
    return files.readFileSync(file);
  } catch (error) {
    throw fileProblem("read", file, error);
  }
}

/** A new file beside the one that it will replace, so that one of the two is complete at any time. */
export interface WrittenBeside {
  takePlace(): Promise<void>;
  /** Removes the new file. */
  remove(): Promise<void>;
}

/**
 * Writes a text beside a file, one slice a turn of the event loop, and waits for the disk.
 *
 * @throws the error of the system; the new file is then removed
 */
export async function writeBeside(files: StoreFiles, file: string, slices: Iterable<string>): Promise<WrittenBeside> {
  const temporary = `${file}.tmp`;
  const remove = (): Promise<void> => removeIfThere(files, temporary);
  const fd = await openNew(files, temporary);
  try {
    let isFirst = true;
    for (const slice of slices) {
      if (!isFirst) await setImmediate();
      isFirst = false;
      writeAll(files, fd, Buffer.from(slice));
    }
    // Even with durability `os`: a power failure must not leave an empty file in place of a complete one.
    await files.datasync(fd, temporary);
    return { takePlace: () => files.rename(temporary, file), remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    files.closeSync(fd);
  }
}

/** Opens a new file. An existing one is removed first, since it may be a link to another place. */
async function openNew(files: StoreFiles, file: string): Promise<number> {
  try {
    return await files.open(file, "wx");
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    await removeIfThere(files, file);
    return files.open(file, "wx");
  }
}

function writeAll(files: StoreFiles, fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += files.writeSync(fd, bytes, written, bytes.length - written);
  }
}

async function removeIfThere(files: StoreFiles, file: string): Promise<void> {
  try {
    await files.unlink(file);
  } catch {
    // The next write of the file removes it or reports the problem.
  }
}
