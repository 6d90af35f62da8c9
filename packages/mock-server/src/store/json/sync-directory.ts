import { fileProblem } from "./file-problem.js";
import type { StoreFiles } from "./store-files.js";

/**
 * Makes the creation or renaming of files in the directory durable, where the system knows how.
 *
 * @throws StoreError `STORE_UNWRITABLE` or `STORE_FULL`
 */
export async function syncDirectory(files: StoreFiles, directory: string): Promise<void> {
  // Windows cannot open a directory, and needs not.
  if (process.platform === "win32") return;
  try {
    await files.syncDirectory(directory);
  } catch (error) {
    throw fileProblem("write", directory, error);
  }
}
