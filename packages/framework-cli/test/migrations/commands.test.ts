import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { openSqlExecutor, type SqlExecutor } from "../../src/database/sql/sql-executor.js";
import { emptyFolder, framework, linkDependencies } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { writeFiles } from "./write-files.js";

const AUTHOR = `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Author", { name: { type: DataTypes.STRING(80), allowNull: false } }, { timestamps: false });
`;
const BOOK = `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", {
  title: { type: DataTypes.STRING(120), allowNull: false },
  status: { type: DataTypes.ENUM("draft", "printed"), allowNull: false, defaultValue: "draft" },
  authorId: { type: DataTypes.INTEGER, references: { model: "Author" }, onDelete: "CASCADE" },
}, { timestamps: false });
`;

describe.each(["sqlite", "postgres", "mariadb"] as const)("migrations on %s", (name) => {
  let config: DatabaseConfig;
  let folder: string;
  let skip: string | undefined;

  beforeEach(async (context) => {
    const database = (await liveDatabases()).find((each) => each.name === name);
    if (database === undefined) throw new Error(`no ${name}`);
    skip = database.skip;
    if (skip !== undefined) return context.skip(skip);
    config = database.config;
    folder = await createApp(config);
  });

  test("the model's table, a column more, back again; nothing twice", async () => {
    write("api/models/Author.js", AUTHOR);
    write("api/models/Book.js", BOOK);
    expect(await run("migrations:generate", "create books")).toMatchObject({ code: 0 });
    expect(await run("migrations:generate", "again")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^No changes/),
    });
    expect(await run("migrations:run")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^up {4}\d{14}-create-books/),
    });
    expect(await run("migrations:run")).toMatchObject({
      code: 0,
      out: "Nothing to run: the database is up to date.\n",
    });
    const drift = await run("migrations:status", "--drift");
    expect(drift).toMatchObject({
      code: 0,
      out: expect.stringContaining("The tables match the migrations."),
    });
    await database(async (sql) => {
      await sql.run(`INSERT INTO authors (id, name) VALUES (1, 'Ada')`);
      await expect(
        sql.run(`INSERT INTO books (id, title, status, author_id) VALUES (1, 'x', 'other', 1)`),
      ).rejects.toThrow();
      await sql.run(`INSERT INTO books (id, title, author_id) VALUES (1, 'Notes', 1)`);
      expect((await sql.run(`SELECT status FROM books`)).rows).toEqual([{ status: "draft" }]);
    });

    write(
      "api/models/Author.js",
      AUTHOR.replace("name:", "fullName: { type: DataTypes.STRING(80), allowNull: false },\n  email:"),
    );
    const asked = await run("migrations:generate", "rename", "--json");
    expect(asked.code).toBe(3);
    expect(JSON.parse(asked.out).questions[0].id).toMatch(/^(column|fill) authors\./);
    write(
      "answers.json",
      JSON.stringify({
        "column authors.full_name": "name",
        "column authors.email": "new",
        "fill authors.email": "none",
      }),
    );
    expect(await run("migrations:generate", "rename", "--answers", "answers.json")).toMatchObject({ code: 0 });
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    await database(async (sql) => {
      expect((await sql.run("SELECT full_name, email FROM authors")).rows).toEqual([
        { full_name: "Ada", email: "none" },
      ]);
      expect((await sql.run("SELECT title FROM books")).rows).toEqual([{ title: "Notes" }]);
    });
    expect(await run("migrations:undo")).toMatchObject({
      code: 1,
      err: expect.stringContaining("the column authors.email with its values in 1 row"),
    });
    expect(await run("migrations:undo", "--allow-destructive")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^down {2}\d{14}-rename/),
    });
    await database(async (sql) => {
      expect((await sql.run("SELECT name FROM authors")).rows).toEqual([{ name: "Ada" }]);
      expect((await sql.run("SELECT title FROM books")).rows).toEqual([{ title: "Notes" }]);
    });
    expect(await run("migrations:redo")).toMatchObject({ code: 1, err: expect.stringMatching(/-rename is pending/) });
    await database(async (sql) => expect((await sql.run("SELECT title FROM books")).rows).toHaveLength(1));
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    const losing = await run("migrations:redo", "--step", "2");
    expect(losing).toMatchObject({ code: 1, err: expect.stringContaining("[DESTRUCTIVE_CHANGE]") });
    expect(losing.err).toContain("the table books with its values in 1 row");
    const production = { NODE_ENV: "production" };
    const undone = await inProcess(["migrations:undo", "--step", "99"], folder, production);
    expect(undone).toMatchObject({ code: 1, err: expect.stringContaining("the table books with its values in 1 row") });
    expect(await run("migrations:redo", "--allow-destructive")).toMatchObject({ code: 0 });
  });

  test("an answer to no question is rejected, with the question that was probably meant", async () => {
    write("api/models/Author.js", AUTHOR.replace("}, {", ", born: { type: DataTypes.INTEGER, allowNull: false } }, {"));
    await run("migrations:generate", "authors");
    write("answers.json", JSON.stringify({ "fill author.born": 1815 }));
    const refused = await run("migrations:generate", "born", "--answers", "answers.json");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("[ANSWER_INVALID]") });
    expect(refused.err).toContain('There is no question "fill author.born".');
    expect(refused.err).toContain('Did you mean "fill authors.born"?');
  });

  test("dropping a column is rejected until it is allowed", async () => {
    write("api/models/Author.js", AUTHOR.replace("}, {", ", born: DataTypes.INTEGER }, {"));
    await run("migrations:generate", "one");
    write("api/models/Author.js", AUTHOR);
    const refused = await run("migrations:generate", "two");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("[DESTRUCTIVE_CHANGE]") });
    expect(refused.err).toContain("the column authors.born with its values");
    expect(await run("migrations:generate", "two", "--allow-destructive")).toMatchObject({ code: 0 });
  });

  test("a migration that throws: file and line, exit 1, nothing half-recorded, and the next run goes on", async () => {
    write(
      "migrations/20260101000000-broken.js",
      `export async function up({ schema, step }) {
  await schema.createTable("things", [{ name: "id", type: "integer", primaryKey: true }]);
  await step("count", async ({ rows }) => { await rows("things").insert({ id: 1 }); });
  throw new TypeError("of its own");
}
export async function down({ schema }) { await schema.dropTable("things"); }
`,
    );
    const failed = await run("migrations:run");
    expect(failed.code).toBe(1);
    expect(failed.err).toContain("migrations/20260101000000-broken.js:4: TypeError: of its own [MIGRATION_FAILED]");
    expect(failed.err).not.toContain("    at ");
    const { migrations } = JSON.parse((await run("migrations:status", "--json")).out);
    if (name === "mariadb")
      expect(migrations).toMatchObject([{ state: "failed", steps: ["createTable things", "step count"] }]);
    else expect(migrations).toMatchObject([{ state: "pending" }]);
    write(
      "migrations/20260101000000-broken.js",
      read("migrations/20260101000000-broken.js").replace(/ {2}throw.*\n/, ""),
    );
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    await database(async (sql) => {
      expect((await sql.run("SELECT id FROM things")).rows.map(({ id }) => Number(id))).toEqual([1]);
    });
    expect(await run("migrations:undo", "--allow-destructive")).toMatchObject({ code: 0 });
  });

  test("a statement that the database rejects is told with the line of the file", async () => {
    write(
      "migrations/20260101000000-broken.js",
      `export async function up({ schema }) {
  await schema.dropTable("nowhere");
}
`,
    );
    const failed = await run("migrations:run");
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining("migrations/20260101000000-broken.js:2: ") });
    expect(await run("migrations:undo", "--step", "1")).toMatchObject({ code: name === "mariadb" ? 1 : 0 });
  });

  test("five runners at once: each migration runs once", async () => {
    for (let at = 0; at < 5; at++) {
      write(
        `migrations/2026010100000${at}-part-${at}.js`,
        `export async function up({ schema, step }) {
  ${at === 0 ? 'await schema.createTable("counts", [{ name: "id", type: "integer" }, { name: "pid", type: "integer" }]);' : ""}
  await step("count", async ({ rows }) => { await rows("counts").insert({ id: ${at}, pid: process.pid }); });
}
`,
      );
    }
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => framework(["migrations:run"], folder)));
    expect(outcomes.map(({ code, err }) => ({ code, err: code === 0 ? "" : err }))).toEqual(
      Array(5).fill({ code: 0, err: "" }),
    );
    await database(async (sql) => {
      const { rows } = await sql.run("SELECT id FROM counts ORDER BY id");
      expect(rows.map(({ id }) => Number(id))).toEqual([0, 1, 2, 3, 4]);
    });
    const { migrations, lock } = JSON.parse((await run("migrations:status", "--json")).out);
    expect(migrations.map(({ state }: { state: string }) => state)).toEqual(Array(5).fill("applied"));
    expect(lock).toBeNull();
  });

  test("files for sequelize-cli run in the transaction of their bookkeeping, and an existing SequelizeMeta is taken over", async () => {
    await database(async (sql) => {
      const quote = name === "mariadb" ? "`" : '"';
      await sql.run(`CREATE TABLE ${quote}SequelizeMeta${quote} (name VARCHAR(255) PRIMARY KEY)`);
      await sql.run(`INSERT INTO ${quote}SequelizeMeta${quote} (name) VALUES ('20200101000000-old.cjs')`);
    });
    write("migrations/20200101000000-old.cjs", "module.exports = { async up() { throw new Error('again'); } };\n");
    write(
      "migrations/20200102000000-users.cjs",
      `module.exports = {
  async up(queryInterface, Sequelize) {
    await queryInterface.createTable("users", { id: { type: Sequelize.INTEGER, primaryKey: true, autoIncrement: true }, name: Sequelize.STRING });
    await queryInterface.bulkInsert("users", [{ name: "Ada" }]);
  },
  async down(queryInterface) { await queryInterface.dropTable("users"); },
};
`,
    );
    write(
      "migrations/20200103000000-failing.js",
      `export default {
  async up(queryInterface, Sequelize) {
    await queryInterface.createTable("half", { id: { type: Sequelize.INTEGER, primaryKey: true } });
    throw new Error("on purpose");
  },
};
`,
    );
    const outcome = await run("migrations:run");
    expect(outcome).toMatchObject({
      code: 1,
      err: expect.stringContaining("migrations/20200103000000-failing.js:4: Error: on purpose"),
    });
    const { migrations } = JSON.parse((await run("migrations:status", "--json")).out);
    expect(migrations.map(({ state }: { state: string }) => state)).toEqual([
      "applied",
      "applied",
      name === "mariadb" ? "failed" : "pending",
    ]);
    await database(async (sql) => {
      expect((await sql.run("SELECT name FROM users")).rows).toEqual([{ name: "Ada" }]);
      if (name !== "mariadb") await expect(sql.run("SELECT * FROM half")).rejects.toThrow();
    });
    if (name === "mariadb") {
      expect((await run("migrations:run")).err).toContain("migrations:resolve 20200103000000-failing --rolled-back");
    }
  });

  test("migrations of a SequelizeMeta are known before the first run, and run again after all were undone", async () => {
    const quote = name === "mariadb" ? "`" : '"';
    await database(async (sql) => {
      await sql.run(`CREATE TABLE ${quote}SequelizeMeta${quote} (name VARCHAR(255) PRIMARY KEY)`);
      await sql.run(`INSERT INTO ${quote}SequelizeMeta${quote} (name) VALUES ('20200101000000-old.cjs')`);
      await sql.run("CREATE TABLE old (id INTEGER)");
    });
    write(
      "migrations/20200101000000-old.cjs",
      `module.exports = {
  up: (queryInterface, Sequelize) => queryInterface.createTable("old", { id: { type: Sequelize.INTEGER } }),
  down: (queryInterface) => queryInterface.dropTable("old"),
};
`,
    );
    write(
      "api/models/Old.js",
      'import { DataTypes, defineModel } from "@onespec/framework-cli";\nexport default defineModel("Old", { id: { type: DataTypes.INTEGER, primaryKey: true } }, { tableName: "old", timestamps: false });\n',
    );
    expect((await run("doctor")).out).toContain("1 migration, run on this database");
    const undone = await run("migrations:undo", "--all");
    expect(undone).toMatchObject({ code: 0, out: expect.stringMatching(/^down {2}20200101000000-old/) });
    const again = await run("migrations:run");
    expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^up {4}20200101000000-old/) });
    await database(async (sql) => expect((await sql.run("SELECT id FROM old")).rows).toEqual([]));
  });

  test("queryInterface and sequelize belong to the transaction of the migration and of its steps", async () => {
    const path = "migrations/20260101000000-things.js";
    write(
      path,
      `export async function up({ schema, step, queryInterface, sequelize }) {
  await schema.createTable("things", [{ name: "id", type: "integer", primaryKey: true }, { name: "size", type: "integer" }]);
  await queryInterface.addIndex("things", ["size"], { name: "things_size" });
  await step("rows", async ({ rows, queryInterface, sequelize }) => {
    await rows("things").insert({ id: 1 });
    await queryInterface.bulkInsert("things", [{ id: 2 }]);
    await sequelize.query("INSERT INTO things (id) VALUES (3)");
    if ((await rows("things").count()) !== 3) throw new Error("another world");
    throw new Error("on purpose");
  });
}
export async function down({ schema }) { await schema.dropTable("things"); }
`,
    );
    expect(await run("migrations:run")).toMatchObject({
      code: 1,
      err: expect.stringContaining(":9: Error: on purpose"),
    });
    await database(async (sql) => {
      if (name === "mariadb") expect((await sql.run("SELECT id FROM things")).rows).toEqual([]);
      else await expect(sql.run("SELECT id FROM things")).rejects.toThrow();
    });
    const fixed = read(path).replace('    throw new Error("on purpose");\n', "");
    // Where structure does not roll back, calls outside of steps are repeated.
    write(path, name === "mariadb" ? fixed.replace(/ {2}await queryInterface.addIndex.*\n/, "") : fixed);
    expect(await run("migrations:run")).toMatchObject({ code: 0, err: "" });
    await database(async (sql) => {
      expect((await sql.run("SELECT id FROM things ORDER BY id")).rows.map(({ id }) => Number(id))).toEqual([1, 2, 3]);
    });
    expect(await run("migrations:generate", "more")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^No changes/),
    });
  });

  test("files of several applied migrations that are gone are one warning", async () => {
    const names = ["one", "two", "three"].map((name, index) => `2026010${index + 1}000000-${name}`);
    for (const name of names) write(`migrations/${name}.js`, "export async function up() {}\n");
    await run("migrations:run");
    for (const name of names) rmSync(join(folder, `migrations/${name}.js`));
    const told = (await run("migrations:run")).err;
    expect(told).toContain(
      `3 migrations were applied to this database, but their files are gone: ${names.join(", ")}.`,
    );
    expect(told.match(/^ *warning/gm)).toHaveLength(1);
  });

  test("a file that changed or vanished after it was applied is told; resolve settles it", async () => {
    write("migrations/20260101000000-one.js", "export async function up() {}\n");
    write("migrations/20260102000000-two.js", "export async function up() {}\n");
    await run("migrations:run");
    write("migrations/20260101000000-one.js", "export async function up() {}\r\n");
    rmSync(join(folder, "migrations/20260102000000-two.js"));
    const first = JSON.parse((await run("migrations:status", "--json")).out);
    expect(first.migrations.map(({ state }: { state: string }) => state)).toEqual(["applied", "missing"]);
    write("migrations/20260101000000-one.js", "export async function up() { /* other */ }\n");
    const told = await run("migrations:run");
    expect(told.err).toContain("20260101000000-one was changed after it was applied.");
    expect(told.err).toContain("migrations:resolve 20260102000000-two --forget");
    expect(await run("migrations:resolve", "20260101", "--applied")).toMatchObject({ code: 0 });
    expect(await run("migrations:resolve", "20260102", "--forget")).toMatchObject({ code: 0 });
    expect((await run("migrations:run")).err).toBe("");
    expect(await run("migrations:resolve", "20260102", "--forget")).toMatchObject({
      code: 1,
      err: expect.stringContaining("MIGRATION_UNKNOWN"),
    });
    expect(await run("migrations:resolve", "20260101")).toMatchObject({ code: 2 });
  });

  test("a migration without a transaction can do what the database does in none, and is resumed after a failure", async () => {
    const concurrent = name === "postgres" ? "CONCURRENTLY " : "";
    write(
      "migrations/20260101000000-index.js",
      `export const transaction = false;
export async function up({ schema, step }) {
  await schema.createTable("things", [{ name: "id", type: "integer", primaryKey: true }, { name: "size", type: "integer" }]);
  await step("index", ({ query }) => query("CREATE INDEX ${concurrent}things_size ON things (size)"));
  throw new Error("once");
}
`,
    );
    expect(await run("migrations:run")).toMatchObject({ code: 1 });
    const { migrations } = JSON.parse((await run("migrations:status", "--json")).out);
    expect(migrations).toMatchObject([{ state: "failed", steps: ["createTable things", "step index"] }]);
    write(
      "migrations/20260101000000-index.js",
      read("migrations/20260101000000-index.js").replace(/ {2}throw.*\n/, ""),
    );
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
  });

  const run = (...args: string[]) => inProcess(args, folder);
  const write = (path: string, content: string): void => writeFiles(folder, { [path]: content });
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  const database = async (work: (sql: SqlExecutor) => Promise<void>): Promise<void> => {
    const sql = await openSqlExecutor(config, folder);
    try {
      await work(sql);
    } finally {
      await sql.close();
    }
  };
});

async function createApp(config: DatabaseConfig): Promise<string> {
  const { path, remove } = await emptyFolder();
  onTestFinished(remove);
  await linkDependencies(path);
  writeFiles(path, {
    "package.json": JSON.stringify({ name: "shop", type: "module" }),
    "config/database.js": `export default ${JSON.stringify(config)};\n`,
  });
  return path;
}
