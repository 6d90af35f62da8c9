import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";

/** What a page takes of a generated client. */
interface Entry {
  readonly name: string;
  readonly contents: string;
}

/** Bytes are of what esbuild makes, minified and gzipped file by file. */
export interface Bundle {
  readonly name: string;
  /** All of it in one file, built for no platform. */
  readonly inOne: number;
  /** Where the bundle is split: the entry and what it imports at once. What is imported by a call is not among it. */
  readonly first: number;
  readonly text: string;
}

export const CLIENT: Entry = {
  name: "client",
  contents: 'import Client from "./index.js"; globalThis.api = new Client();',
};

/** Each resource by itself, imported from its own file. */
export async function resourceEntries(folder: string): Promise<Entry[]> {
  const files = (await readdir(join(folder, "resources"))).filter((file) => file.endsWith(".js"));
  return files.map((file) => {
    const name = file.slice(0, -".js".length);
    return { name, contents: `import { ${name} } from "./resources/${file}"; globalThis.api = new ${name}();` };
  });
}

export async function bundle(folder: string, { name, contents }: Entry): Promise<Bundle> {
  // The `browser` field of package.json, which esbuild reads for browsers only, is for bundles that are split.
  const { outputFiles } = await build({ ...optionsFor(folder, contents), platform: "neutral", write: false });
  const [file] = outputFiles;
  return {
    name,
    inOne: gzipped(file?.contents ?? []),
    first: await loadedFirst(folder, contents),
    text: file?.text ?? "",
  };
}

async function loadedFirst(folder: string, contents: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    ...optionsFor(folder, contents),
    splitting: true,
    outdir: folder,
    absWorkingDir: folder,
    metafile: true,
    write: false,
  });
  const { outputs } = metafile;
  const loaded = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === "<stdin>"));
  for (const path of loaded)
    for (const one of outputs[path]?.imports ?? []) if (one.kind === "import-statement") loaded.add(one.path);
  const files = outputFiles.filter(({ path }) => loaded.has(relative(folder, path).replaceAll("\\", "/")));
  if (files.length !== loaded.size)
    throw new Error(`${folder}: esbuild told of ${loaded.size} files, wrote ${files.length}`);
  return files.reduce((sum, file) => sum + gzipped(file.contents), 0);
}

function optionsFor(folder: string, contents: string): BuildOptions {
  return {
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
  };
}

function gzipped(bytes: Uint8Array | readonly number[]): number {
  return gzipSync(Uint8Array.from(bytes), { level: 9 }).length;
}
