import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { RuntimeSources } from "./runtime-modules.js";

/** Reads the files of `src/runtime` as they were compiled with this package. */
export async function readRuntimeSources(): Promise<RuntimeSources> {
  const [code, types] = await Promise.all([readFiles(".js"), readFiles(".d.ts")]);
  return { code, types };
}

async function readFiles(extension: ".js" | ".d.ts"): Promise<Record<string, string>> {
  const folder = fileURLToPath(new URL("../runtime/", import.meta.url));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  const names = paths.map((path) => relative(folder, path).slice(0, -extension.length).split(sep).join("/"));
  return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ""]));
}
