import { stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { OptionsError } from "../errors/options-error.js";
import { defaultExport, importModule } from "../modules/import-module.js";
import { shownPath } from "../modules/shown-path.js";
import type { ConfigFile } from "./mock-options.js";
import { parseConfig } from "./parse-config.js";
import { readDataFile } from "./read-data-file.js";

const NAMES = ["ts", "mts", "mjs", "js", "cjs", "json", "jsonc", "yaml", "yml"].map(
  (end) => `mock-server.config.${end}`,
);

/**
 * Reads the given config file. If none is given, reads the one next to the description, or else the one in the working
 * directory.
 * @throws OptionsError `CONFIG_ELSEWHERE`, `CONFIG_UNREADABLE`, `CONFIG_INVALID`, `TYPESCRIPT_UNSUPPORTED`
 */
export async function readConfig(named: string | undefined, description: string): Promise<ConfigFile> {
  const file = named === undefined ? await findConfig(description) : resolve(named);
  if (file === undefined) return {};
  const shown = shownPath(file);
  const unreadable = (reason: string, cause?: unknown): Error => {
    const hint = "Correct the file, or leave out --config.";
    return new OptionsError("CONFIG_UNREADABLE", reason, { hint, cause });
  };
  if (!(await isFile(file))) throw unreadable(`There is no file ${shown}.`);
  const given = /\.jsonc?$|\.ya?ml$/i.test(file)
    ? await readDataFile(file, unreadable)
    : defaultExport(await importModule(file, unreadable));
  return parseConfig(given, shown, dirname(file));
}

async function findConfig(description: string): Promise<string | undefined> {
  const isPath = !/^[a-z][a-z0-9+.-]+:/i.test(description);
  const own = isPath ? dirname(resolve(description)) : process.cwd();
  const beside = await configIn(own);
  if (beside === undefined) return own === process.cwd() ? undefined : configIn(process.cwd());
  if (!isBelow(process.cwd(), own)) throw elsewhere(beside);
  return beside;
}

async function configIn(folder: string): Promise<string | undefined> {
  for (const name of NAMES) {
    const file = join(folder, name);
    if (await isFile(file)) return file;
  }
  return undefined;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A config file runs code, and this one may have been downloaded together with the description. */
function elsewhere(file: string): OptionsError {
  const message = `There is a config file beside the description, outside the working directory: ${shownPath(file)}.`;
  const hint = `It may run code, so it is not used automatically. Read it, then use it with --config ${shownPath(file)}, or move it away.`;
  return new OptionsError("CONFIG_ELSEWHERE", message, { hint });
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
