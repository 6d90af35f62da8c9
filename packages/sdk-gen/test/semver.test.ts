import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Outcome, runInProcess } from "../../command-line/test/run-in-process.js";
import { main } from "../dist/cli/main.js";
import { generateSdk } from "../dist/index.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-semver-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Generates again from `api.json`. */
const run = (...flags: string[]): Promise<Outcome> =>
  runInProcess(main, ["api.json", "sdk", ...flags], folder, { annotationRoot: folder });

const TEXT = { type: "string" };
const NAME = { type: "object", required: ["name"], properties: { name: TEXT } };
const SKU = { type: "object", required: ["name", "sku"], properties: { name: TEXT, sku: TEXT } };
const REF = { $ref: "#/components/schemas/Thing" };

interface Parts {
  readonly body?: object;
  readonly schemas?: object;
  readonly parameter?: object;
  readonly parameterName?: string;
  readonly operationId?: string;
  readonly type?: string;
  readonly security?: readonly object[];
  readonly base?: string;
  readonly paintPath?: string;
}

function description({
  body = REF,
  schemas = {},
  parameter = TEXT,
  parameterName = "q",
  operationId,
  type,
  security = [],
  base = "/",
  paintPath = "/things/{id}/paint",
}: Parts): object {
  const answers = { 200: { description: "", content: { "application/json": { schema: REF } } } };
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: base }],
    security,
    paths: {
      "/things": {
        get: {
          operationId: "listThings",
          parameters: [{ name: parameterName, in: "query", schema: parameter }],
          responses: {
            200: { description: "", content: { "application/json": { schema: { type: "array", items: REF } } } },
          },
        },
        post: {
          operationId: "createThing",
          requestBody: { required: true, content: { [type ?? "application/json"]: { schema: body } } },
          responses: answers,
        },
      },
      "/things/{id}": {
        get: {
          operationId: "getThing",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: answers,
        },
      },
      [paintPath]: {
        post: {
          operationId: operationId ?? "paintThing",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { 200: { description: "" } },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: "http", scheme: "key" } },
      schemas: { Thing: { type: "object", properties: { id: { type: "integer" }, name: TEXT } }, ...schemas },
    },
  };
}

/** What callers notice of a change. */
async function changes(before: Parts, after: Parts): Promise<string[]> {
  const source = join(folder, "api.json");
  for (const parts of [before, after]) {
    await writeFile(source, JSON.stringify(description(parts)));
    const { surface } = await generateSdk(source, join(folder, "sdk"));
    if (parts === after) return surface.map(({ effect, message }) => `${effect}: ${message}`);
  }
  return [];
}

const based = (inner: object): object => ({ allOf: [{ $ref: "#/components/schemas/Base" }, inner] });
const BASE = { Base: { type: "object", properties: { note: TEXT } } };

test.each<[string, Parts, Parts, string]>([
  ["of a model that answers share", { schemas: { Thing: NAME } }, { schemas: { Thing: SKU } }, "`Thing.sku`"],
  ["written out at the operation", { body: NAME }, { body: SKU }, "`things.create{}.sku`"],
  [
    "that is required and not declared",
    { schemas: { Thing: NAME } },
    { schemas: { Thing: { ...NAME, required: ["name", "sku"] } } },
    "`Thing.sku`",
  ],
  [
    "in parts of a body",
    { body: based(NAME), schemas: BASE },
    { body: based(SKU), schemas: BASE },
    "`things.create{}.sku`",
  ],
  [
    "in parts of a model",
    { schemas: { ...BASE, Thing: based(NAME) } },
    { schemas: { ...BASE, Thing: based(SKU) } },
    "`Thing.sku`",
  ],
  [
    "in an envelope",
    { body: { type: "object", properties: { thing: NAME } } },
    { body: { type: "object", properties: { thing: SKU } } },
    "`things.create{}.thing.sku`",
  ],
  [
    "in the records of a list",
    { body: { type: "object", properties: { all: { type: "array", items: NAME } } } },
    { body: { type: "object", properties: { all: { type: "array", items: SKU } } } },
    "`things.create{}.all[].sku`",
  ],
  [
    "of a form",
    { body: NAME, type: "multipart/form-data" },
    { body: SKU, type: "multipart/form-data" },
    "`things.create{}.sku`",
  ],
])("a new required property is breaking: %s", async (_, before, after, name) => {
  expect(await changes(before, after)).toContain(`breaking: ${name} is new and required`);
});

const limited = (limits: object): Parts => ({
  schemas: { Thing: { type: "object", properties: { name: { ...TEXT, ...limits } } } },
});

test.each<[Parts, Parts, string]>([
  [limited({ maxLength: 9 }), limited({ maxLength: 5 }), "breaking: `Thing.name`: `maxLength` was `9`, is `5`"],
  [limited({ maxLength: 5 }), limited({ maxLength: 9 }), "changed: `Thing.name`: `maxLength` was `5`, is `9`"],
  [limited({}), limited({ pattern: "^a" }), "breaking: `Thing.name`: `pattern` was none, is `^a`"],
  [limited({}), limited({ enum: ["a"] }), "breaking: `ThingInput.name` is new and required"],
  [
    { parameter: { type: "integer" } },
    { parameter: { type: "integer", minimum: 3 } },
    "breaking: `things.find(q)`: `minimum` was none, is `3`",
  ],
  [
    { parameter: { ...TEXT, enum: ["a", "b"] } },
    { parameter: { ...TEXT, enum: ["a"] } },
    'breaking: `things.find(q)` was `"a" | "b"`, is `"a"`',
  ],
])("limits that are tightened are breaking", async (before, after, message) => {
  const found = await changes(before, after);
  if (message.includes("ThingInput")) expect(found.some((text) => text.startsWith("breaking:"))).toBe(true);
  else expect(found).toEqual([message]);
});

test("a list of values instead of any text breaks requests, not answers; any text instead of the list breaks neither", async () => {
  const values = { parameter: { ...TEXT, enum: ["a", "b"] } };
  expect(await changes({}, values)).toEqual(['breaking: `things.find(q)` was `string`, is `"a" | "b"`']);
  await rm(join(folder, "sdk"), { recursive: true });
  expect(await changes(values, {})).toEqual(['changed: `things.find(q)` was `"a" | "b"`, is `string`']);
  await rm(join(folder, "sdk"), { recursive: true });
  const answer = await changes({}, limited({ readOnly: true, enum: ["a", "b"] }));
  expect(answer).toContain('changed: `Thing.name` was `string`, is `"a" | "b" | (string & {})`');
});

test.each<[Parts, Parts, string]>([
  [{}, { security: [{ key: [] }] }, "breaking: Every method: the security was none, is `key (key)`"],
  [{ security: [{ key: [] }] }, {}, "changed: Every method: the security was `key (key)`, is none"],
  [{ base: "/v2" }, { base: "/v3" }, "breaking: Every method: the path of the server was `/v2`, is `/v3`"],
  [
    { base: "/v2" },
    { base: "/v2", paintPath: "/things/{id}/colour" },
    "breaking: `things.paint`: the route was `POST /v2/things/{id}/paint`, is `POST /v2/things/{id}/colour`",
  ],
])("security that gets stricter, another base path and another route are breaking", async (before, after, message) => {
  expect(await changes(before, after)).toEqual([message]);
  await rm(join(folder, "sdk"), { recursive: true });
  await changes(before, before);
  await writeFile(join(folder, "api.json"), JSON.stringify(description(after)));
  expect((await run("1.0.1", "--enforce-semver")).code).toBe(message.startsWith("breaking") ? 1 : 0);
});

test.each<[string, Parts, Parts, string]>([
  ["parameter", {}, { parameterName: "search" }, "`things.find(q)` is gone; calls that pass it are rejected"],
  [
    "property of a body",
    { body: SKU },
    { body: NAME },
    "`things.create{}.sku` is gone; TypeScript rejects calls that pass it",
  ],
  [
    "property of a record",
    { schemas: { Thing: SKU } },
    { schemas: { Thing: NAME } },
    "`Thing.sku` is gone; TypeScript rejects calls that pass it",
  ],
])("a removed %s says who rejects it", async (_, before, after, message) => {
  expect(await changes(before, after)).toContain(`breaking: ${message}`);
});

test("a property of a parameter that may be more is not breaking", async () => {
  const filter = (type: string | readonly string[]): Parts => ({
    parameter: { type: "object", properties: { tag: { type } } },
  });
  expect(await changes(filter("string"), filter(["string", "null"]))).toEqual([
    "changed: `things.find(q)` was `{ tag?: string | undefined; }`, is `{ tag?: string | null | undefined; }`",
  ]);
});

test("limits inside a property of a record count", async () => {
  const thing = (maxLength: number): Parts => ({
    schemas: { Thing: { type: "object", properties: { tags: { type: "array", items: { ...TEXT, maxLength } } } } },
  });
  expect(await changes(thing(9), thing(5))).toEqual(["breaking: `Thing.tags`: `[].maxLength` was `9`, is `5`"]);
});

test("an operation with another name is called a rename", async () => {
  expect(await changes({ operationId: "paintThing" }, { operationId: "colourThing" })).toEqual([
    expect.stringMatching(/^breaking: `things\.paint\w*` is called `things\.colour\w*` now$/),
  ]);
});

test("--format github annotates what callers notice, also of what --enforce-semver rejects", async () => {
  await changes({ body: NAME }, { body: NAME });
  await writeFile(join(folder, "api.json"), JSON.stringify(description({ body: SKU })));
  const annotation = /^::error file=api\.json,title=surface-breaking::`things\.create\{\}\.sku` is new and required/m;
  expect((await run("1.0.1", "--enforce-semver", "--format", "github")).out).toMatch(annotation);
  expect((await run("--dry-run", "--format", "github")).out).toMatch(annotation);
});

describe("a version that was kept", () => {
  const describeApi = (parts: Parts): Promise<void> =>
    writeFile(join(folder, "api.json"), JSON.stringify(description(parts)));
  const GONE = "`things.create{}.sku` is gone";

  beforeEach(async () => {
    await describeApi({ body: SKU });
    await run("1.0.0");
    await describeApi({ body: NAME });
    expect((await run("1.0.0")).out).toContain("the changes ask for version 2.0.0 or higher\n");
  });

  test("owes its changes until the version is high enough", async () => {
    const refused = await run("1.0.1", "--enforce-semver");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(GONE) });
    expect(refused.err).toContain("Use 2.0.0 or higher");
    expect((await run("1.1.0")).out).toContain(
      "the changes ask for version 2.0.0 or higher; still owed from earlier runs: `things.create{}.sku`",
    );
    expect((await run("--check")).out).toContain("ask for version 2.0.0 or higher");
    expect((await run("--check", "--enforce-semver")).code).toBe(1);
    expect((await run("2.0.0", "--enforce-semver")).code).toBe(0);
    expect(await readFile(join(folder, "sdk/CHANGELOG.md"), "utf8")).toMatch(
      /^# Changelog\n\n## 2\.0\.0\n\n### Breaking\n\n- `things\.create\{\}\.sku` is gone/,
    );
    expect((await run("2.0.1", "--enforce-semver")).out).not.toContain("ask for version");
  });

  test("is raised for them by a run that names no version", async () => {
    expect((await run()).out).toContain("version 2.0.0 after 1.0.0");
  });

  test("keeps all its changes in the changelog", async () => {
    await describeApi({ body: NAME, parameterName: "search" });
    await run("1.0.0");
    const changelog = await readFile(join(folder, "sdk/CHANGELOG.md"), "utf8");
    expect(changelog).toContain(GONE);
    expect(changelog).toContain("`things.find(q)` is gone");
  });
});

test("the report names breaking changes first and all of them, and the changelog only if it is written", async () => {
  const fields = (names: readonly string[]): Parts => ({
    body: { type: "object", properties: Object.fromEntries(names.map((name) => [name, TEXT])) },
  });
  const gone = Array.from({ length: 14 }, (_, at) => `z${at}`);
  await changes(fields(gone), fields(gone));
  await writeFile(join(folder, "api.json"), JSON.stringify(description(fields(["a1", "a2"]))));
  const lines = async (...flags: string[]): Promise<string[]> => (await run(...flags)).out.split("\n");
  const dry = await lines("--dry-run");
  expect(dry.filter((line) => line.startsWith("  breaking"))).toHaveLength(14);
  expect(dry.findIndex((line) => line.startsWith("  breaking"))).toBeLessThan(
    dry.findIndex((line) => line.includes("more changes")),
  );
  expect(dry).toContain("  … and 3 more changes, none breaking: --json shows them");
  expect(await lines()).toContain("  … and 3 more changes, none breaking: see CHANGELOG.md");
});
