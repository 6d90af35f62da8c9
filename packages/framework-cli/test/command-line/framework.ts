import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const packageFolder: string = fileURLToPath(new URL("../..", import.meta.url));

/** The output and the exit of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `framework …` as a process of its own. */
export function framework(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  input?: string,
): Promise<Outcome> {
  return run(process.execPath, [join(packageFolder, "bin/framework.js"), ...args], cwd, env, input);
}

export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  input?: string,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...shellEnvironment(), ...env }, timeout: 240_000 });
    if (input !== undefined) child.stdin.end(input);
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

/** Runs all tests of an application in one process: `npm test` starts one for each file, which takes many times as long. */
export function testsOf(app: string): Promise<Outcome> {
  const imports = `for (const file of fs.readdirSync("tests")) await import(path.resolve("tests", file));`;
  return run(
    process.execPath,
    ["--input-type=module", "--eval", `import fs from "node:fs"; import path from "node:path"; ${imports}`],
    app,
  );
}

/** A newcomer's shell: without the variables that npm and vitest set for their own children. */
export function shellEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$|VITEST)/.test(name));
  return { ...Object.fromEntries(inherited), NO_COLOR: "1" };
}

/** A server that `lift` started, and what it said. */
export interface Lifted {
  readonly url: string;
  readonly report: string;
  /** Asks it to stop; its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a command that lifts an application, until it says where. */
export function lift(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Lifted> {
  const child = spawn(command, args, { cwd, env: { ...shellEnvironment(), ...env } });
  return new Promise((resolve, reject) => {
    let report = "";
    const ended = new Promise<number | null>((end) => child.on("exit", end));
    const read = (chunk: Buffer): void => {
      report += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(report) ?? [];
      if (url === undefined || !report.includes("stops it")) return;
      resolve({
        url,
        report,
        stop() {
          child.kill();
          return ended;
        },
      });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`${command} ended with ${code}: ${report}`)));
  });
}

/** An empty folder that vitest's `onTestFinished` or `afterAll` is to remove. */
export async function emptyFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "framework-test-")));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A new application whose dependencies are this checkout's; `command` runs `framework`, in a process of its own or in this one. */
export async function newApp(
  parent: string,
  name = "shop",
  flags: readonly string[] = [],
  command: typeof framework = framework,
): Promise<string> {
  const made = await command(["new", name, ...flags], parent);
  if (made.code !== 0) throw new Error(made.err);
  const folder = join(parent, name);
  await linkDependencies(folder);
  return folder;
}

export async function linkDependencies(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@onespec"), { recursive: true });
  await mkdir(join(modules, "@types"), { recursive: true });
  await symlink(packageFolder, join(modules, "@onespec/framework-cli"));
  for (const name of ["tsx", "typescript", "@types/node"]) {
    await symlink(join(packageFolder, "node_modules", name), join(modules, name));
  }
}
