import fs from "node:fs";
import { fileProblem } from "./file-problem.js";

/** Differs once someone has edited the file. */
export interface FileVersion {
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}

/** `undefined` when the file does not exist. @throws StoreError `STORE_UNREADABLE` */
export function readFileVersion(file: string): FileVersion | undefined {
  try {
    const found = fs.statSync(file, { throwIfNoEntry: false });
    return found && { size: found.size, mtimeMs: found.mtimeMs };
  } catch (error) {
    throw fileProblem("read", file, error);
  }
}

/** @throws StoreError `STORE_UNREADABLE` */
export function readWhole(file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    throw fileProblem("read", file, error);
  }
}

/** Resolves when the content of a file is on disk. Uses a `FileHandle`: Node's permission model forbids syncing by descriptor. */
export async function syncFile(file: string): Promise<void> {
  const handle = await fs.promises.open(file, "r+");
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes the creation or renaming of files in the directory durable, where the system can.
 *
 * @throws StoreError `STORE_UNWRITABLE` or `STORE_FULL`
 */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory, and does not need to.
  if (process.platform === "win32") return;
  try {
    const handle = await fs.promises.open(directory, "r");
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    throw fileProblem("write", directory, error);
  }
}

/** A new file next to the one that it will replace. At any time one of the two is complete. */
export interface WrittenBeside {
  takePlace(): Promise<void>;
  /** Removes the new file. */
  remove(): Promise<void>;
}

/**
 * Writes a text beside a file, a slice at a time, and waits for the disk.
 *
 * @throws the error of the system; the new file is then removed
 */
export async function writeBeside(file: string, slices: Iterable<string>): Promise<WrittenBeside> {
  const temporary = `${file}.tmp`;
  const remove = (): Promise<void> => fs.promises.rm(temporary, { force: true });
  // A file with this name may be a link to another place.
  await remove();
  const handle = await fs.promises.open(temporary, "wx");
  try {
    await fs.promises.writeFile(handle, slices);
    // Also with durability `os`: a power failure must not leave an empty file in place of a complete one.
    await handle.datasync();
  } catch (error) {
    await remove().catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  return { takePlace: () => fs.promises.rename(temporary, file), remove };
}
