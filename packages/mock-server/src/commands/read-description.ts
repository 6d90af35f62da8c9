import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type ApiDescription, DescriptionError, type LoadOptions, loadDescription } from "@onespec/spec-core";
import { editDistance } from "./edit-distance.js";

const MAX_SUGGESTIONS = 3;

/**
 * Loads a description for the command line: a file that is not there brings the names beside it that look like it.
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

/** Names in the folder of `path` that are a slip away, or have only another ending; else its descriptions by their ending. */
async function similarFiles(path: string): Promise<string[]> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  const wanted = basename(path);
  const close = names
    .map((name) => ({ name, distance: nameDistance(wanted, name) }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 4))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
  const found =
    close.length > 0 ? close : names.filter((name) => /^(openapi|swagger|api)\.(ya?ml|json)$/i.test(name)).sort();
  return found.slice(0, MAX_SUGGESTIONS).map((name) => join(folder, name));
}

function nameDistance(wanted: string, name: string): number {
  const ending = /\.(ya?ml|json)$/i;
  if (!ending.test(name)) return Number.POSITIVE_INFINITY;
  const sameStem = wanted.replace(ending, "").toLowerCase() === name.replace(ending, "").toLowerCase();
  return sameStem ? 0 : editDistance(wanted.toLowerCase(), name.toLowerCase());
}
