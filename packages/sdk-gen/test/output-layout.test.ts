import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateSdk } from "../dist/index.js";

const BOOKSHOP = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));

const text = { type: "string" };
const ok = (schema: object): object => ({ 200: { description: "", content: { "application/json": { schema } } } });
const sent = (schema: object): object => ({ required: true, content: { "application/json": { schema } } });
const Pet = { type: "object", required: ["name"], properties: { id: { type: "integer" }, name: text } };
const ref = { $ref: "#/components/schemas/Pet" };
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const five = (parameters: object[] = []): object => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: { parameters, responses: ok({ type: "array", items: ref }) },
      post: { requestBody: sent(ref), responses: ok(ref) },
    },
    "/pets/{id}": {
      parameters: [id],
      get: { responses: ok(ref) },
      delete: { responses: { 204: { description: "" } } },
    },
    "/owners": { get: { responses: ok({ type: "array", items: text }) } },
  },
  components: { schemas: { Pet } },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-layout-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function filesOf(name: string): Promise<Map<string, string>> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return new Map(paths.map((path, at) => [path.slice(join(folder, name).length + 1), texts[at] ?? ""]));
}

async function generated(description: object, name: string): Promise<Map<string, string>> {
  await writeFile(join(folder, "api.json"), JSON.stringify(description));
  await generateSdk(join(folder, "api.json"), join(folder, name), { version: "1.0.0" });
  return filesOf(name);
}

test("a client of five operations has at most 40 files, and the four entries", async () => {
  const files = await generated(five(), "five");
  expect(files.size).toBeLessThanOrEqual(40);
  const entries = await readdir(join(folder, "five"));
  expect(entries).toEqual(expect.arrayContaining(["README.md", "models", "resources", "utils"]));
});

test("a new parameter changes a resource's code, its types and its page, beside what records the run", async () => {
  const before = await generated(five(), "one");
  const after = await generated(five([{ name: "breed", in: "query", schema: text }]), "one");
  const changed = [...after].filter(([path, content]) => before.get(path) !== content).map(([path]) => path);
  const records = ["CHANGELOG.md", "onespec.manifest.json", "utils/description.json"];
  expect(changed.filter((path) => !records.includes(path)).sort()).toEqual([
    "docs/Pets.md",
    "resources/Pets.d.ts",
    "resources/Pets.js",
  ]);
});

test("the runtime contains only the parts that the client imports", async () => {
  const stream = { "text/event-stream": { schema: text } };
  const withEvents = { "/events": { get: { responses: { 200: { description: "", content: stream } } } } };
  const description = five() as { paths: object };
  const [without, streaming] = [
    await generated(description, "plain"),
    await generated({ ...description, paths: { ...description.paths, ...withEvents } }, "streaming"),
  ];
  const runtime = (files: Map<string, string>): string =>
    [...files].flatMap(([path, content]) => (/^utils\/.*\.js$/.test(path) ? content : [])).join("");
  expect([runtime(without), runtime(streaming)].map((code) => code.includes("async function* readEvents"))).toEqual([
    false,
    true,
  ]);
});

test("the runtime of the bookshop is a few modules that import each other in one direction", async () => {
  await generateSdk(BOOKSHOP, join(folder, "bookshop"), { version: "1.0.0" });
  const files = await filesOf("bookshop");
  expect(files.size).toBeLessThanOrEqual(50);
  const modules = new Map([...files].filter(([path]) => /^utils\/\w+\.js$/.test(path)));
  expect(modules.size).toBeLessThanOrEqual(8);
  const reached = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const [, next] of (modules.get(path) ?? "").matchAll(/ from "\.\/(\w+\.js)"/g))
      if (next !== undefined && !seen.has(`utils/${next}`)) reached(`utils/${next}`, seen.add(`utils/${next}`));
    return seen;
  };
  for (const path of modules.keys()) expect([path, reached(path).has(path)]).toEqual([path, false]);
});

const corpus = process.env.CORPUS_DIR;
describe.skipIf(corpus === undefined)("a large description", () => {
  test("has one code and one type file for each resource and each group of models", async () => {
    await generateSdk(join(corpus ?? "", "discord.json"), join(folder, "discord"), { version: "1.0.0" });
    const files = await filesOf("discord");
    const resources = [...files.keys()].filter((path) => /^docs\//.test(path)).length;
    const named = (folder: string, ending: RegExp): number =>
      [...files.keys()].filter((path) => path.startsWith(`${folder}/`) && ending.test(path)).length;
    for (const ending of [/\.js$/, /\.d\.ts$/]) {
      // `answers` beside the resources; `shared` and `index` beside the groups of models.
      expect(named("resources", ending)).toBe(resources + 1);
      expect(named("models", ending)).toBeLessThanOrEqual(resources + 2);
    }
    const sizes = await Promise.all([...files.keys()].map((path) => stat(join(folder, "discord", path))));
    // The sizes on disk of 1,062 files were 5.9 MB.
    expect(sizes.reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4096, 0)).toBeLessThan(3_050_000);
  });
});
