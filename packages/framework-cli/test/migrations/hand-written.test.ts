import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { emptyFolder, linkDependencies, type Outcome } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { writeFiles } from "./write-files.js";

let folder: string;
beforeEach(async () => {
  const { path, remove } = await emptyFolder();
  onTestFinished(remove);
  folder = path;
  await linkDependencies(folder);
  writeFiles(folder, {
    "package.json": JSON.stringify({ name: "shop", type: "module" }),
    "config/database.js": 'export default { dialect: "sqlite", storage: "data/shop.sqlite" };\n',
    "migrations/20260101000000-authors.js": `export async function up({ schema, step }) {
  await schema.createTable("authors", [{ name: "id", type: "integer", primaryKey: true, autoIncrement: true }, { name: "name", type: "text" }]);
  await step("first", ({ rows }) => rows("authors").insert([{ id: 1, name: "Ada" }]));
}
export async function down({ schema }) {
  await schema.dropTable("authors");
}
`,
  });
});

const run = (...args: readonly string[]): Promise<Outcome> => inProcess(args, folder);

/** Runs a second migration that makes one call. */
async function runCall(call: string): Promise<Outcome> {
  writeFiles(folder, {
    "migrations/20260102000000-next.js": `export async function up({ schema }) {\n  await ${call};\n}\n`,
  });
  return run("migrations:run");
}

const COLUMN = '{ name: "born", type: "date"';
test.each([
  [
    `schema.addColumn("authors", ${COLUMN}, null: false })`,
    "authors.born: there is no option null",
    "Did you mean nullable?",
  ],
  [
    `schema.addColumn("authors", ${COLUMN}, allowNull: false })`,
    "there is no option allowNull",
    "Did you mean nullable?",
  ],
  [
    `schema.addColumn("authors", ${COLUMN}, fill: 1 })`,
    "there is no option fill",
    "addColumn(table, column, { fill })",
  ],
  [`schema.addColumn("authors", ${COLUMN}, unique: true })`, "there is no option unique", "addIndex"],
  [
    `schema.addColumn("authors", ${COLUMN} }, { fil: 1 })`,
    "addColumn authors.born: there is no option fil",
    "Did you mean fill?",
  ],
  [`schema.alterColumn("authors", ${COLUMN} }, { form: {} })`, "there is no option form", "Did you mean from?"],
  [
    `schema.alterColumn("authors", { name: "name", type: "string(40)" })`,
    "alterColumn authors.name: the option from is missing",
    'schema.alterColumn("authors", column, { from: { name: "name", type: "…" } })',
  ],
  [
    `schema.createTable("books", [${COLUMN} }], { index: [] })`,
    "books: there is no option index",
    "Did you mean indexes?",
  ],
  [
    `schema.addIndex("authors", { name: "i", fields: ["name"] })`,
    "the index i: there is no option fields",
    "Did you mean columns?",
  ],
  [
    `schema.addForeignKey("authors", { name: "f", columns: ["id"], table: "a", targets: ["id"], ondelete: "CASCADE" })`,
    "the foreign key f: there is no option ondelete",
    "Did you mean onDelete?",
  ],
  [
    `schema.addForeignKey("authors", { name: "f", columns: ["id"], table: "a", targets: ["id"], onDelete: "cascade" })`,
    `the foreign key f has onDelete "cascade"`,
    "CASCADE, SET NULL, RESTRICT, NO ACTION",
  ],
  [
    `schema.addCheck("authors", { name: "c", column: "id", min: 1 })`,
    "the check c: there is no option min",
    "Did you mean minimum?",
  ],
  [`schema.add_column("authors", ${COLUMN} })`, "schema has no method add_column", "Did you mean addColumn?"],
  [`schema.insert("authors")`, "schema has no method insert", "createTable, dropTable"],
  [`schema.addColumn("author", ${COLUMN} })`, "no such table: author", "Did you mean authors?"],
  [
    `schema.addColumn("authors", ${COLUMN}, nullable: false })`,
    "authors.born takes no null, and authors has 1 row",
    "{ fill: … }",
  ],
])("%s is rejected", async (call, message, hint) => {
  const { code, err } = await runCall(call);
  expect(code).toBe(1);
  expect(err).toContain("20260102000000-next.js:2:");
  expect(err).toContain(message);
  expect(err).toContain(hint);
  expect(err).toMatch(/hint: .*[.?] Nothing of it was kept\.$/m);
});

test("a column without null needs no value in a table without rows", async () => {
  await runCall('schema.createTable("books", [{ name: "id", type: "integer", primaryKey: true }])');
  writeFiles(folder, {
    "migrations/20260103000000-title.js":
      'export async function up({ schema }) {\n  await schema.addColumn("books", { name: "title", type: "text", nullable: false });\n}\n',
  });
  expect(await run("migrations:run")).toMatchObject({ code: 0 });
});

test("--dry-run prints the statements that rebuild a table on SQLite, and they do what the run does", async () => {
  await run("migrations:run");
  writeFiles(folder, {
    "migrations/20260102000000-born.js": `export async function up({ schema, step }) {
  await schema.addColumn("authors", { name: "born", type: "integer", nullable: false }, { fill: 1815 });
  await step("look", () => { throw new Error("not called"); });
  await schema.alterColumn("authors", { name: "born", type: "text" }, { from: { name: "born", type: "integer", nullable: false } });
  await schema.addIndex("authors", { name: "authors_born", columns: ["born"] });
}\n`,
  });
  const { out } = await run("migrations:run", "--dry-run");
  expect(out).toMatch(/CREATE TABLE "authors__rebuilt" [\s\S]* SELECT "id", "name", 1815 FROM "authors";/);
  expect(out).toContain("-- step look: works on rows");
  expect(out).toContain("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'authors';");
  expect(out.match(/DROP TABLE "authors";/g)).toHaveLength(2);
  expect(await run("migrations:status")).toMatchObject({
    out: expect.stringContaining("pending   20260102000000-born"),
  });
  const Database = (await import("@photostructure/sqlite")).DatabaseSync;
  const database = new Database(join(folder, "data/shop.sqlite"));
  onTestFinished(() => database.close());
  database.exec("PRAGMA foreign_keys = OFF");
  database.exec(out);
  expect(database.prepare("SELECT * FROM authors").all()).toEqual([{ id: 1, name: "Ada", born: "1815" }]);
  database.exec("INSERT INTO authors (name) VALUES ('Grace')");
  expect(database.prepare("SELECT id FROM authors WHERE name = 'Grace'").all()).toEqual([{ id: 2 }]);
});

test("--dry-run explains what it cannot know: a table that a step on rows makes", async () => {
  writeFiles(folder, {
    "migrations/20260102000000-notes.js": `export async function up({ schema, step }) {
  await step("notes", ({ query }) => query("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)"));
  await schema.dropColumn("notes", "text");
}\n`,
  });
  const { code, out } = await run("migrations:run", "--dry-run");
  expect(code).toBe(0);
  expect(out).toContain("-- dropColumn notes.text: SQLite rebuilds the table notes");
  expect(out).toContain("-- Its statements are known when it runs: There is no table notes.");
  expect(await run("migrations:run")).toMatchObject({ code: 0 });
});

test("steps read integers as numbers, beyond the exact ones as texts", async () => {
  writeFiles(folder, {
    "migrations/20260102000000-next.js": `export async function up({ schema, step }) {
  await schema.createTable("sales", [{ name: "id", type: "bigint", primaryKey: true }]);
  await step("read", async ({ rows, query }) => {
    await rows("sales").insert([{ id: 3 }, { id: 9007199254740993n }]);
    const found = [await rows("sales").find(), await query("SELECT id FROM sales")];
    const [first, second] = new Set(found.map((one) => JSON.stringify(one)));
    if (first !== '[{"id":3},{"id":"9007199254740993"}]' || second !== undefined) throw new Error(first + second);
  });
}
`,
  });
  expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
});

test.each([
  ["  schema.addColumn(...column);", 4, "schema.addColumn is not awaited", "await schema.addColumn(...)"],
  [
    "  await schema.addColumn('books', { name: 'pages', type: 'text', nulable: true });",
    4,
    "books.pages: there is no option nulable.",
    "Did you mean nullable?",
  ],
  [
    "  schema.addColumn('books', { name: 'pages', type: 'text', nulable: true });",
    4,
    "and failed: books.pages: there is no option nulable.",
    "await schema.addColumn(...)",
  ],
  [
    "  step('fill', ({ rows }) => rows('books').update({}, { title: 'x' }));",
    4,
    "step is not awaited",
    "await step(...)",
  ],
  [
    "  await step('fill', async ({ rows }) => {\n    rows('books').update({}, { titel: 'x' });\n  });",
    5,
    "rows(…).update is not awaited, and failed: ",
    "await rows(…).update(...)",
  ],
])("a migration with %s fails with its line, and is not recorded", async (line, at, told, hint) => {
  writeFiles(folder, {
    "migrations/20260102000000-books.js": `const column = ["books", { name: "pages", type: "integer" }];
export async function up({ schema, step }) {
  await schema.createTable("books", [{ name: "title", type: "text" }]);
${line}
}
`,
  });
  const { code, err } = await run("migrations:run");
  expect(code).toBe(1);
  expect(err).toContain(`migrations/20260102000000-books.js:${at}: `);
  expect(err).toContain(told);
  expect(err).toContain(hint);
  expect((await run("migrations:status")).out).toMatch(/^pending +20260102000000-books/m);
});

test("a unique index on rows with the same values names table, columns, values and rows", async () => {
  writeFiles(folder, {
    "migrations/20260102000000-books.js": `export async function up({ schema, step }) {
  await schema.createTable("books", [{ name: "title", type: "text" }, { name: "edition", type: "integer" }]);
  const rows = [["Emma", 1], ["Emma", 1], ["Emma", 2], ["Dune", 3], ["Dune", 3], ["Dune", 3], [null, 4], [null, 4]];
  await step("rows", ({ rows: of }) => of("books").insert(rows.map(([title, edition]) => ({ title, edition }))));
  await schema.addIndex("books", { name: "books_edition", columns: ["title", "edition"], unique: true });
}
`,
  });
  const { code, err } = await run("migrations:run");
  expect(code).toBe(1);
  expect(err).toContain(
    'migrations/20260102000000-books.js:5: books.title, edition must be unique, and rows have the same: "Dune", 3 (3 rows); "Emma", 1 (2 rows).',
  );
});
