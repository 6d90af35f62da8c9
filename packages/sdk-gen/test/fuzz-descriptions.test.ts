import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load } from "js-yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatReport, formatVerbose } from "../dist/commands/report.js";
import { generateSdk, type SdkReport } from "../dist/index.js";
import { problemsOf } from "./fuzz/generated-files.js";
import { hostileDescription } from "./fuzz/hostile-description.js";
import { randomFrom } from "./mutant.js";
import { CORPUS, SMALL } from "./real-descriptions.js";
import { typeErrors } from "./type-errors.js";

const IS_LONG = process.env.ONESPEC_LONG === "1";
const SEED = Number(process.env.ONESPEC_SEED ?? 1);
const COUNT = IS_LONG ? 300 : 20;
/** Compiled with strict flags. */
const TYPED = IS_LONG ? 60 : 4;
const WITH = ["mcp", "tanstack-query"] as const;
const MINUTES = 60_000;
const IMPORTER = fileURLToPath(new URL("./fuzz/import-clients.mjs", import.meta.url));

const SOURCES = [...SMALL, ...(IS_LONG ? CORPUS : [])].filter((file) => statSync(file).size < 300_000);

interface Made {
  readonly at: number;
  readonly source: string;
  readonly folder: string;
  readonly report: SdkReport;
}

let root: string;
const made: Made[] = [];
const refused: string[] = [];
const crashed: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "onespec-fuzz-"));
  for (let at = 0; at < COUNT; at += 1) {
    const parent = join(root, at < TYPED ? "typed" : "other", String(at));
    await mkdir(parent, { recursive: true });
    const [source, folder] = [join(parent, "api.json"), join(parent, "sdk")];
    const base = load(readFileSync(SOURCES[at % SOURCES.length] ?? "", "utf8"));
    await writeFile(source, JSON.stringify(hostileDescription(base, randomFrom(SEED * 10_000 + at))));
    try {
      made.push({ at, source, folder, report: await generateSdk(source, folder, { with: WITH }) });
    } catch (error) {
      const { code, stack } = error as Error & { code?: string };
      if (code === undefined) crashed.push(`${at}: ${stack}`);
      else refused.push(`${at}: ${code}`);
    }
  }
}, 60 * MINUTES);
afterAll(() => rm(root, { recursive: true, force: true }));

test("a hostile description gives a client, or is rejected with a code", () => {
  expect(crashed).toEqual([]);
  expect(made.length, refused.join("\n")).toBeGreaterThan(COUNT * 0.7);
});

test("no text of it becomes code, markup that runs, or cannot be seen", { timeout: 60 * MINUTES }, async () => {
  const problems: string[] = [];
  for (const { at, folder } of made)
    for (const path of await readdir(folder, { recursive: true }))
      if (/\.\w+$/.test(path) && !isCopied(path))
        problems.push(
          ...problemsOf(path, await readFile(join(folder, path), "utf8")).map((problem) => `${at}: ${problem}`),
        );
  expect(problems.slice(0, 20)).toEqual([]);
});

test("no name of it leaves the folder", async () => {
  for (const { source, folder } of made) {
    expect((await readdir(join(folder, ".."))).sort()).toEqual(["api.json", "sdk"]);
    for (const path of await readdir(folder, { recursive: true }))
      for (const part of path.split("/")) expect(part, source).toMatch(/^[\w.-]{1,120}$/);
  }
});

test("its modules do nothing when they are imported, and its methods only send", {
  timeout: 60 * MINUTES,
}, async () => {
  for (let from = 0; from < made.length; from += 10) {
    const folders = made.slice(from, from + 10).map(({ folder }) => folder);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--disallow-code-generation-from-strings", IMPORTER, ...folders],
      { maxBuffer: 1e8 },
    );
    const { problems, methods } = JSON.parse(stdout);
    expect(problems.slice(0, 20)).toEqual([]);
    expect(methods).toBeGreaterThan(100);
  }
});

test("its types compile", { timeout: 60 * MINUTES }, async () => {
  expect((await typeErrors(join(root, "typed"))).slice(0, 20)).toEqual([]);
});

test("a second run finds it fresh", { timeout: 60 * MINUTES }, async () => {
  for (const { at, source, folder } of made) {
    if (at % 4 !== 0) continue;
    const { changes } = await generateSdk(source, folder, { check: true, with: WITH });
    expect([at, changes.write.map(({ path }) => path), changes.remove]).toEqual([at, [], []]);
  }
});

test("what is said of it moves no cursor", () => {
  for (const { folder, report } of made) {
    const facts = { report, folder, check: false, dryRun: false, elapsedMs: 1 };
    expect(formatVerbose(report) + formatReport(facts, false)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  }
});

/** The runtime is the same for all descriptions. */
function isCopied(path: string): boolean {
  return path.startsWith("utils/") && !/^utils\/(api|shapes|description)\./.test(path);
}
