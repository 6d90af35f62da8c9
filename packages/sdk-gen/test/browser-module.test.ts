import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateSdk, type SdkOptions } from "../dist/index.js";
import { inPage } from "./browser-page.js";
import { typeErrors } from "./type-errors.js";

const BOOKSHOP = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));

const text = { type: "string" };
const ok = (schema: object): object => ({ 200: { description: "", content: { "application/json": { schema } } } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const record = (more: object): object => ({
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer" }, name: { ...text, maxLength: 20 }, ...more },
});
const collection = (name: string): object => ({
  get: { responses: ok({ type: "array", items: ref(name) }) },
  post: {
    requestBody: { required: true, content: { "application/json": { schema: ref(name) } } },
    responses: ok(ref(name)),
  },
});
/** Two resources, and names that the files of a client have as well. */
const TWO = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": collection("Pet"),
    "/pets/{id}": { parameters: [id], get: { responses: ok(ref("Pet")) } },
    "/queries": collection("Query"),
    "/queries/{id}": { parameters: [id], get: { responses: ok(ref("Query")) } },
  },
  components: { schemas: { Pet: record({ asks: ref("Query") }), Query: record({ text }), Client: record({}) } },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-browser-"));
  await writeFile(join(folder, "two.json"), JSON.stringify(TWO));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function generated(source: string, name: string, options: Partial<SdkOptions> = {}): Promise<string> {
  const sdk = join(folder, name);
  await generateSdk(source, sdk, { with: ["browser"], ...options });
  return sdk;
}

const load = (sdk: string, file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(sdk, file)).href);

const CALLS = `
  const asked = [];
  const client = new Client({ baseUrl: "http://api.test", fetch: async (request) => {
    asked.push(request.method + " " + new URL(request.url).pathname);
    return Response.json(request.method === "GET" ? [{ id: 1, name: "Rex" }, { id: 2, name: "Ada" }] : { id: 3, name: "New" });
  } });
  const names = [];
  for await (const { name } of client.pets.find({ name: { startsWith: "A" } })) names.push(name);
  names.push((await client.pets.create({ name: "New" })).name);
  const issue = await client.pets.create({ name: "x".repeat(21) }).catch((error) => error);
  names.push(issue instanceof ValidationError, issue.issues[0].message);`;

const ANSWER = {
  asked: ["GET /pets", "POST /pets"],
  names: ["Ada", "New", true, "must be at most 20 characters long"],
};

describe("a client with --with browser", () => {
  test("has a module with the exports of index.js, and the schemas of answers", async () => {
    for (const [source, name] of [
      [BOOKSHOP, "bookshop"],
      [join(folder, "two.json"), "two"],
    ] as const) {
      const sdk = await generated(source, name);
      const [one, index] = await Promise.all([load(sdk, "browser.js"), load(sdk, "index.js")]);
      expect(Object.keys(one).sort()).toEqual(
        [...Object.keys(index).filter((key) => key !== "module.exports"), "answers"].sort(),
      );
      expect(await readFile(join(sdk, "browser.js"), "utf8")).not.toMatch(/^(?:import|export .* from) /m);
      expect(await typeErrors(sdk)).toEqual([]);
    }
  });

  test("validates answers with its own export", async () => {
    const { Client, answers, ValidationError } = (await load(
      await generated(join(folder, "two.json"), "two"),
      "browser.js",
    )) as {
      // biome-ignore lint/suspicious/noExplicitAny: a generated client
      Client: any;
      answers: object;
      ValidationError: new () => Error;
    };
    const fetch = async (): Promise<Response> => Response.json({ id: "one" });
    const client = new Client({ baseUrl: "http://api.test", answers, validateResponses: "strict", fetch });
    await expect(client.pets.get(1)).rejects.toBeInstanceOf(ValidationError);
  });

  test("of TypeScript source has the same module, and package.json names it", async () => {
    const [js, ts] = [await generated(BOOKSHOP, "bookshop"), await generated(BOOKSHOP, "typed", { language: "ts" })];
    const [own, same] = await Promise.all([js, ts].map((sdk) => readFile(join(sdk, "browser.js"), "utf8")));
    expect(same).toBe(own);
    const json = JSON.parse(await readFile(join(ts, "package.json"), "utf8"));
    expect([json.unpkg, json.exports["./browser"].default]).toEqual(["./browser.js", "./browser.js"]);
  });

  test("has no module with --with none", async () => {
    const sdk = await generated(BOOKSHOP, "removed");
    await generateSdk(BOOKSHOP, sdk, { with: [] });
    expect(existsSync(join(sdk, "browser.js"))).toBe(false);
  });
});

describe.skipIf(inPage.missing !== undefined)("a page without a bundler", () => {
  const scripts = 'performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).length';

  test("loads a client of two resources with about ten requests, and with one from its single file", async () => {
    const sdk = await generated(join(folder, "two.json"), "two");
    const inBrowser = (file: string): Promise<unknown> =>
      inPage.evaluate(
        sdk,
        {},
        `const { Client, ValidationError } = await import("/sdk/${file}"); ${CALLS} return { asked, names, scripts: ${scripts} };`,
      );
    expect(await inBrowser("index.js")).toEqual({ ...ANSWER, scripts: 10 });
    expect(await inBrowser("browser.js")).toEqual({ ...ANSWER, scripts: 1 });
  });

  test("loads one resource with at most eight requests", async () => {
    const sdk = await generated(BOOKSHOP, "bookshop");
    const count = await inPage.evaluate(sdk, {}, `await import("/sdk/resources/Books.js"); return ${scripts};`);
    expect(count).toBeLessThanOrEqual(8);
  });
});
