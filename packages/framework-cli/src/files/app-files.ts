import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { FrameworkError } from "../errors/framework-error.js";
import { isAbsent, readIfPresent } from "./read-if-present.js";

/** Extensions of an application's code. */
export const APP_EXTENSIONS: readonly string[] = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"];

/** A file of the application that is loaded by convention. */
export interface AppFile {
  /** Its path below the folder, without extension: `books/list`. */
  readonly name: string;
  /** Relative to the application's folder, with `/`: `api/controllers/books/list.js`. */
  readonly path: string;
}

/**
 * The files in a folder of the application, sorted by name. Empty if the folder does not exist. Skips tests, type
 * declarations and names that begin with `.` or `_`.
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
      else if (extensions.includes(extname(place)) && !/\.(?:test|spec|d)\.[cm]?[jt]s$/.test(place)) {
        files.push({ name: place.slice(0, -extname(place).length), path: `${below}/${place}` });
      }
    }
  };
  visit("");
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Any one of these makes a folder an application. */
const SIGNS: readonly string[] = [
  "api/controllers",
  "api/models",
  ...APP_EXTENSIONS.flatMap((extension) => [`config/app${extension}`, `config/database${extension}`]),
];

/**
 * The application that a folder is in: the folder itself, or the nearest one above it.
 *
 * @throws FrameworkError NOT_AN_APP
 */
export function findAppFolder(start: string): string {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (SIGNS.some((sign) => existsSync(join(folder, sign)))) return folder;
    if (dirname(folder) === folder) break;
  }
  throw new FrameworkError("NOT_AN_APP", `There is no application in ${resolve(start)} or above it.`, {
    hint: "Go to the folder of one (it has api/ and config/), or create one: framework new shop",
  });
}

/** The name in the application's package.json; without a readable one the name of its folder. */
export function packageName(appFolder: string): string {
  try {
    const { name } = JSON.parse(readFileSync(join(appFolder, "package.json"), "utf8"));
    if (typeof name === "string" && name !== "") return name;
  } catch {
    // doctor reports a broken package.json.
  }
  return basename(appFolder);
}

/**
 * The extension of a new ES module. It is `.mjs` if the nearest `package.json` makes `.js` files CommonJS, otherwise
 * `.js`.
 * @param folder relative to the application's folder
 */
export function moduleExtension(appFolder: string, folder: string): ".js" | ".mjs" {
  const manifest =
    readIfPresent(join(appFolder, folder, "package.json")) ?? readIfPresent(join(appFolder, "package.json"));
  return manifest === undefined || /"type"\s*:\s*"module"/.test(manifest) ? ".js" : ".mjs";
}
