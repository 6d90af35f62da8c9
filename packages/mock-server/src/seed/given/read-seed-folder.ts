import { readdir, readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import type { SourceLocation } from "@onespec/spec-core";
import { parseTextFile } from "../../config/read-data-file.js";
import { OptionsError } from "../../errors/options-error.js";
import { defaultExport, importModule } from "../../modules/import-module.js";
import { shownPath } from "../../modules/shown-path.js";

/** The seeds of one resource, before they are checked. */
export interface SeedFile {
  /** The resource's name, as the file is called. */
  readonly resource: string;
  /** Name of the file in messages. */
  readonly name: string;
  /** Records, records by id, or a function that makes them. */
  readonly value: unknown;
  /** Returns the line of a JSON pointer in the file, or the nearest known place. */
  locate(pointer: string): SourceLocation;
}

/** Seeds without line numbers, from a program or a module. */
export function unlinedFile(resource: string, name: string, value: unknown): SeedFile {
  return { resource, name, value, locate: (pointer) => ({ file: name, pointer }) };
}

const SEED_FILE = /^(?![_.])(.+)\.(?:json|ya?ml|[cm]?js|[cm]?ts)$/i;
const UNREADABLE_DATA = /^(?![_.]).+\.(?:csv|tsv|ndjson|json5|jsonc|toml|xml)$/i;
const OTHER_FILE = /\.d\.[cm]?ts$|\.(?:test|spec)\.[cm]?[jt]s$/;
const MODULE = /\.[cm]?[jt]s$/i;

/**
 * Reads the seeds in a folder. There is one file for each resource: `pets.json`, `authors.books.yaml`, `pets.ts`.
 * Ignores subfolders, tests, type files, and names that begin with `_` or `.`.
 * @param version a new number reads modules again
 * @throws OptionsError `SEEDS_UNREADABLE`, `TYPESCRIPT_UNSUPPORTED`
 */
export async function readSeedFolder(folder: string, version: number | undefined): Promise<readonly SeedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    const name = shownPath(folder);
    const hint = /^\d+$/.test(name)
      ? `To generate ${name} records of each resource, write --seed ${name}.`
      : "Name a folder of <resource>.json, .yaml, .js or .ts with --seeds.";
    throw unreadable(`${folderProblem(name, cause)}.`, cause, hint);
  });
  const other = entries.find(({ name }) => UNREADABLE_DATA.test(name))?.name;
  if (other !== undefined)
    throw unreadable(
      `${shownPath(join(folder, other))} is not a seed.`,
      undefined,
      "Write it as .json, .yaml, .js or .ts; names that begin with _ are ignored.",
    );
  const names = entries
    .filter((entry) => !entry.isDirectory() && SEED_FILE.test(entry.name) && !OTHER_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort((a, b) => Number(MODULE.test(a)) - Number(MODULE.test(b)) || (a < b ? -1 : 1));
  const files: SeedFile[] = [];
  for (const name of names) files.push(await readSeedFile(join(folder, name), parse(name).name, version));
  return files;
}

const EXPORT_HINT = "Export the records: export default [{ … }].";

async function readSeedFile(file: string, resource: string, version: number | undefined): Promise<SeedFile> {
  const name = shownPath(file);
  if (MODULE.test(file)) {
    const value = defaultExport(await importModule(file, unreadable, version));
    if (value === undefined) throw unreadable(`${name} has no default export.`, undefined, EXPORT_HINT);
    return unlinedFile(resource, name, value);
  }
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw unreadable(`${name} cannot be read.`, cause);
  });
  const { value, positionOf } = await parseTextFile(bytes, name, unreadable);
  return { resource, name, value, locate: (pointer) => ({ file: name, pointer, ...positionOf(pointer) }) };
}

function folderProblem(name: string, cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOENT") return `The folder of seeds "${name}" does not exist`;
  if (code === "ENOTDIR") return `"${name}" is no folder of seeds, but a file`;
  return `The folder of seeds "${name}" cannot be read`;
}

function unreadable(reason: string, cause: unknown, hint = "Correct the file."): OptionsError {
  return new OptionsError("SEEDS_UNREADABLE", reason, { hint, cause });
}
