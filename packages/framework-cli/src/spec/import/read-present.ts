import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PresentFiles } from "../../change/plan-changes.js";

/** The texts of those of the paths that are there. */
export async function readPresent(appFolder: string, paths: Iterable<string>): Promise<PresentFiles> {
  const found = await Promise.all(
    [...new Set(paths)].map(async (path): Promise<readonly [string, string][]> => {
      try {
        return [[path, await readFile(join(appFolder, path), "utf8")]];
      } catch (error) {
        if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
          return [];
        throw error;
      }
    }),
  );
  return new Map(found.flat());
}
