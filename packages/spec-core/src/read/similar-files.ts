import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nearestName } from "../words/nearest-name.js";

const ENDING = /\.(ya?ml|json)$/i;

/** Files beside `path` with the same name and another ending, else the most similar name, else `openapi.yaml` and its like. */
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

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
