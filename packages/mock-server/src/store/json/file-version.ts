import { errorCode, fileProblem } from "./file-problem.js";
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
    const { size, mtimeMs } = files.statSync(file);
    return { size, mtimeMs };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw fileProblem("read", file, error);
  }
}
