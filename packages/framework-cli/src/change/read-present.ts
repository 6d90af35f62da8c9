import { existsSync } from "node:fs";
import { join } from "node:path";
import { readIfPresent } from "../files/read-if-present.js";
import { MANIFEST_PATH, type Manifest } from "./manifest.js";
import type { PresentFiles } from "./plan-changes.js";

/**
 * Reads the files that exist, one at a time, because a plan may have more files than can be open at once. Uses the
 * manifest that the plan read, so that a later change by another command is noticed.
 */
export function readPresent(appFolder: string, paths: Iterable<string>, manifest?: Manifest): PresentFiles {
  const present = new Map(manifest?.text === undefined ? [] : [[MANIFEST_PATH, manifest.text]]);
  for (const path of new Set(paths)) {
    const file = join(appFolder, path);
    // Most files in a plan are new, and a failed read takes ten times as long as this check.
    const text = existsSync(file) ? readIfPresent(file) : undefined;
    if (text !== undefined) present.set(path, text);
  }
  return present;
}
