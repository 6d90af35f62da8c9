import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The part of a generated client that a page imports. */
interface Entry {
  readonly name: string;
  readonly contents: string;
}

/** One file that esbuild makes, minified; its size in bytes when gzipped. */
export interface Bundle {
  readonly name: string;
  readonly size: number;
  readonly text: string;
}

export const CLIENT: Entry = {
  name: "client",
  contents: 'import Client from "./index.js"; globalThis.api = new Client();',
};

/** Each resource by itself, imported from its own file. */
export async function resourceEntries(folder: string): Promise<Entry[]> {
  const files = (await readdir(join(folder, "resources"))).filter(
    (file) => file.endsWith(".js") && file !== "answers.js",
  );
  return files.map((file) => {
    const name = file.slice(0, -".js".length);
    return { name, contents: `import { ${name} } from "./resources/${file}"; globalThis.api = new ${name}();` };
  });
}

export async function bundle(folder: string, { name, contents }: Entry): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const [file] = outputFiles;
  return { name, size: gzipSync(file?.contents ?? "", { level: 9 }).length, text: file?.text ?? "" };
}
