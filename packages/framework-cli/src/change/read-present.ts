import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isAbsent, readIfPresent } from "../files/read-if-present.js";
import type { PresentFiles } from "./plan-changes.js";

/**
 * Reads the files that exist, one at a time: a plan can name more files than may be open at once. Folders are listed
 * first, since most of what a plan names is new, and to ask for a file that is not there takes longer than to read one.
 */
export function readPresent(appFolder: string, paths: Iterable<string>): PresentFiles {
  const present = new Map<string, string>();
  const folders = new Map<string, ReadonlySet<string>>();
  for (const path of new Set(paths)) {
    const folder = dirname(path);
    const names = folders.get(folder) ?? namesIn(join(appFolder, folder));
    folders.set(folder, names);
    if (!names.has(comparable(path.slice(path.lastIndexOf("/") + 1)))) continue;
    const text = readIfPresent(join(appFolder, path));
    if (text !== undefined) present.set(path, text);
  }
  return present;
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder).map(comparable));
  } catch (error) {
    if (isAbsent(error)) return new Set();
    throw error;
  }
}

/** File systems may take names for one that differ in case or in how their marks are written. */
function comparable(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
