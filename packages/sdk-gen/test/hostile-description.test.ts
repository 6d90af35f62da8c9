import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateSdk } from "../dist/index.js";
import { typeErrors } from "./type-errors.js";

const PLANT = "globalThis.planted=(globalThis.planted??0)+1";
const SPELLS = [
  `*/ ${PLANT}; /*`,
  `"; ${PLANT}; //`,
  `'; ${PLANT}; //`,
  `\`; ${PLANT}; //`,
  `\${${PLANT}}`,
  `\n${PLANT};\n`,
  `\r${PLANT};\r`,
  `\u2028${PLANT};\u2029`,
  `\\"; ${PLANT}; //`,
  `</script><script>${PLANT}</script>`,
  `]: ${PLANT}, [`,
  `}; ${PLANT}; const x = {`,
  `//# sourceMappingURL=data:,${PLANT}`,
];
const NAMES = [
  "__proto__",
  "$ref",
  "enum",
  "properties",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "class",
  "default",
  "await",
  "then",
  "in",
  "1st",
  "",
  " ",
  "ünïcode ключ",
  "a-b",
  "a.b",
  "a/b",
  "a~b",
  "A",
  "a",
  "find",
  "create",
  "_call",
];

/** A description in which every text is hostile in the way of one spell, and every name in the way of one name. */
function hostile(spell: string, name: string): object {
  const odd = `${name}${spell}`;
  const schema = {
    type: "object",
    title: odd,
    description: odd,
    required: [odd],
    properties: {
      [odd]: { type: "string", enum: [odd, spell], default: odd, description: spell, pattern: "^.*$" },
      [name]: { type: "integer" },
      [spell]: { $ref: "#/components/schemas/Plain" },
    },
    additionalProperties: false,
    "x-odd": odd,
  };
  const own = JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "properties" ? Object.fromEntries(Object.entries(value)) : value,
  ) as object;
  const reply = {
    description: spell,
    content: {
      [`application/json; odd="${spell.replace(/[\r\n\u2028\u2029]/g, "")}"`]: { schema: own },
      "application/json": {
        schema: { $ref: `#/components/schemas/${encodeURIComponent(odd.replace(/~/g, "~0").replace(/\//g, "~1"))}` },
        example: odd,
      },
    },
  };
  return {
    openapi: "3.1.0",
    info: { title: odd, version: spell, summary: spell, description: spell },
    servers: [{ url: `http://localhost/${encodeURIComponent(spell)}`, description: spell }],
    tags: [{ name: odd, description: spell }],
    paths: {
      [`/${encodeURIComponent(odd)}`]: {
        get: {
          operationId: odd,
          tags: [odd],
          summary: spell,
          description: spell,
          parameters: [
            { name: odd, in: "query", description: spell, schema: { type: "string", enum: [spell] } },
            { name: name || "x", in: "header", schema: { type: "string" } },
          ],
          responses: { 200: reply },
        },
        post: {
          operationId: `${odd}2`,
          tags: [odd],
          requestBody: { description: spell, content: { "application/json": { schema: own } } },
          responses: { 201: reply, [spell]: reply },
        },
      },
      "/things": {
        get: {
          tags: [spell],
          responses: {
            200: {
              description: "",
              content: {
                "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Plain" } } },
              },
            },
          },
        },
        post: {
          operationId: name,
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Plain" } } } },
          responses: { 201: reply },
        },
      },
      "/things/{id}": {
        get: {
          operationId: spell,
          summary: spell,
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: {
            200: {
              description: "",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Plain" } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        [odd]: own,
        [name || "Empty"]: own,
        Plain: { type: "object", properties: { id: { type: "string" }, [odd]: { type: "string", const: spell } } },
      },
      securitySchemes: { [odd]: { type: "apiKey", in: "header", name: spell, description: spell } },
    },
    security: [{ [odd]: [] }],
  };
}

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "onespec-hostile-"));
});
afterAll(() => rm(root, { recursive: true }));

const CASES = SPELLS.map((spell, at) => ({ at, spell, name: NAMES[at % NAMES.length] as string })).concat(
  NAMES.map((name, at) => ({ at: at + SPELLS.length, spell: SPELLS[at % SPELLS.length] as string, name })),
);

describe("code planted in every text of a description never runs", () => {
  test.each(CASES)("$name with $spell", async ({ at, spell, name }) => {
    const source = join(root, `${at}.json`);
    const folder = join(root, `sdk-${at}`);
    await writeFile(source, JSON.stringify(hostile(spell, name)));
    await generateSdk(source, folder, { with: ["mcp", "tanstack-query"] });
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".js"));
    // In a process of its own: what a file did to globals would stay for the next case.
    const script = `for (const file of ${JSON.stringify(files.map((file) => pathToFileURL(join(folder, file)).href))}) await import(file);
      const { default: Client } = await import(${JSON.stringify(pathToFileURL(join(folder, "index.js")).href)});
      const client = new Client({ fetch: async () => Response.json([]) });
      for (const group of Object.values(client)) for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(group))) if (method !== "constructor") try { await group[method](); } catch {}
      console.log(JSON.stringify({ planted: globalThis.planted ?? 0, polluted: Object.keys(Object.prototype), groups: Object.keys(client).length }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    const { planted, polluted, groups } = JSON.parse(stdout);
    expect({ planted, polluted }).toEqual({ planted: 0, polluted: [] });
    expect(groups).toBeGreaterThan(0);
  });

  test("and the types compile under every strict flag", async () => {
    expect(await typeErrors(root)).toEqual([]);
  });

  test("comments and Markdown hold no line that ends them", async () => {
    for (const folder of (await readdir(root)).filter((name) => name.startsWith("sdk-"))) {
      const readme = await readFile(join(root, folder, "README.md"), "utf8");
      expect(readme).not.toContain("<script>");
    }
  });
});

// This once took a minute.
test("texts of many brackets are read in linear time", async () => {
  const description = "](".repeat(50_000);
  const [source, folder] = [join(root, "long.json"), join(root, "long")];
  const schema = { type: "object", description, properties: { id: { type: "string", description } } };
  const responses = { 200: { description, content: { "application/json": { schema } } } };
  const paths = { "/things": { get: { operationId: "list", description, responses } } };
  await writeFile(
    source,
    JSON.stringify({ openapi: "3.1.0", info: { title: "Long", version: "1", description }, paths }),
  );
  await generateSdk(source, folder);
  expect(await readdir(folder)).toContain("index.js");
});
