import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDescription } from "./bundle-description.js";
import { loadDescription } from "./load-description.js";
import { sampleSchema } from "./sample/sample-schema.js";
import { toMatcher } from "./schema/patterns/matcher.js";
import { nameWords } from "./words/name-words.js";

const HEAD = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-hostile-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

/** A description whose schema `S` is `schema`, beside others. */
function withSchema(schema: object, others: object = {}) {
  return {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: { S: schema, ...others } },
  };
}

async function sampleOf(schema: object, others: object = {}) {
  const api = await loadDescription(withSchema(schema, others));
  const named = api.schemas.at("#/components/schemas/S");
  const sample = sampleSchema(api.schemas, named, { seed: "1", view: "response" });
  if (sample.ok) expect(api.schemas.validator(named, "response").isValid(sample.value)).toBe(true);
  return { api, sample };
}

test("aliases of aliases that stand for billions of values are rejected before anything walks them", async () => {
  const levels = Array.from(
    { length: 12 },
    (_, index) => `x-l${index}: &l${index} [${Array(10).fill(index === 0 ? "x" : `*l${index - 1}`)}]`,
  );
  const path = await file("api.yaml", `${HEAD}${levels.join("\n")}\npaths: {}\n`);
  await expect(loadDescription(path)).rejects.toMatchObject({
    code: "DESCRIPTION_TOO_LARGE",
    location: { file: path },
  });
});

test("aliases as people use them are read, and one that holds itself does no harm", async () => {
  const path = await file(
    "api.yaml",
    `${HEAD}x-a: &a {type: string}\nx-self: &s {self: *s}\npaths: {}\ncomponents: {schemas: {A: *a, B: *a}}\n`,
  );
  expect((await loadDescription(path)).schemas.named.size).toBe(2);
});

test.each([
  [
    "lists.json",
    `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{},"x-a":[${"[], ".repeat(4_400_000)}1]}`,
  ],
  ["brackets.json", "[".repeat(17_000_000)],
  ["values.yaml", `openapi: 3.1.0\ninfo: {title: a, version: "1"}\npaths: {}\nx-a:\n${"  - 1\n".repeat(1_100_000)}`],
])("more values than can be held are rejected before they are read: %s", async (name, text) => {
  await expect(loadDescription(await file(name, text))).rejects.toMatchObject({
    code: "DESCRIPTION_TOO_LARGE",
    message: expect.stringContaining("million values"),
  });
});

test("a file of more than 64 million characters is rejected", async () => {
  const path = await file("api.json", `{"openapi":"3.1.0","x-big":"${"a".repeat(65 * 2 ** 20)}"}`);
  await expect(loadDescription(path)).rejects.toMatchObject({ code: "DESCRIPTION_TOO_LARGE" });
});

test("YAML nested 10,000 levels deep is rejected", async () => {
  const path = await file("api.yaml", `${HEAD}paths: {}\nx: ${"[".repeat(10_000)}${"]".repeat(10_000)}\n`);
  await expect(loadDescription(path)).rejects.toMatchObject({ code: "DESCRIPTION_SYNTAX" });
});

test.each(["[", '{"a":'])("what is missing in JSON nested 100,000 levels deep in %s is found", async (open) => {
  const path = await file("api.json", open.repeat(100_000));
  await expect(loadDescription(path)).rejects.toMatchObject({
    code: "DESCRIPTION_SYNTAX",
    location: { file: path, line: 1, column: open.length * 100_000 + 1 },
  });
});

test.each(["properties", "allOf", "items", "not"])(
  "schemas nested 10,000 levels deep in %s are read as far as is sensible, or rejected",
  async (keyword) => {
    const [before, after] =
      keyword === "properties"
        ? ['{"properties":{"a":', "}}"]
        : keyword === "allOf"
          ? ['{"allOf":[', "]}"]
          : [`{"${keyword}":`, "}"];
    const schema = `${before.repeat(10_000)}{"type":"string"}${after.repeat(10_000)}`;
    const text = JSON.stringify(withSchema({})).replace('"S":{}', `"S":${schema}`);
    const api = await loadDescription(await file("api.json", text));
    sampleSchema(api.schemas, api.schemas.at("#/components/schemas/S"), { seed: "1", view: "response" });
    expect(api.diagnostics).toContainEqual(
      expect.objectContaining({ code: "too-deep", location: expect.objectContaining({ line: 1 }) }),
    );
    // A value that a program hands over is walked, as it may hold anything.
    await expect(loadDescription(JSON.parse(text) as object)).rejects.toMatchObject({ code: "DESCRIPTION_TOO_LARGE" });
  },
);

test("a reference through 100,000 others leads where they lead", async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`C${index}`, { $ref: `#/components/schemas/C${index + 1}` }]),
  );
  const { sample } = await sampleOf({ $ref: "#/components/schemas/C0" }, { ...chain, C100000: { const: "end" } });
  expect(sample).toEqual({ ok: true, value: "end" });
});

test("secrets beside a stranger's description do not come into its texts", async () => {
  await file("api/.env", "DB_PASSWORD=hunter2\nTOKEN=abc\n");
  const path = await file(
    "api/api.yaml",
    "openapi: 3.1.0\ninfo: {title: T, version: '1', description: {$ref: .env}}\npaths: {}\n",
  );
  const { document, diagnostics } = await loadDescription(path);
  expect(diagnostics).toMatchObject([{ code: "refused-reference", hint: expect.stringContaining("dot") }]);
  expect(JSON.stringify(document)).not.toContain("hunter2");
});

test.each([
  ["of a secret in the same folder", "part.md", "api/.env", "api/part.md"],
  ["of a file in a folder above", "part.md", "secret.md", "api/part.md"],
  ["of a folder above", "parts/secret.md", "other/secret.md", "api/parts"],
])("a symbolic link %s is followed only when that is allowed", async (_, reference, target, link) => {
  await file(target, "hunter2");
  const isFolder = !link.endsWith(".md");
  const path = await file("api/api.yaml", `${HEAD.replace("}", `, description: {$ref: ${reference}}}`)}paths: {}\n`);
  await symlink(join(folder, isFolder ? dirname(target) : target), join(folder, link));
  expect((await loadDescription(path)).diagnostics).toMatchObject([{ code: "refused-reference" }]);
  expect((await loadDescription(path, { allowRefs: true })).diagnostics).toEqual([]);
});

test("a description that is a link reads its parts beside the link and beside its target", async () => {
  await file("real/api.yaml", `${HEAD}paths: {}\ncomponents: {schemas: {S: {$ref: part.yaml}, T: {$ref: own.yaml}}}\n`);
  await file("real/part.yaml", "const: part\n");
  await file("linked/own.yaml", "const: own\n");
  await symlink(join(folder, "real/part.yaml"), join(folder, "linked/part.yaml"));
  await symlink(join(folder, "real/api.yaml"), join(folder, "linked/api.yaml"));
  expect((await loadDescription(join(folder, "linked/api.yaml"))).diagnostics).toEqual([]);
});

test.each([
  ["in a folder above", "../secret.yaml", "secret.yaml"],
  ["beside the folder", "../other/secret.yaml", "other/secret.yaml"],
  ["in a folder whose name begins alike", "../api-secret/secret.yaml", "api-secret/secret.yaml"],
  ["that is hidden", ".secret.yaml", "api/.secret.yaml"],
  ["in a hidden folder", "parts/.tool/secret.yaml", "api/parts/.tool/secret.yaml"],
])("a file %s is read only when that is allowed", async (_, reference, secret) => {
  await file(secret, "const: the secret\n");
  const path = await file("api/api.yaml", `${HEAD}paths: {}\ncomponents: {schemas: {S: {$ref: '${reference}'}}}\n`);
  const refused = await loadDescription(path);
  expect(refused.diagnostics).toMatchObject([
    { code: "refused-reference", hint: expect.stringContaining("--allow-refs") },
  ]);
  expect(JSON.stringify(refused.schemas.at("#/components/schemas/S").json)).not.toContain("secret");
  const allowed = await loadDescription(path, { allowRefs: true });
  expect(allowed.schemas.at("#/components/schemas/S").json).toMatchObject({ const: "the secret" });
});

test.each([
  "^(a+)+$",
  "^(a|a)*$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(x+x+)+y",
  "^(.*a){20}$",
  "\\s+$",
  "^(\\w+\\s?)*$",
  "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
])("the pattern %s rejects a long text that almost matches, without trying all ways", (pattern) => {
  expect(toMatcher(pattern)?.test(`${"a".repeat(20_000)}!`)).toBe(false);
  expect(toMatcher(pattern)?.test(`${" ".repeat(20_000)}!`)).toBe(false);
});

test.each([
  ["^[a-z]+(-[a-z]+)*$", "a-".repeat(500).concat("a"), "-a".repeat(500)],
  ["^\\d{3}-\\d{4}$", "555-1234", "555-12345"],
  ["^(?=.*[A-Z])(?=.*\\d).{8,}$", "x".repeat(5_000).concat("A1"), "x".repeat(5_000)],
  ["^\\p{L}+$", "é".repeat(3_000), "é".repeat(3_000).concat("1")],
])("the pattern %s means the same for long texts", (pattern, right, wrong) => {
  expect([toMatcher(pattern)?.test(right), toMatcher(pattern)?.test(wrong)]).toEqual([true, false]);
});

test.each([
  ["a pattern of a hundred million letters", { type: "string", pattern: "a{100000000}" }],
  ["repeats of repeats of repeats", { type: "string", pattern: "(?:(?:(?:(?:ab?){50}){50}){50}){50}" }],
  ["a billion characters", { type: "string", minLength: 1e9 }],
  ["a billion elements", { type: "array", minItems: 1e9, items: { type: "string" } }],
  ["a billion properties", { type: "object", minProperties: 1e9 }],
  [
    "10,000 required properties",
    { type: "object", required: Array.from({ length: 10_000 }, (_, index) => `r${index}`) },
  ],
  ["a billion matching elements", { type: "array", minContains: 1e9, contains: { type: "string" } }],
  [
    "different booleans, 100,000 of them",
    { type: "array", minItems: 1e5, uniqueItems: true, items: { type: "boolean" } },
  ],
])("no sample is made of a schema that asks for %s, and a reason is given", async (_, schema) => {
  const { sample } = await sampleOf(schema);
  expect(sample).toMatchObject({ ok: false, reason: expect.stringMatching(/./) });
});

test("names that every object has, NUL, lone surrogates and path separators are names like others", async () => {
  const names = ["__proto__", "constructor", "toString", "a\u0000b", "\ud800", "../x", "x".repeat(10_000)];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
  const { sample } = await sampleOf({ type: "object", properties, required: names });
  expect(sample.ok && Object.keys(sample.value as object).sort()).toEqual([...names].sort());
  expect(Object.getPrototypeOf({}).polluted).toBeUndefined();
});

test.each(["//host.test/share/a.yaml", "file://host.test/a.yaml", "a%2Fb.yaml"])(
  "a reference to %s, which is no path of this machine, is rejected",
  async (reference) => {
    const path = await file("api.yaml", `${HEAD}paths: {}\ncomponents: {schemas: {S: {$ref: '${reference}'}}}\n`);
    for (const allowRefs of [false, true]) {
      const { diagnostics } = await loadDescription(path, { allowRefs });
      expect(diagnostics).toMatchObject([
        { code: "refused-reference", message: expect.stringContaining("no file on this") },
      ]);
    }
  },
);

const next = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each(["allOf", "oneOf", "anyOf"])(
  "%s that names the next schema twice, thirty deep, is told and passed over; what is less deep is read",
  async (keyword) => {
    const levels = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `L${level}`,
        { [keyword]: [next(`L${level + 1}`), next(`L${level + 1}`)] },
      ]),
    );
    const { api } = await sampleOf(next("L0"), { ...levels, L30: { type: "integer" } });
    expect(api.schemas.at("#/components/schemas/L0").json).toEqual({});
    expect(api.schemas.at("#/components/schemas/L25").json).toHaveProperty(keyword);
    expect(api.schemas.validator(api.schemas.at("#/components/schemas/L25"), "request").isValid("x")).toBe(false);
    expect(api.diagnostics.map(({ code }) => code)).toContain("too-large");
  },
);

test.each([["allOf"], ["anyOf"], ["allOf", "oneOf", "anyOf"]])(
  "schemas that each consist of all of them by %s %s are resources in no time",
  async (...keywords) => {
    const all = ["K0", "K1", "K2"].map(next);
    const parts = Object.fromEntries(keywords.map((keyword) => [keyword, all]));
    const responses = { "200": { description: "d", content: { "application/json": { schema: next("K0") } } } };
    const list = {
      description: "d",
      content: { "application/json": { schema: { type: "array", items: next("K0") } } },
    };
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
    const { resources } = await loadDescription({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {
        "/ks": { get: { responses: { "200": list } }, post: { responses } },
        "/ks/{id}": { get: { parameters, responses } },
      },
      components: { schemas: { K0: parts, K1: parts, K2: parts } },
    });
    expect(resources.map(({ name }) => name)).toEqual(["ks"]);
  },
);

test("a chain of references that dangles is reported once, where it ends", async () => {
  const chain = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`C${index}`, next(`C${index + 1}`)]));
  const api = await loadDescription(withSchema({ type: "array", items: next("C0") }, chain));
  expect(api.schemas.at("#/components/schemas/C0").json).toBe(true);
  expect(api.diagnostics).toMatchObject([
    {
      code: "unresolved-reference",
      message: expect.stringContaining("C20000"),
      location: { pointer: "/components/schemas/C19999/$ref" },
    },
  ]);
});

test.each([
  ["properties", Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`p${index}`, {}]))],
  ["required", Array.from({ length: 30_000 }, (_, index) => `p${index}`)],
  ["enum", Array.from({ length: 200_000 }, (_, index) => index)],
  ["prefixItems", Array.from({ length: 30_000 }, () => ({}))],
])("%s without end are ignored, and that is told", async (keyword, value) => {
  const { api } = await sampleOf({ [keyword]: value });
  expect(api.schemas.at("#/components/schemas/S").json).toEqual({});
  expect(api.diagnostics).toMatchObject([{ code: "too-large", message: expect.stringContaining(keyword) }]);
});

test.each(["const", "default", "example"])("a value nested 10,000 levels deep is no %s", async (keyword) => {
  const text = JSON.stringify(withSchema({ [keyword]: "@" })).replace(
    '"@"',
    `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  );
  const api = await loadDescription(await file("api.json", text));
  expect(api.schemas.at("#/components/schemas/S").json).toEqual({});
  expect(api.diagnostics.map(({ code }) => code)).toEqual(["too-deep"]);
});

test("a pattern of groups nested 5,000 deep is none", async () => {
  const { api } = await sampleOf({ type: "string", pattern: `${"(".repeat(5_000)}a${")".repeat(5_000)}` });
  expect(api.diagnostics.map(({ code }) => code)).toEqual(["invalid-pattern"]);
});

test("a file of more than 192 million bytes is rejected before it is read", async () => {
  const path = await file("api.json", "{}");
  await truncate(path, 2 ** 33);
  await expect(loadDescription(path)).rejects.toMatchObject({
    code: "DESCRIPTION_TOO_LARGE",
    location: { file: path },
  });
});

test("a document nested too deeply to be written again is no bundle", async () => {
  const text = JSON.stringify(withSchema({ "x-a": "@" })).replace('"@"', `${"[".repeat(10_000)}${"]".repeat(10_000)}`);
  await expect(bundleDescription(await file("api.json", text))).rejects.toMatchObject({
    code: "DESCRIPTION_TOO_LARGE",
  });
});

test.each([
  ["of 10,000 templates", `/${"{a}/".repeat(10_000)}`],
  ["of 1,000 templates in one segment", `/${Array.from({ length: 1_000 }, (_, index) => `{a${index}}`).join("-")}`],
  ["of 10,000 segments", `/${"a/".repeat(10_000)}`],
])("a path %s is told of and left out", async (_, path) => {
  const get = { responses: { 200: { description: "" } } };
  const api = await loadDescription({ ...withSchema({}), paths: { [path]: { get }, "/b": { get } } });
  expect(api.operations.map((operation) => operation.path)).toEqual(["/b"]);
  expect(api.diagnostics).toMatchObject([{ severity: "error", code: "too-large" }]);
});

test("a million variables of a server are told of and not read", async () => {
  const variables = Object.fromEntries(
    Array.from({ length: 1_000_000 }, (_, index) => [`v${index}`, { default: "a" }]),
  );
  const api = await loadDescription({ ...withSchema({}), servers: [{ url: "http://{v0}.test", variables }] });
  expect(api.servers).toMatchObject([{ url: "http://{v0}.test", variables: {} }]);
  expect(api.diagnostics).toMatchObject([{ severity: "warning", code: "too-large" }]);
});

test("thousands of operations that ask for one id each get one of their own", async () => {
  const get = { operationId: "same", responses: { 200: { description: "" } } };
  const paths = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`/o${index}`, { get }]));
  const api = await loadDescription({ ...withSchema({}), paths });
  expect(new Set(api.operations.map(({ id }) => id)).size).toBe(20_000);
});

test("of 10,000 parameters the first 1,000 count", async () => {
  const parameters = Array.from({ length: 10_000 }, (_, index) => ({ name: `q${index}`, in: "query", schema: {} }));
  const get = { parameters, responses: { 200: { description: "" } } };
  const api = await loadDescription({ ...withSchema({}), paths: { "/a": { get } } });
  expect(api.operations[0]?.parameters).toHaveLength(1_000);
  expect(api.diagnostics).toMatchObject([{ severity: "warning", code: "too-large" }]);
});

test("more operations than a tool can be made of are rejected", async () => {
  const get = { responses: { 200: { description: "" } } };
  const paths = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`/o${index}`, { get }]));
  await expect(loadDescription({ ...withSchema({}), paths })).rejects.toMatchObject({ code: "DESCRIPTION_TOO_LARGE" });
});

test("a Swagger 2.0 description of more paths than can be converted in time is rejected", async () => {
  const get = { responses: { 200: { description: "" } } };
  const paths = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`/o${index}`, { get }]));
  const swagger = { swagger: "2.0", info: { title: "T", version: "1" }, paths };
  await expect(loadDescription(swagger)).rejects.toMatchObject({
    code: "DESCRIPTION_TOO_LARGE",
    message: expect.stringContaining("10001 paths"),
    hint: expect.stringContaining("npx swagger2openapi"),
  });
});

test("headers inside of headers without end are told of when they are looked at", async () => {
  const [before, after] = ['{"content":{"a/b":{"encoding":{"a":{"headers":{"A":', "}}}}}}"];
  const headers = `{"A":${before.repeat(10_000)}{}${after.repeat(10_000)}}`;
  const get = { responses: { 200: { description: "", headers: "@@" } } };
  const text = JSON.stringify({ ...withSchema({}), paths: { "/a": { get } } }).replace('"@@"', headers);
  const api = await loadDescription(await file("api.json", text));
  expect(() => api.diagnostics).toThrow(expect.objectContaining({ code: "DESCRIPTION_TOO_LARGE" }));
});

test.each(["example", "examples"])(
  "a value nested 600 levels deep as %s of a media type is left out",
  async (keyword) => {
    const value = `${"[".repeat(600)}1${"]".repeat(600)}`;
    const media =
      keyword === "example" ? { example: "@@" } : { examples: { deep: { value: "@@" }, flat: { value: 1 } } };
    const get = { responses: { 200: { description: "", content: { "application/json": media } } } };
    const text = JSON.stringify({ ...withSchema({}), paths: { "/a": { get } } }).replace('"@@"', value);
    const api = await loadDescription(await file("api.json", text));
    const examples = api.operations[0]?.responses[0]?.content[0]?.examples;
    expect(examples?.map((example) => example.value)).toEqual(keyword === "example" ? [] : [1]);
    expect(api.diagnostics).toMatchObject([{ code: "too-deep", message: expect.stringContaining("500 levels") }]);
  },
);

test("a name of 400,000 capital letters is one word", () => {
  expect(nameWords("A".repeat(400_000))).toHaveLength(1);
});
