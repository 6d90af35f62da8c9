import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PresentFiles } from "./plan-changes.js";

/** Those of the files that are there. */
export async function readPresent(appFolder: string, paths: Iterable<string>): Promise<PresentFiles> {
  const present = new Map<string, string>();
  await Promise.all(
    [...new Set(paths)].map(async (path) => {
      try {
        present.set(path, await readFile(join(appFolder, path), "utf8"));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")))
          throw error;
      }
    }),
  );
  return present;
}
