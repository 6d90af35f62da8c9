import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { openDatabase } from "../../src/database/open-database.js";
import { loadModels } from "../../src/load/load-models.js";
import { entitiesFromModels } from "../../src/model/entities-from-models.js";
import { inProcess } from "../command-line/in-process.js";
import { type TemporaryApp, temporaryApp } from "../runtime/running-app.js";
import { type LiveDatabase, liveDatabases, liveMongo } from "../servers/live-databases.js";

/** Texts that would end a literal, a name or a comment, in one dialect or another. */
const HOSTILE = [
  `it's`,
  `'; DROP TABLE canaries; --`,
  `"; DROP TABLE canaries; --`,
  "`; DROP TABLE canaries; --",
  `]; DROP TABLE canaries; --`,
  `\\'; DROP TABLE canaries; #`,
  `\\`,
  `*/ DROP TABLE canaries /*`,
  `$$; DROP TABLE canaries; $$`,
  `:name ? $1 @p1`,
  `%s \${process.exit(9)}`,
  "line\nbreak\r\n\u2028end",
  "é ß 漢 😀",
];
const NAMES = [
  "order",
  "select",
  "it's",
  'double"quote',
  "back`tick",
  "bracket]end",
  "semi; drop",
  "--comment",
  "sp ace",
  "CamelCase",
  "é漢",
];

const FILES = {
  "config/database.js": "export default JSON.parse(process.env.TEST_DATABASE);\n",
  "api/models/Canary.js": model("Canary", { word: '{ type: DataTypes.STRING(20), defaultValue: "alive" }' }),
  "api/models/Hostile.js": model(
    "Hostile",
    Object.fromEntries([
      ...HOSTILE.map((text, at) => [
        `text${at}`,
        `{ type: DataTypes.STRING(80), allowNull: false, defaultValue: ${JSON.stringify(text)}, comment: ${JSON.stringify(text)} }`,
      ]),
      ...NAMES.map((name, at) => [
        `named${at}`,
        `{ type: DataTypes.INTEGER, defaultValue: ${at}, field: ${JSON.stringify(name)} }`,
      ]),
      [
        "choice",
        `{ type: DataTypes.ENUM(...${JSON.stringify(HOSTILE)}), defaultValue: ${JSON.stringify(HOSTILE[1])} }`,
      ],
      ["json", `{ type: DataTypes.JSON, defaultValue: ${JSON.stringify({ "a'b": HOSTILE })} }`],
    ]),
    `{ tableName: ${JSON.stringify(`odd'"\`]; DROP TABLE canaries; --`)}, timestamps: false,
      indexes: [{ fields: ["named1", "named4"], name: ${JSON.stringify(`index'"\`]; DROP TABLE canaries; --`)} }] }`,
  ),
};

function model(name: string, fields: Readonly<Record<string, string>>, options = "{ timestamps: false }"): string {
  const members = Object.entries(fields).map(([field, text]) => `  ${JSON.stringify(field)}: ${text},\n`);
  return `import { DataTypes, defineModel } from "@onespec/framework-cli";\nexport default defineModel("${name}", {\n${members.join("")}}, ${options});\n`;
}

const environment = ({ config }: { readonly config: DatabaseConfig }) => ({ TEST_DATABASE: JSON.stringify(config) });
const databases: readonly LiveDatabase[] = [...(await liveDatabases()), await liveMongo()].filter(
  ({ skip }) => skip === undefined,
);
const sqlite = databases[0] as LiveDatabase;

let app: TemporaryApp;
beforeAll(async () => {
  app = await temporaryApp(FILES);
  const made = await inProcess(["migrations:generate", "odd names"], app.folder, environment(sqlite));
  expect(made).toMatchObject({ code: 0 });
});
afterAll(() => app?.remove());

describe.each(databases.map((database) => [database.name, database] as const))("on %s", (name, database) => {
  test("names and defaults are names and defaults, whatever is in them", { timeout: 120_000 }, async () => {
    const env = environment(database);
    const run = await inProcess(["migrations:run"], app.folder, env);
    if (name === "mongodb" && run.code === 1) {
      // Not every server that speaks its protocol takes such names for collections.
      expect(run.err).toMatch(/^error: .*\[MIGRATION_FAILED\]/s);
      expect(run.err).not.toMatch(/\n\s+at /);
      return;
    }
    expect(run).toMatchObject({ code: 0 });
    const entities = entitiesFromModels(await loadModels(app.folder, database.config));
    const open = await openDatabase(database.config, entities, app.folder);
    await open.repository("Canary").create({});
    const made = await open.repository("Hostile").create({});
    const [stored] = await open.repository("Hostile").find({ where: { named2: 2, choice: HOSTILE[1] as string } });
    expect(stored).toEqual(made);
    for (const [at, text] of HOSTILE.entries()) expect(stored?.[`text${at}`]).toBe(text);
    expect(stored?.json).toEqual({ "a'b": HOSTILE });
    expect(await open.repository("Canary").find()).toEqual([{ id: 1, word: "alive" }]);
    await open.close();
    expect(await inProcess(["migrations:undo", "--allow-destructive"], app.folder, env)).toMatchObject({ code: 0 });
  });
});

test("names that a database would cut are made shorter, and never two into one", async () => {
  const long = "a".repeat(90);
  const names = temporaryApp({
    "config/database.js": FILES["config/database.js"],
    "api/models/Long.js": model(
      "Long",
      { [`${long}1`]: "DataTypes.INTEGER", [`${long}2`]: "DataTypes.INTEGER" },
      `{ tableName: "${long}t", timestamps: false, indexes: [{ fields: ["${long}1"] }, { fields: ["${long}2"] }] }`,
    ),
  });
  const { folder, remove } = await names;
  for (const database of databases.filter(({ name }) => ["postgres", "mariadb", "sqlite"].includes(name))) {
    const [{ config } = database] = (await liveDatabases()).filter(({ name }) => name === database.name);
    const env = environment({ config });
    if (readdirSync(folder).includes("migrations") === false) {
      const made = await inProcess(["migrations:generate", "long"], folder, env);
      // Rejected with a sentence is as good as shortened.
      if (made.code === 1) {
        expect(made.err).toMatch(/63|64|long/);
        break;
      }
    }
    expect(await inProcess(["migrations:run"], folder, env)).toMatchObject({ code: 0 });
    expect((await inProcess(["migrations:status", "--drift"], folder, env)).out).toContain(
      "what the migrations lead to",
    );
  }
  await remove();
});

test.each([
  ["a name with U+0000", model("Odd", { a: '{ type: DataTypes.INTEGER, field: "a\\0b" }' })],
  ["an empty name", model("Odd", { a: '{ type: DataTypes.INTEGER, field: "" }' })],
  ["a default with U+0000", model("Odd", { a: '{ type: DataTypes.STRING(9), defaultValue: "a\\0b" }' })],
  ["half a surrogate pair", model("Odd", { a: '{ type: DataTypes.STRING(9), defaultValue: "\\ud800" }' })],
  [
    "a default that is no number",
    model("Odd", { a: '{ type: DataTypes.INTEGER, defaultValue: "1); DROP TABLE canaries; --" }' }),
  ],
])("%s is rejected before anything is run", async (_name, source) => {
  const odd = await temporaryApp({ "config/database.js": FILES["config/database.js"], "api/models/Odd.js": source });
  const [{ config } = sqlite] = await liveDatabases();
  const made = await inProcess(["migrations:generate", "odd"], odd.folder, environment({ config }));
  const run = made.code === 0 ? await inProcess(["migrations:run"], odd.folder, environment({ config })) : made;
  expect(run.code).toBe(1);
  expect(run.err).toMatch(/^error: /);
  expect(run.err).not.toMatch(/\n\s+at /);
  await odd.remove();
});

test.each([
  "../../evil",
  "a/../../b",
  "/etc/passwd",
  "a\u0000b",
  "con",
  "..",
  "`whoami`",
  '"; process.exit(9); "',
  "x\ny",
])("the migration named %j stays in its folder, and its name is no code", async (name) => {
  const blank = await temporaryApp({ "config/database.js": FILES["config/database.js"] });
  const [{ config } = sqlite] = await liveDatabases();
  const args = ["migrations:generate", "--empty", name];
  const made = name.includes("\0") ? { code: 1 } : await inProcess(args, blank.folder, environment({ config }));
  expect([0, 1, 2]).toContain(made.code);
  const files = readdirSync(blank.folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.startsWith("migrations"),
  );
  for (const file of files) expect(file).toMatch(/^migrations(?:\/\d{14}-[\w-]+\.js)?$/);
  for (const file of files.filter((each) => each.endsWith(".js")))
    expect(readFileSync(join(blank.folder, file), "utf8")).not.toMatch(/process\.exit|whoami/);
  await blank.remove();
});

test("a migration changed after it ran is told, and one removed does not vanish from the journal", async () => {
  const two = await temporaryApp({
    "config/database.js": FILES["config/database.js"],
    "api/models/Canary.js": FILES["api/models/Canary.js"],
  });
  const [{ config } = sqlite] = await liveDatabases();
  const env = environment({ config });
  await inProcess(["migrations:generate", "canaries"], two.folder, env);
  expect(await inProcess(["migrations:run"], two.folder, env)).toMatchObject({ code: 0 });
  const [file = ""] = readdirSync(join(two.folder, "migrations")).filter((each) => each.endsWith(".js"));
  const source = readFileSync(join(two.folder, "migrations", file), "utf8");
  await two.write({ [`migrations/${file}`]: `${source}\n// changed\n` });
  const status = await inProcess(["migrations:status", "--json"], two.folder, env);
  expect(status.out).toContain('"state": "edited"');
  expect(await inProcess(["migrations:run"], two.folder, env)).toMatchObject({ code: expect.any(Number) });
  const open = await openDatabase(config, entitiesFromModels(await loadModels(two.folder, config)), two.folder);
  await open.repository("Canary").create({});
  expect(await open.repository("Canary").count()).toBe(1);
  await open.close();
  await two.remove();
});
