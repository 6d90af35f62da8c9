import { existsSync } from "node:fs";
import { join } from "node:path";
import { readIfPresent } from "../files/read-if-present.js";
import type { PresentFiles } from "./plan-changes.js";

/** Reads the files that exist, one at a time: a plan can name more files than may be open at once. */
export function readPresent(appFolder: string, paths: Iterable<string>): PresentFiles {
  const present = new Map<string, string>();
  for (const path of new Set(paths)) {
    const file = join(appFolder, path);
    // Most of what a plan names is new, and a failed read takes ten times as long as this question.
    const text = existsSync(file) ? readIfPresent(file) : undefined;
    if (text !== undefined) present.set(path, text);
  }
  return present;
}
