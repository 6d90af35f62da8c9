import { register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fakeTerminal } from "../../../command-line/test/fake-terminal.js";
import type { Main } from "../../../command-line/test/run-in-process.js";
import { type Outcome, packageFolder, shellEnvironment } from "./framework.js";

const runs = new Int32Array(new SharedArrayBuffer(4));
let main: Promise<Main> | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `framework …` in this process: what a command does, where it is not the process that is tested. It is what the package's
 * bin loads, each time with the application's files as they lie, and takes a tenth of the processor time. Commands wait for one
 * another, as a process is in one folder.
 */
export function inProcess(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const outcome = last.then(() => run(args, cwd, env));
  last = outcome.catch(() => {});
  return outcome;
}

async function run(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
  main ??= load();
  const before = { folder: process.cwd(), env: { ...process.env } };
  const terminal = fakeTerminal({
    program: "framework",
    debug: args.includes("--debug"),
    elapsed: () => performance.now(),
  });
  Atomics.add(runs, 0, 1);
  try {
    process.chdir(cwd);
    setEnvironment({ ...shellEnvironment(), ...env });
    const code = await (await main)(args, terminal);
    return { code, out: terminal.stdout, err: terminal.stderr };
  } finally {
    setEnvironment(before.env);
    process.chdir(before.folder);
  }
}

async function load(): Promise<Main> {
  register("./fresh-modules.mjs", import.meta.url, { data: { runs } });
  const { built } = await import(/* @vite-ignore */ pathToFileURL(join(packageFolder, "bin/built.js")).href);
  return (await import(/* @vite-ignore */ new URL("cli/main.js", built).href)).main;
}

function setEnvironment(wanted: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (wanted[name] === undefined) delete process.env[name];
  Object.assign(process.env, wanted);
}
