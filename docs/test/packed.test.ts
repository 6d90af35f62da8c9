import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BOOKSHOP = join(ROOT, "examples/bookshop/api.yaml");
const NAMES = ["spec-core", "command-line", "http-requests", "mock-server", "sdk-gen", "framework-cli"];

const folder = await realpath(await mkdtemp(join(tmpdir(), "packed-")));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

test("packed and installed in an empty folder, the three commands work as the README has them", {
  timeout: 300_000,
}, async ({ skip, onTestFinished }) => {
  const packed = NAMES.map((name) => npm(join(ROOT, "packages", name), "pack", "--pack-destination", folder));
  for (const { code, err } of await Promise.all(packed)) expect(code, err).toBe(0);
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz")).map((name) => `./${name}`);
  expect(tarballs).toHaveLength(NAMES.length);
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const installed = await npm(folder, "install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs);
  skip(isOffline(installed), "the registry cannot be reached");
  expect(installed.code, installed.err).toBe(0);
  await writeFile(join(folder, "api.yaml"), await readFile(BOOKSHOP));

  const server = start("npx", ["--no", "mock-server", "api.yaml", "--seed", "10", "--port", "0"], folder);
  onTestFinished(() => void server.child.kill());
  const url = await server.said(/^Address +(http:[^\s,]+)/m);
  expect(await (await fetch(`${url}/authors?limit=3`)).json()).toMatchObject({ total: 10, data: { length: 3 } });

  const generated = await start("npx", ["--no", "generate-sdk", "api.yaml", "./sdk", "1.0.0"], folder).ended;
  expect(generated.code, generated.err).toBe(0);
  await writeFile(
    join(folder, "ask.js"),
    `import Client from "./sdk/index.js";
    const client = new Client({ baseUrl: ${JSON.stringify(url)}, auth: { token: "any" } });
    console.log(JSON.stringify(await client.authors.find().limit(2).execute()));`,
  );
  const asked = await start(process.execPath, ["ask.js"], folder).ended;
  expect(asked.code, asked.err).toBe(0);
  expect(JSON.parse(asked.out)).toHaveLength(2);

  const made = await start("npx", ["--no", "framework", "new", "shop", "--spec", "api.yaml"], folder).ended;
  expect(made.code, made.err).toBe(0);
  const { dependencies } = JSON.parse(await readFile(join(folder, "shop/package.json"), "utf8"));
  expect(dependencies).toHaveProperty("@onespec/framework-cli");
});

function npm(cwd: string, ...args: readonly string[]): Promise<Outcome> {
  return start("npm", args, cwd).ended;
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
