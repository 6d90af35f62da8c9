import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PresentFiles } from "./plan-changes.js";

/** Those of the files that are there. One after the other: a plan can name more files than may be open at once. */
export function readPresent(appFolder: string, paths: Iterable<string>): PresentFiles {
  const present = new Map<string, string>();
  for (const path of new Set(paths)) {
    try {
      present.set(path, readFileSync(join(appFolder, path), "utf8"));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")))
        throw error;
    }
  }
  return present;
}
