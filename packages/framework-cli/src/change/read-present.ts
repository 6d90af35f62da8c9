import { existsSync } from "node:fs";
import { join } from "node:path";
import { readIfPresent } from "../files/read-if-present.js";
import { MANIFEST_PATH, type Manifest } from "./manifest.js";
import type { PresentFiles } from "./plan-changes.js";

/**
 * Reads the files that exist, one at a time: a plan can name more files than may be open at once. The manifest is as the plan read it,
 * so that what another command wrote into it since is noticed.
 */
export function readPresent(appFolder: string, paths: Iterable<string>, manifest?: Manifest): PresentFiles {
  const present = new Map(manifest?.text === undefined ? [] : [[MANIFEST_PATH, manifest.text]]);
  for (const path of new Set(paths)) {
    const file = join(appFolder, path);
    // Most of what a plan names is new, and a failed read takes ten times as long as this question.
    const text = existsSync(file) ? readIfPresent(file) : undefined;
    if (text !== undefined) present.set(path, text);
  }
  return present;
}
