import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nearestName } from "../words/nearest-name.js";

const ENDING = /\.(ya?ml|json)$/i;

/**
 * Files next to `path` with the same name and another ending. If there are none, the most similar name, or else
 * `openapi.yaml` and similar names.
 */
export function similarFiles(path: string): string[] {
  const folder = dirname(path);
  const names = filesOf(folder)
    .filter((name) => ENDING.test(name))
    .sort();
  const stem = (name: string): string => name.replace(ENDING, "").toLowerCase();
  const wanted = basename(path);
  const namesakes = names.filter((name) => stem(name) === stem(wanted));
  const nearest = nearestName(wanted, names);
  const usual = names.filter((name) => /^(openapi|swagger|api)$/.test(stem(name)));
  const found = namesakes.length > 0 ? namesakes : nearest === undefined ? usual : [nearest];
  return found.map((name) => join(folder, name));
}

const MOST_READ = 50;
const MOST_NAMED = 5;

/** Files next to `path` whose text begins like a description, up to a limit. */
export function descriptionsBeside(path: string): string[] {
  const folder = dirname(path);
  return filesOf(folder)
    .filter((name) => ENDING.test(name))
    .sort()
    .slice(0, MOST_READ)
    .map((name) => join(folder, name))
    .filter((file) => /^\s*\{?\s*"?(openapi|swagger)"?\s*:/m.test(beginningOf(file)))
    .slice(0, MOST_NAMED);
}

function beginningOf(file: string): string {
  try {
    const opened = openSync(file, "r");
    const bytes = Buffer.alloc(2000);
    const length = readSync(opened, bytes);
    closeSync(opened);
    return bytes.toString("utf8", 0, length);
  } catch {
    return "";
  }
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
