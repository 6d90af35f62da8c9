import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { inPage } from "./browser-page.js";
import { type Outcome, runRows } from "./wire-rows.js";

/** Something that runs JavaScript: runs the wire rows with the client in `folder` against the server at `baseUrl`. */
export interface Platform {
  readonly name: string;
  readonly isBrowser: boolean;
  /** Why it cannot be tried here; `undefined` when it can. */
  readonly missing: string | undefined;
  run(folder: string, baseUrl: string): Promise<Outcome[]>;
}

/** An executable that `.ci/run` installs and names in the environment. */
export interface Runtime {
  readonly name: string;
  readonly variable: string;
  /** Arguments before the path of the script. */
  readonly args: readonly string[];
}

export const RUNTIMES: readonly Runtime[] = [
  { name: "Node 22", variable: "ONESPEC_NODE_22", args: [] },
  { name: "Node 24", variable: "ONESPEC_NODE_24", args: [] },
  { name: "Bun", variable: "ONESPEC_BUN", args: [] },
  { name: "Deno", variable: "ONESPEC_DENO", args: ["run", "--allow-all", "--no-lock"] },
];

/** Runs a script to its end and gives what it printed. */
export async function runScript({ variable, args }: Runtime, script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.env[variable] ?? "", [...args, script], { maxBuffer: 1e8 });
  return stdout;
}

/** Why a runtime cannot be tried here. With `ONESPEC_REQUIRE_RUNTIMES=1` that is a failure and no reason. */
export function missingRuntime({ name, variable }: Runtime): string | undefined {
  const path = process.env[variable];
  if (path !== undefined && existsSync(path)) return undefined;
  if (process.env.ONESPEC_REQUIRE_RUNTIMES === "1")
    throw new Error(`${name} is required and ${variable} names no file`);
  return `${variable} names no executable of ${name}; .ci/run installs one`;
}

/** The rows as one plain module, for runtimes that have no TypeScript. */
export async function rowsModule(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("wire-rows.ts", import.meta.url))],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

export const PLATFORMS: readonly Platform[] = [
  {
    name: `Node ${process.versions.node}`,
    isBrowser: false,
    missing: undefined,
    run: async (folder, baseUrl) =>
      runRows((await import(pathToFileURL(join(folder, "index.js")).href)).default, baseUrl),
  },
  ...RUNTIMES.map((runtime) => ({
    name: runtime.name,
    isBrowser: false,
    missing: missingRuntime(runtime),
    async run(folder: string, baseUrl: string) {
      await writeFile(join(folder, "..", "rows.mjs"), await rowsModule());
      const script = join(folder, "..", "run-rows.mjs");
      await writeFile(
        script,
        `import Client from "./sdk/index.js";
import { runRows } from "./rows.mjs";
console.log(JSON.stringify(await runRows(Client, ${JSON.stringify(baseUrl)})));`,
      );
      return JSON.parse(await runScript(runtime, script)) as Outcome[];
    },
  })),
  {
    name: "Chromium",
    isBrowser: true,
    missing: inPage.missing,
    run: async (folder, baseUrl) =>
      (await inPage.evaluate(
        folder,
        { "rows.mjs": await rowsModule() },
        `const [{ default: Client }, { runRows }] = await Promise.all([import("/sdk/index.js"), import("/rows.mjs")]);
return runRows(Client, ${JSON.stringify(baseUrl)});`,
      )) as Outcome[],
  },
];
