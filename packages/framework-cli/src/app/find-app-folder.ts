import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FrameworkError } from "../errors/framework-error.js";
import { APP_EXTENSIONS } from "./app-files.js";

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
    hint: "Go to the folder of one (it has api/ and config/), or make one: framework new shop",
  });
}
