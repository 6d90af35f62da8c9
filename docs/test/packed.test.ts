import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
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

test("packed and installed in an empty folder, the three commands work as the README has them, and so does an application", {
  timeout: 600_000,
}, async ({ skip, onTestFinished }) => {
  const checked = await start(process.execPath, [join(ROOT, ".ci/pack-check.mjs"), folder], ROOT).ended;
  expect(checked.code, checked.err).toBe(0);
  console.log(checked.out);
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));
  expect(tarballs).toHaveLength(PACKAGES);
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const installed = await install(folder, tarballs);
  skip(isOffline(installed), "the registry cannot be reached");
  expect(installed.code, installed.err).toBe(0);
  await writeFile(join(folder, "api.yaml"), await readFile(BOOKSHOP));

  const server = start("npx", ["--no", "mock-server", "api.yaml", "--seed", "10", "--port", "0"], folder);
  onTestFinished(() => void server.child.kill());
  const url = await server.said(/^Address +(http:[^\s,]+)/m);
  expect(await (await fetch(`${url}/authors?limit=3`)).json()).toMatchObject({ total: 10, data: { length: 3 } });

  await succeed(folder, "npx", "--no", "generate-sdk", "api.yaml", "./sdk", "1.0.0");
  await writeFile(
    join(folder, "ask.js"),
    `import Client from "./sdk/index.js";
    const client = new Client({ baseUrl: ${JSON.stringify(url)}, auth: { token: "any" } });
    console.log(JSON.stringify(await client.authors.find().limit(2).execute()));`,
  );
  expect(JSON.parse(await succeed(folder, process.execPath, "ask.js"))).toHaveLength(2);

  await succeed(folder, "npx", "--no", "framework", "new", "imported", "--spec", "api.yaml");
  await succeed(folder, "npx", "--no", "framework", "new", "shop");
  const app = join(folder, "shop");
  const { version } = JSON.parse(await readFile(join(ROOT, "packages/framework-cli/package.json"), "utf8"));
  for (const name of ["imported", "shop"]) {
    const { dependencies } = JSON.parse(await readFile(join(folder, name, "package.json"), "utf8"));
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
      child.stdout.on("data", () => {
        const found = pattern.exec(out)?.[1];
        if (found !== undefined) resolve(found);
      });
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
