import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BOOKSHOP = join(ROOT, "examples/bookshop/api.yaml");
const PACKAGES = 8;

const folder = await realpath(await mkdtemp(join(tmpdir(), "packed-")));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

test("the commands at the top of the README work in an empty folder with the packed packages, and so does an application", {
  timeout: 600_000,
}, async ({ skip, onTestFinished }) => {
  const checked = await start(process.execPath, [join(ROOT, ".ci/pack-check.mjs"), folder], ROOT).ended;
  expect(checked.code, checked.err).toBe(0);
  console.log(checked.out);
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));
  expect(tarballs).toHaveLength(PACKAGES);

  // A stranger's folder: a description and nothing else.
  const empty = join(folder, "empty");
  await mkdir(empty);
  await writeFile(join(empty, "api.yaml"), await readFile(BOOKSHOP));
  const commands = await readmeCommands();
  expect(commands.slice(0, 2)).toEqual(["npm install -D @onespec/mock-server", "npx mock-server api.yaml --seed 10"]);
  const servers: Running[] = [];
  onTestFinished(() => servers.forEach(({ child }) => void child.kill()));
  // At once, because each installation takes long.
  const named = commands.filter((command) => command.startsWith("npm install ")).flatMap((line) => line.split(" "));
  const installed = await install(empty, packedFor(named, tarballs), "-D");
  skip(isOffline(installed), "the registry cannot be reached");
  expect(installed.code, installed.err).toBe(0);
  for (const command of commands) {
    const [program = "", ...words] = command.split(" ");
    if (program === "npm") continue;
    if (words[0] === "mock-server") servers.push(start(program, [...words, "--port", "0"], empty));
    else await succeed(empty, program, ...words);
  }
  const [server] = servers;
  const url = await server?.said(/^Address +(http:[^\s,]+)/m);
  expect(await (await fetch(`${url}/authors?limit=3`)).json()).toMatchObject({ total: 10, data: { length: 3 } });
  await writeFile(
    join(empty, "ask.mjs"),
    `import Client from "./sdk/index.js";
    const client = new Client({ baseUrl: ${JSON.stringify(url)}, auth: { token: "any" } });
    console.log(JSON.stringify(await client.authors.find().limit(2).execute()));`,
  );
  expect(JSON.parse(await succeed(empty, process.execPath, "ask.mjs"))).toHaveLength(2);

  await succeed(empty, "npx", "framework", "new", "plain");
  const app = join(empty, "plain");
  const { version } = JSON.parse(await readFile(join(ROOT, "packages/framework-cli/package.json"), "utf8"));
  for (const name of ["shop", "plain"]) {
    const { dependencies } = JSON.parse(await readFile(join(empty, name, "package.json"), "utf8"));
    expect(dependencies["@onespec/framework-cli"]).toBe(`^${version}`);
  }

  // Nothing of an application asks for a newer Node than we do.
  const ofApp = tarballs.filter((file) => !/-(?:mock-server|sdk-gen|gate)-/.test(file));
  const forApp = await install(app, ofApp, "--engine-strict");
  skip(isOffline(forApp), "the registry cannot be reached");
  expect(forApp.code, forApp.err).toBe(0);
  const framework = (...args: readonly string[]) => succeed(app, "node", "run", "bin/framework.js", ...args);
  await framework("resources:generate", "Book", "title!");
  await framework("migrations:run");
  await framework("doctor");
  await framework("action", "books/create", '{"body":{"title":"Emma"}}');
  expect(JSON.parse(await framework("action", "books/list"))).toMatchObject([{ title: "Emma" }]);
  await succeed(app, "npm", "test");
});

/** The commands of the first block of the repository's README. */
async function readmeCommands(): Promise<readonly string[]> {
  const [, block = ""] = /^```sh\n([\s\S]*?)^```$/m.exec(await readFile(join(ROOT, "README.md"), "utf8")) ?? [];
  return block
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, ""))
    .filter((line) => line !== "");
}

/** The tarballs of the named packages and of ours that they depend on: the registry has none of them. */
function packedFor(words: readonly string[], tarballs: readonly string[]): readonly string[] {
  const wanted = words.flatMap((word) => /^@onespec\/(.+)$/.exec(word)?.[1] ?? []);
  const libraries = ["spec-core", "command-line", "http-contract", "contract-check"];
  return tarballs.filter((file) => [...wanted, ...libraries].some((name) => file.includes(`/onespec-${name}-`)));
}

function install(cwd: string, tarballs: readonly string[], ...flags: readonly string[]): Promise<Outcome> {
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  return start("npm", ["install", ...quiet, ...flags, ...tarballs], cwd).ended;
}

/** Runs a command to its end, which must be a good one; answers what it printed. */
async function succeed(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await start(command, args, cwd).ended;
  expect(code, `${command} ${args.join(" ")}: ${out}${err}`).toBe(0);
  return out;
}

/** The registry may be away; then there is nothing to try. */
function isOffline({ err, out }: Outcome): boolean {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(err + out);
}

/** A process with what a newcomer's shell has: npm and vitest set more for their own children. */
function start(command: string, args: readonly string[], cwd: string): Running {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$|VITEST)/.test(name));
  const child = spawn(command, args, { cwd, env: { ...Object.fromEntries(inherited), NO_COLOR: "1" } });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(out)?.[1];
        if (found !== undefined) resolve(found);
      };
      look();
      child.stdout.on("data", look);
      void ended.then(() => reject(new Error(`${command} ${args.join(" ")} ended: ${out}${err}`)));
    });
  return { child, ended, said };
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Outcome>;
  /** What the pattern's group catches, once it was printed. */
  said(pattern: RegExp): Promise<string>;
}
