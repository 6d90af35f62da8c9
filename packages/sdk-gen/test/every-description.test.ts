import { statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dump, load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateSdk, type SdkReport } from "../dist/index.js";
import { examplesOf, runExample } from "./markdown-examples.js";
import { CORPUS, SMALL } from "./real-descriptions.js";
import { typeErrors } from "./type-errors.js";

const MINUTES = 60_000;
const TYPESCRIPT_5 = fileURLToPath(new URL("../node_modules/typescript-5/bin/tsc", import.meta.url));

const IS_LONG = process.env.ONESPEC_LONG === "1";
const ALL = [...SMALL, ...CORPUS.filter((_, at) => IS_LONG || at % 6 === 1)];
/** Some of every size, for what takes long; with ONESPEC_LONG=1 all, and all of the corpus instead of every sixth. */
const SPREAD = new Set(
  [...ALL]
    .sort((left, right) => statSync(left).size - statSync(right).size)
    .filter((_source, at, { length }) => IS_LONG || (length - 1 - at) % 6 === 3),
);
let clients: string;

beforeAll(async () => {
  clients = await mkdtemp(join(tmpdir(), "onespec-every-"));
});
afterAll(() => rm(clients, { recursive: true, force: true }));

/** What holds for the client of whatever description. */
describe.each(ALL.map((source, at) => [basename(source), source, at] as const))("%s", (_name, source, at) => {
  const isInSpread = SPREAD.has(source);
  let folder: string;
  let report: SdkReport;
  // biome-ignore lint/suspicious/noExplicitAny: generated
  let client: any;
  const refused = new Error("refused");

  beforeAll(async () => {
    folder = join(clients, String(at));
    report = await generateSdk(source, join(folder, "sdk"), { version: "1.0.0", lenient: true });
    const { default: Client } = await import(pathToFileURL(join(folder, "sdk/index.js")).href);
    client = new Client({ baseUrl: "http://localhost", retry: { limit: 0 }, fetch: () => Promise.reject(refused) });
  }, 5 * MINUTES);

  test.runIf(isInSpread)("a second run writes nothing", { timeout: MINUTES }, async () => {
    const { changes } = await generateSdk(source, join(folder, "sdk"), { lenient: true });
    expect(changes.write.map(({ path }) => path)).toEqual([]);
    expect(changes.remove).toEqual([]);
    expect(changes.kept).toBe(report.changes.write.length);
  });

  test.runIf(isInSpread)("the order of keys in the description changes no byte", { timeout: MINUTES }, async () => {
    const { changes } = await generateSdk(
      await reversedCopy(report.api.files, source, join(folder, "reversed")),
      join(folder, "sdk"),
      { check: true, lenient: true },
    );
    expect(changes.write.map(({ path }) => path)).toEqual([]);
    expect(changes.remove).toEqual([]);
  });

  test("every module can be imported", { timeout: MINUTES }, async () => {
    const modules = (await readdir(join(folder, "sdk"), { recursive: true })).filter((path) => path.endsWith(".js"));
    for (const path of modules) await import(pathToFileURL(join(folder, "sdk", path)).href);
    expect(modules.length).toBeGreaterThan(10);
  });

  test.runIf(isInSpread)("TypeScript 5.9 finds no error in its types", { timeout: 5 * MINUTES }, async () => {
    expect(await typeErrors(join(folder, "sdk"), TYPESCRIPT_5)).toEqual([]);
  });

  test("no type is `any`, and none goes unchecked", async () => {
    const types = (await readdir(join(folder, "sdk"), { recursive: true })).filter((path) => /\.d\.c?ts$/.test(path));
    for (const path of types) {
      const source = await readFile(join(folder, "sdk", path), "utf8");
      expect(source).not.toMatch(/@ts-(nocheck|ignore|expect-error)/);
      // What is written in comments and in texts is no type.
      const code = source.replace(/\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g, "");
      expect(code.match(/.*[^\w.$]any(?![\w$?:(]).*/)?.[0], path).toBeUndefined();
    }
  });

  test("every example of its pages is a call that may be sent", { timeout: MINUTES }, async () => {
    const problems: string[] = [];
    const unshown: string[] = [];
    let count = 0;
    for (const page of await readdir(join(folder, "sdk/docs"))) {
      for (const { heading, code } of examplesOf(await readFile(join(folder, "sdk/docs", page), "utf8"))) {
        count += 1;
        // Too long to show, or no value can satisfy the description.
        if (code.includes("/* … */")) unshown.push(`${page} ${heading}`);
        else
          await runExample(code, client).catch((error: Error) => {
            if (error.cause !== refused) problems.push(`${page} ${heading}: ${error.message}`);
          });
      }
    }
    expect(count).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    expect(unshown.length, unshown.join("\n")).toBeLessThanOrEqual(Math.max(1, count * 0.03));
  });

  test("llms.txt names every method of the client and no other", async () => {
    const text = await readFile(join(folder, "sdk/llms.txt"), "utf8");
    const listed = text
      .split(/^## client/m)
      .slice(1)
      .flatMap((section) => {
        const [access = ""] = section.split("\n", 1);
        const target = new Function("client", `return client${access}`)(client);
        return [...section.matchAll(/^- (\S+?)\(/gm)].map(([, method]) => ({ target, method: method ?? "" }));
      });
    for (const { target, method } of listed) expect(target[method]).toBeTypeOf("function");
    const methods = Object.values(client).flatMap((resource) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter(
        (name) => name !== "constructor" && name !== "in",
      ),
    );
    expect(listed.map(({ method }) => method).sort()).toEqual(methods.sort());
  });
});

test("TypeScript 7 finds no error in the types of all of them", { timeout: 5 * MINUTES }, async () => {
  expect(await typeErrors(clients)).toEqual([]);
});

/** The description with the keys of all its objects the other way round, in files that lie to each other as they did. */
async function reversedCopy(files: readonly string[], source: string, folder: string): Promise<string> {
  for (const file of files) {
    const value = reversed(load(await readFile(file, "utf8")));
    const path = join(folder, relative(dirname(source), file));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.endsWith(".json") ? JSON.stringify(value) : dump(value, { noRefs: true }));
  }
  return join(folder, basename(source));
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
