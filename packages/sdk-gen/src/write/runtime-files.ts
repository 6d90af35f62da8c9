import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { RuntimeSources } from "./runtime-modules.js";

/** Reads the files in `src/runtime` and their compiled output. */
export async function readRuntimeSources(): Promise<RuntimeSources> {
  const [code, types, source] = await Promise.all([
    readFiles("../runtime/", ".js"),
    readFiles("../runtime/", ".d.ts"),
    readFiles("../../src/runtime/", ".ts"),
  ]);
  return { code, types, source };
}

async function readFiles(place: string, extension: string): Promise<Record<string, string>> {
  const folder = fileURLToPath(new URL(place, import.meta.url));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  const names = paths.map((path) => relative(folder, path).slice(0, -extension.length).split(sep).join("/"));
  return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ""]));
}
