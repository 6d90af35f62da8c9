import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Template, Templates } from "./plan-app.js";

/** @param packageFolder absolute */
export async function readTemplates(packageFolder: string): Promise<Templates> {
  const read = (name: keyof Templates) => readTemplate(join(packageFolder, "templates", name));
  return {
    app: await read("app"),
    "database-file": await read("database-file"),
    "database-server": await read("database-server"),
    "database-mssql": await read("database-mssql"),
    typescript: await read("typescript"),
  };
}

async function readTemplate(folder: string): Promise<Template> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.map(async (file) => [relative(folder, file).split(sep).join("/"), await readFile(file, "utf8")] as const),
  );
  return new Map(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
