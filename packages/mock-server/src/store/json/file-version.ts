import { fileProblem } from "./file-problem.js";
import type { StoreFiles } from "./store-files.js";

/** What tells a file that someone has edited from the one we know. */
export interface FileVersion {
  /** In bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}

/** `undefined` when there is no such file. @throws StoreError `STORE_UNREADABLE` */
export function readFileVersion(files: StoreFiles, file: string): FileVersion | undefined {
  try {
    const found = files.statSync(file, { throwIfNoEntry: false });
    return found && { size: found.size, mtimeMs: found.mtimeMs };
  } catch (error) {
    throw fileProblem("read", file, error);
  }
}
