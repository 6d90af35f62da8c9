import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { GeneratedClient } from "./generated-client.js";

/** A bundle of a generated client: its entry, `stdin.mjs`, exports `Client`. */
interface BundledClient {
  readonly folder: string;
  readonly load: () => Promise<{ Client: GeneratedClient["module"] }>;
}

interface Bundling {
  readonly splitting: boolean;
  readonly platform?: "browser" | "neutral";
}

/** Bundles the client in `sdk` as pages do. @param folder of its own for each bundle: modules are loaded once */
export async function bundledClient(
  sdk: string,
  folder: string,
  { splitting, platform = "browser" }: Bundling,
): Promise<BundledClient> {
  await build({
    stdin: { contents: 'export { Client } from "./index.js";', resolveDir: sdk, sourcefile: "entry.js" },
    bundle: true,
    splitting,
    format: "esm",
    platform,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
  });
  return { folder, load: () => import(pathToFileURL(join(folder, "stdin.mjs")).href) };
}

/** Runs a module beside a bundle and parses its output as JSON. In a process of its own: the test runner's loader does not try again. */
export async function runBeside(folder: string, module: string): Promise<unknown> {
  const script = join(folder, "script.mjs");
  await writeFile(script, module);
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return JSON.parse(stdout);
}
