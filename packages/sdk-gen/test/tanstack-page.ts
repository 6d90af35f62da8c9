import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { compile, compileModule } from "svelte/compiler";

const FOLDER = fileURLToPath(new URL("fixtures/tanstack/", import.meta.url));

/** Mounts the page and returns the function that removes it. */
export type MountPage = (target: HTMLElement, props: object) => () => void;

/** Compiles the page of a framework as a bundler for browsers does. @param folder receives the bundle */
export async function tanstackPage(framework: "svelte" | "solid", folder: string): Promise<MountPage> {
  const outfile = join(folder, `${framework}.mjs`);
  await build({
    entryPoints: [join(FOLDER, `${framework}.js`)],
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["browser", "svelte"],
    mainFields: ["browser", "module", "main"],
    outfile,
    plugins: [svelte],
    logLevel: "error",
  });
  return ((await import(pathToFileURL(outfile).href)) as { mountPage: MountPage }).mountPage;
}

const svelte: Plugin = {
  name: "svelte",
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte(\.[jt]s)?$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const compiled = path.endsWith(".svelte")
        ? compile(source, { filename: path, generate: "client" })
        : compileModule(source, { filename: path, generate: "client" });
      return { contents: compiled.js.code, loader: "js" };
    });
  },
};
