import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";

export interface DescriptionFile {
  readonly name: string;
  readonly file: string;
}

/**
 * The descriptions of a folder: its `.json`, `.yaml` and `.yml` files, and of each sub-folder, which holds a description of several
 * files, the one at its top. A file given itself is itself.
 */
export async function findDescriptions(path: string): Promise<DescriptionFile[]> {
  if (!(await stat(path)).isDirectory()) return [{ name: nameOf(path), file: path }];
  const found: DescriptionFile[] = [];
  for (const entry of (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = join(path, entry.name);
    if (entry.isFile() && isDescription(entry.name)) found.push({ name: nameOf(place), file: place });
    if (!entry.isDirectory()) continue;
    const inside = await topFile(place);
    if (inside !== undefined) found.push({ name: entry.name, file: inside });
  }
  return found;
}

/** The file of a folder that begins a description. */
async function topFile(folder: string): Promise<string | undefined> {
  for (const name of (await readdir(folder)).filter(isDescription).sort()) {
    const text = await readFile(join(folder, name), "utf8");
    if (/^\s*["']?(openapi|swagger)["']?\s*:/m.test(text)) return join(folder, name);
  }
  return undefined;
}

function isDescription(name: string): boolean {
  return /\.(json|ya?ml)$/i.test(name) && name !== "manifest.json";
}

function nameOf(file: string): string {
  return basename(file).replace(/\.(json|ya?ml)$/i, "");
}
