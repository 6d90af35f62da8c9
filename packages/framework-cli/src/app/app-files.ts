import { readdirSync } from "node:fs";
import { extname, join } from "node:path";

/** What an application's code may be written in. */
export const APP_EXTENSIONS: readonly string[] = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"];

/** A file of the application that is loaded by convention. */
export interface AppFile {
  /** Where it stands below its folder, without extension: `books/list`. */
  readonly name: string;
  /** Relative to the application's folder, with `/`: `api/controllers/books/list.js`. */
  readonly path: string;
}

/**
 * The files below a folder of the application, sorted by name; none when the folder is not there. Tests, type declarations and
 * names that begin with `.` or `_` are not loaded.
 *
 * @param below relative to the application's folder: `api/models`
 */
export function listAppFiles(
  appFolder: string,
  below: string,
  extensions: readonly string[] = APP_EXTENSIONS,
): readonly AppFile[] {
  const files: AppFile[] = [];
  const visit = (inside: string): void => {
    for (const entry of entriesOf(join(appFolder, below, inside))) {
      if (/^[._]/.test(entry.name)) continue;
      const place = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) visit(place);
      else if (isLoaded(entry.name, extensions)) {
        files.push({ name: place.slice(0, -extname(place).length), path: `${below}/${place}` });
      }
    }
  };
  visit("");
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isLoaded(name: string, extensions: readonly string[]): boolean {
  return extensions.includes(extname(name)) && !/\.(?:test|spec|d)\.[cm]?[jt]s$/.test(name);
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}
