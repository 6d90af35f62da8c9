import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, framework, run } from "../command-line/framework.js";
import { json, send } from "../runtime/running-app.js";
import { importApp, liftOn } from "../spec/contract/imported-app.js";

/** Code that notes that it ran, in all the ways in which a text could become code. */
const PLANT = "globalThis.planted=1";
const HOSTILE = [
  `*/ ${PLANT} /*`,
  `\n${PLANT}\n`,
  `\u2028${PLANT}\u2029`,
  `\r${PLANT}`,
  `";${PLANT};"`,
  `';${PLANT};'`,
  `\`;${PLANT};\``,
  `\${${PLANT}}`,
  `"]=${PLANT};x["`,
  `\\";${PLANT};//`,
  `});${PLANT};({`,
  `{{${PLANT}}}`,
  `</script><script>${PLANT}</script>`,
  `//# sourceMappingURL=data:,${PLANT}`,
  "../../../evil",
  "..",
  "/etc/passwd",
  "con",
  "aux.json",
  "__proto__",
  "constructor",
  "toString",
  "await",
  "class",
  "import",
  "\u001b[2J\u0007",
  "\u202edevil",
  "\u0000nul",
  "a".repeat(300),
  "é漢😀",
];

/** A resource whose every name and text is hostile. */
function resource(text: string, at: number): { readonly paths: object; readonly schemas: object } {
  const name = `Thing${at} ${text}`;
  const schema = {
    type: "object",
    title: text,
    description: text,
    required: ["id"],
    properties: {
      id: { type: "integer", readOnly: true, description: text },
      [text]: { type: "string", default: text, description: text, examples: [text] },
      kind: { type: "string", enum: [text, "plain"], default: text },
      other: { type: "object", properties: { [text]: { const: text } }, description: text },
      "x-y": { type: "string", pattern: text.replace(/[\\()[\]{}*+?]/g, "."), title: text },
    },
    "x-note": text,
  };
  const reference = {
    $ref: `#/components/schemas/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`,
  };
  const content = { "application/json": { schema: reference, example: { [text]: text } } };
  const answer = {
    description: text,
    content,
    headers: { [`X-${at}`]: { description: text, schema: { type: "string" } } },
  };
  const words = {
    summary: text,
    description: text,
    tags: [text],
    externalDocs: { url: `https://x.example/${encodeURIComponent(text)}`, description: text },
  };
  return {
    schemas: { [name]: schema },
    paths: {
      [`/things${at}`]: {
        get: {
          ...words,
          operationId: `list ${at} ${text}`,
          parameters: [{ name: text, in: "query", description: text, schema: { type: "string", default: text } }],
          responses: {
            200: {
              description: text,
              content: { "application/json": { schema: { type: "array", items: reference } } },
            },
          },
        },
        post: {
          ...words,
          operationId: `create ${at} ${text}`,
          requestBody: { description: text, content },
          responses: { 201: answer },
        },
      },
      [`/things${at}/{${text.replace(/[{}/]/g, "_")}}`]: {
        parameters: [
          {
            name: text.replace(/[{}/]/g, "_"),
            in: "path",
            required: true,
            description: text,
            schema: { type: "integer" },
          },
        ],
        get: { ...words, operationId: `${text} ${at}`, responses: { 200: answer } },
        delete: { ...words, operationId: `${at}${text}`, responses: { 204: { description: text } } },
      },
      [`/odd${at}/${encodeURIComponent(text)}`]: {
        post: {
          ...words,
          operationId: `odd ${text}`,
          responses: { 200: { description: text, content: { "text/plain": {} } } },
        },
      },
    },
  };
}

const parts = HOSTILE.map((text) => text.toWellFormed()).map(resource);
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: HOSTILE[0], version: HOSTILE[1], description: HOSTILE.join(" "), contact: { name: HOSTILE[2] } },
  servers: [{ url: `https://api.example/${encodeURIComponent(PLANT)}/v1`, description: HOSTILE[4] }],
  tags: HOSTILE.map((name) => ({ name, description: name })),
  paths: Object.assign({}, ...parts.map(({ paths }) => paths)),
  components: { schemas: Object.assign({}, ...parts.map(({ schemas }) => schemas)) },
};

/** Imports every file of the application, as it would itself, and says what was planted. */
const IMPORT_ALL = `import { readdirSync, readFileSync } from "node:fs";
const before = new Set(Object.getOwnPropertyNames(globalThis));
for (const folder of ["api", "config", "migrations", "seeds"]) {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".js")) await import(\`./\${folder}/\${file}\`);
  }
}
const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
console.log(JSON.stringify({ left, polluted: Object.keys(Object.prototype) }));
`;

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

test("no text of a description becomes code, a path, or something that a terminal obeys", {
  timeout: 240_000,
}, async () => {
  const place = join(parent, "inside");
  await mkdir(place);
  await writeFile(join(place, "api.json"), JSON.stringify(DESCRIPTION));
  const folder = await importApp(place, join(place, "api.json"));
  expect(readdirSync(parent)).toEqual(["inside"]);
  expect(readdirSync(place).sort()).toEqual(["api.json", "app"]);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => !file.startsWith("node_modules"),
  );
  expect(files.length).toBeGreaterThan(5 * HOSTILE.length);
  for (const file of files) {
    expect(file).toMatch(/^[\w./-]+$/);
    expect(file).not.toMatch(/(?:^|\/)(?:con|aux|nul|prn|com\d|lpt\d)(?:\.|\/|$)/i);
    expect(Math.max(...file.split("/").map((part) => part.length))).toBeLessThanOrEqual(255);
    // Marks of direction would make the code look like other code.
    if (file.endsWith(".js"))
      expect(readFileSync(join(folder, file), "utf8")).not.toMatch(/[\u2028-\u202e\u2066-\u2069]/);
  }

  await writeFile(join(folder, "import-all.mjs"), IMPORT_ALL);
  const imported = await run(process.execPath, ["import-all.mjs"], folder, { TEST_DATABASE: '{"dialect":"sqlite"}' });
  expect(imported.err).toBe("");
  expect(JSON.parse(imported.out)).toEqual({ left: [], polluted: [] });

  const server = await liftOn(folder, { dialect: "sqlite", storage: join(place, "data.sqlite") } as never);
  try {
    const answers = await Promise.all(
      HOSTILE.map((text, at) =>
        send(`${server.url}/${encodeURIComponent(PLANT)}/v1/things${at}`, json("POST", { kind: text.toWellFormed() })),
      ),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 400)).toEqual([]);
    // A text with U+0000 is kept by no database.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(HOSTILE.length - 1);
  } finally {
    await server.stop();
  }
  for (const args of [["routes"], ["doctor"], ["spec:import", join(place, "api.json"), "--dry-run"]]) {
    const { out, err } = await framework(args, folder, { TEST_DATABASE: '{"dialect":"sqlite"}' });
    expect(`${args[0]}: ${out}${err}`).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
  }
});

test("collections one below the other, forty deep, have names that files can have", { timeout: 120_000 }, async () => {
  const name = { name: { type: "string" } };
  const thing = { type: "object", properties: { id: { type: "string", readOnly: true }, ...name } };
  const content = (schema: object) => ({ description: "ok", content: { "application/json": { schema } } });
  const parameters = Array.from({ length: 40 }, (_, at) => ({
    name: `id${at}`,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const paths = parameters.flatMap((_, at) => {
    const around = parameters.slice(0, at);
    const collection = `${around.map(({ name: id }, index) => `/collection${index}/{${id}}`).join("")}/collection${at}`;
    const list = { responses: { 200: content({ type: "array", items: thing }) } };
    const create = {
      requestBody: { content: { "application/json": { schema: { type: "object", properties: name } } } },
      responses: { 201: content(thing) },
    };
    const read = { responses: { 200: content(thing) } };
    return [
      [collection, { parameters: around, get: list, post: create }],
      [`${collection}/{id${at}}`, { parameters: parameters.slice(0, at + 1), get: read }],
    ];
  });
  const place = join(parent, "deep");
  await mkdir(place);
  const description = { openapi: "3.1.0", info: { title: "Deep", version: "1" }, paths: Object.fromEntries(paths) };
  await writeFile(join(place, "api.json"), JSON.stringify(description));
  const folder = await importApp(place, join(place, "api.json"));
  const files = ["api", "config", "migrations"].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }),
  );
  const names = files.flatMap((file) => file.split("/"));
  expect(Math.max(...names.map((file) => file.length))).toBeLessThanOrEqual(255);
  expect(readdirSync(join(folder, "api/models")).length).toBeGreaterThanOrEqual(40);
});
