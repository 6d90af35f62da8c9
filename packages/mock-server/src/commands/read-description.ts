import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  type ApiDescription,
  DescriptionError,
  type LoadOptions,
  loadDescription,
  nearestName,
} from "@onespec/spec-core";

/**
 * Loads a description for the command line. If the file does not exist, the hint names similar files beside it.
 * @throws DescriptionError
 */
export async function readDescription(source: string, options: LoadOptions): Promise<ApiDescription> {
  try {
    return await loadDescription(source, options);
  } catch (error) {
    if (!(error instanceof DescriptionError) || error.code !== "DESCRIPTION_NOT_FOUND") throw error;
    if (error.location.file !== source) throw error;
    const names = await similarFiles(source);
    if (names.length === 0) throw error;
    throw new DescriptionError(error.code, error.message, error.location, {
      hint: `Did you mean ${names.join(" or ")}?`,
      cause: error,
    });
  }
}

const ENDING = /\.(ya?ml|json)$/i;

/** Files beside `path` with the same name and another ending, else the most similar name, else `openapi.yaml` and its like. */
async function similarFiles(path: string): Promise<string[]> {
  const folder = dirname(path);
  const names = (await readdir(folder).catch(() => [])).filter((name) => ENDING.test(name)).sort();
  const stem = (name: string): string => name.replace(ENDING, "").toLowerCase();
  const wanted = basename(path);
  const namesakes = names.filter((name) => stem(name) === stem(wanted));
  const nearest = nearestName(wanted, names);
  const usual = names.filter((name) => /^(openapi|swagger|api)$/.test(stem(name)));
  const found = namesakes.length > 0 ? namesakes : nearest === undefined ? usual : [nearest];
  return found.map((name) => join(folder, name));
}
