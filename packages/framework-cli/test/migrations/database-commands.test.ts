import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { serverAddress } from "../../src/database/sql/server-address.js";
import { openSqlExecutor } from "../../src/database/sql/sql-executor.js";
import { emptyFolder, linkDependencies } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { writeFiles } from "./write-files.js";

const AUTHOR = `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Author", { name: { type: DataTypes.STRING(80), unique: true } }, { timestamps: false });
`;
const BOOK = `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", {
  title: { type: DataTypes.STRING(120), allowNull: false },
  pages: DataTypes.INTEGER,
  authorId: { type: DataTypes.INTEGER, references: { model: "Author" }, onDelete: "CASCADE" },
}, { timestamps: false });
`;

describe.each(["sqlite", "postgres", "mariadb"] as const)("the database's commands on %s", (name) => {
  let config: DatabaseConfig;
  let folder: string;

  beforeEach(async (context) => {
    const database = (await liveDatabases()).find((each) => each.name === name);
    if (database === undefined) throw new Error(`no ${name}`);
    if (database.skip !== undefined) return context.skip(database.skip);
    config = database.config;
    const { path, remove } = await emptyFolder();
    onTestFinished(remove);
    folder = path;
    await linkDependencies(folder);
    write({
      "package.json": JSON.stringify({ name: "shop", type: "module" }),
      "config/database.js": `export default ${JSON.stringify(config)};\n`,
      "api/models/Author.js": AUTHOR,
      "api/models/Book.js": BOOK,
    });
  });

  test("db:sync adds, never drops, touches no row and no table of others, and says so", async () => {
    await sql("CREATE TABLE others (id INTEGER)");
    const first = await run("db:sync");
    expect(first).toMatchObject({ code: 0, out: "createTable authors\ncreateTable books\n" });
    expect(await run("db:sync")).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to do/) });
    await sql("INSERT INTO authors (id, name) VALUES (1, 'Ada')");
    await sql("INSERT INTO books (id, title, pages, author_id) VALUES (1, 'Notes', 40, 1)");
    write({
      "api/models/Book.js": BOOK.replace(
        "pages: DataTypes.INTEGER",
        "isbn: DataTypes.STRING(13),\n  edition: { type: DataTypes.INTEGER, allowNull: false }",
      ),
      "api/models/Author.js": AUTHOR.replace("STRING(80)", "STRING(90)"),
    });
    const dry = await run("db:sync", "--dry-run");
    expect(dry.code).toBe(0);
    expect(await sql("SELECT * FROM books")).toEqual([expect.not.objectContaining({ isbn: null })]);
    const second = await run("db:sync");
    expect(second.out).toBe("addColumn books.isbn\nalterColumn authors.name\n");
    expect(second.err).toContain("the column books.pages stays: sync drops nothing");
    expect(second.err).toContain("the column books.edition is not added");
    const [book] = await sql("SELECT title, pages, isbn, author_id FROM books");
    expect(book).toMatchObject({ title: "Notes", isbn: null });
    expect(Number(book?.pages)).toBe(40);
    expect(await sql("SELECT * FROM others")).toEqual([]);
    expect(await run("db:sync")).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to do/) });
  });

  test("db:sync rejects a table that it did not make, a database kept by migrations, and production", async () => {
    await sql("CREATE TABLE books (id INTEGER)");
    expect(await run("db:sync")).toMatchObject({ code: 1, err: expect.stringContaining("[NOT_OWNED]") });
    await sql("DROP TABLE books");
    for (const command of ["db:sync", "db:drop", "db:reset", "migrations:redo"]) {
      const refused = await inProcess([command], folder, { NODE_ENV: "production" });
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("[REFUSED_IN_PRODUCTION]") });
    }
    await run("migrations:generate", "first");
    await run("migrations:run");
    expect(await run("db:sync")).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to do/) });
    write({ "api/models/Author.js": AUTHOR.replace("STRING(80)", "STRING(90)") });
    expect(await run("db:sync")).toMatchObject({ code: 1, err: expect.stringContaining("managed by migrations") });
  });

  test("a migration of tables that db:sync made says so, and a baseline keeps them", async () => {
    await run("db:sync");
    await sql("INSERT INTO authors (id, name) VALUES (1, 'Ada')");
    await run("migrations:generate", "first");
    const refused = await run("migrations:run");
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The table authors already exists: db:sync made it\./),
    });
    expect(refused.err).toContain("migrations:generate <name> --baseline");
    const { migrations } = JSON.parse((await run("migrations:status", "--json")).out);
    await run("migrations:resolve", migrations[0].name, "--rolled-back");
    rmSync(join(folder, "migrations"), { recursive: true });
    expect(await run("migrations:generate", "start", "--baseline")).toMatchObject({ code: 0 });
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    expect(await run("migrations:status", "--drift")).toMatchObject({ code: 0 });
    write({ "api/models/Author.js": AUTHOR.replace("STRING(80)", "STRING(90)") });
    await run("migrations:generate", "longer");
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    expect(await sql("SELECT name FROM authors")).toEqual([{ name: "Ada" }]);
  });

  test("db:seed writes in the order of references, once, and again when a seed changed", async () => {
    await run("migrations:generate", "first");
    await run("migrations:run");
    write({
      "seeds/01-books.js": `export default {
  Book: [{ title: "Notes", authorId: 1 }],
  Author: [{ id: 1, name: "Ada" }, { name: "Grace" }],
};\n`,
      "seeds/02-more.js": `export default async ({ repository, models, sequelize }) => {
  await repository("Book").create({ title: "More" });
  if ((await models.Book.count()) === 0 || models !== sequelize.models) throw new Error("no models");
};\n`,
    });
    expect(await run("db:seed")).toMatchObject({ code: 0, out: "seed  01-books  3 records\nseed  02-more\n" });
    expect(await run("db:seed")).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to write/) });
    expect(await run("db:seed", "--again")).toMatchObject({ code: 0 });
    expect((await sql("SELECT name FROM authors ORDER BY name")).map((row) => row.name)).toEqual(["Ada", "Grace"]);
    expect(await sql("SELECT title FROM books WHERE title = 'Notes'")).toHaveLength(1);
    write({ "seeds/03-wrong.json": `{ "Book": [{ "title": null }] }` });
    const failed = await run("db:seed");
    expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(/^error: seeds\/03-wrong\.json, Book 1: /) });
  });

  test("db:drop, db:create and db:reset", async () => {
    await run("migrations:generate", "first");
    await run("migrations:run");
    write({ "seeds/Author.json": `[{ "id": 1, "name": "Ada" }]` });
    expect(await run("db:drop")).toMatchObject({ code: 0, out: expect.stringMatching(/^Dropped /) });
    expect(await run("db:drop")).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to drop/) });
    expect(await run("db:create")).toMatchObject({ code: 0, out: expect.stringMatching(/^Created /) });
    expect(await run("db:create")).toMatchObject({ code: 0, out: expect.stringMatching(/^Already exists/) });
    if (config.dialect !== "sqlite") {
      const { database: name = "", username, password, host, port } = serverAddress(config);
      const tests = { username, password, host, port, database: `${name}_test` };
      write({ "config/environments/test.js": `export default { database: ${JSON.stringify(tests)} };` });
      expect((await run("db:create")).out).toBe(`Already exists: ${name}\nCreated ${name}_test\n`);
      expect((await inProcess(["db:drop"], folder, { NODE_ENV: "test" })).out).toBe(`Dropped ${name}_test\n`);
      const away = JSON.stringify({ ...tests, host: "127.0.0.1", port: 1 });
      write({ "config/environments/test.js": `export default { database: ${away} };` });
      const half = await run("db:create");
      expect(half).toMatchObject({ code: 1, out: `Already exists: ${name}\n` });
      expect(half.err).toMatch(/The database of tests: .*\n.*config\/environments\/test\.js or TEST_DATABASE_URL/);
      write({ "config/environments/test.js": "export default {};" });
    }
    expect(await run("db:reset")).toMatchObject({ code: 0 });
    const told = await run("db:reset", "--json");
    expect(JSON.parse(told.out)).toMatchObject({ dropped: true, created: true, runs: [{}], seeds: [{}] });
    expect((await run("migrations:run", "--dry-run")).out).toMatch(/^Nothing to run/);
    expect(await sql("SELECT name FROM authors")).toEqual([{ name: "Ada" }]);
  });

  const run = (...args: string[]) => inProcess(args, folder);
  const write = (files: Record<string, string>): void => writeFiles(folder, files);
  const sql = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const executor = await openSqlExecutor(config, folder);
    try {
      return (await executor.run(text)).rows;
    } finally {
      await executor.close();
    }
  };
});
