import { readdir, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface DescriptionFile {
  readonly name: string;
  readonly file: string;
}

const from = createRequire(import.meta.url);
const BOOKSHOP = fileURLToPath(new URL("../../../../examples/bookshop/api.yaml", import.meta.url));

/** The bookshop, and the folder of real descriptions or, where there is none, those that npm packages hold. */
export async function descriptionFiles(folder: string | undefined): Promise<DescriptionFile[]> {
  if (folder !== undefined) return [{ name: "bookshop", file: BOOKSHOP }, ...(await descriptionsIn(folder))];
  const readme = dirname(from.resolve("@readme/oas-examples/package.json"));
  const github = from.resolve("@octokit/openapi/generated/api.github.com.json");
  const packages = ["2.0/json", "3.0/json", "3.1/json"].map((path) => descriptionsIn(join(readme, path)));
  return [
    { name: "bookshop", file: BOOKSHOP },
    ...(await Promise.all(packages)).flat(),
    { name: "github", file: github },
  ];
}

/** Files of the folder, and of each folder in it the file that begins a description. */
async function descriptionsIn(folder: string): Promise<DescriptionFile[]> {
  const names = (await readdir(folder)).filter((name) => name !== "manifest.json").sort();
  const found = await Promise.all(
    names.map(async (name): Promise<DescriptionFile[]> => {
      const path = join(folder, name);
      if (!(await stat(path)).isDirectory()) return isReadable(name) ? [{ name: title(path), file: path }] : [];
      for (const inside of (await readdir(path)).filter(isReadable).sort()) {
        const file = join(path, inside);
        if (/^\s*["']?(openapi|swagger)["']?\s*:/m.test(await readFile(file, "utf8"))) return [{ name, file }];
      }
      return [];
    }),
  );
  return found.flat();
}

function isReadable(name: string): boolean {
  return /\.(json|ya?ml)$/i.test(name);
}

function title(path: string): string {
  return basename(path).replace(/\.(json|ya?ml)$/i, "");
}
