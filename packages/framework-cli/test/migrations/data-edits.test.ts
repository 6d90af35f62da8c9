import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { openSqlExecutor } from "../../src/database/sql/sql-executor.js";
import { emptyFolder, linkDependencies } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { writeFiles } from "./write-files.js";

const model = (name: string, attributes: string): string =>
  `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("${name}", { ${attributes} }, { timestamps: false });
`;
const AUTHOR = model("Author", "name: DataTypes.STRING(80)");
const BOOK = (attributes: string): string =>
  model(
    "Book",
    `${attributes}, authorId: { type: DataTypes.INTEGER, allowNull: false, references: { model: "Author" }, onDelete: "CASCADE" }`,
  );

const BEFORE =
  "title: DataTypes.STRING(40), pages: DataTypes.STRING(10), isbn: DataTypes.STRING(13), notes: DataTypes.TEXT";
/** One of each: rename, NOT NULL with a fill, another type, a unique index, a column less and one more. */
const AFTER = `heading: { type: DataTypes.STRING(40), allowNull: false, renamedFrom: "title" }, pages: DataTypes.INTEGER,
  isbn: { type: DataTypes.STRING(13), unique: true }, price: { type: DataTypes.DECIMAL(10, 2), allowNull: false, defaultValue: "1.50" }`;

describe.each(["sqlite", "postgres", "mariadb"] as const)("edits of models with rows on %s", (name) => {
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
    writeFiles(folder, {
      "package.json": JSON.stringify({ name: "shop", type: "module" }),
      "config/database.js": `export default ${JSON.stringify(config)};\n`,
      "answers.json": JSON.stringify({ "fill books.heading": "untitled", "column books.price": "new" }),
      "api/models/Author.js": AUTHOR,
      "api/models/Book.js": BOOK(BEFORE),
    });
    await run("migrations:generate", "start");
    await run("migrations:run");
    await sql("INSERT INTO authors (id, name) VALUES (1, 'Ada')");
    await sql("INSERT INTO books (id, title, pages, isbn, notes, author_id) VALUES (1, 'Notes', '120', 'a', 'x', 1)");
    await sql("INSERT INTO books (id, title, pages, isbn, notes, author_id) VALUES (2, NULL, NULL, 'b', NULL, 1)");
  });

  test("renamedFrom takes the attribute's name, and rejects what was never there", async () => {
    const named = (former: string): string =>
      BOOK(
        BEFORE.replace("notes: ", `pageNotes: { type: DataTypes.TEXT, renamedFrom: "${former}" }, old: `).replace(
          ", old: DataTypes.TEXT",
          "",
        ),
      );
    writeFiles(folder, { "api/models/Book.js": named("note") });
    const wrong = await run("migrations:generate", "rename");
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.err).toContain('Book: renamedFrom "note" of the new column page_notes is no column of books.');
    expect(wrong.err).toContain('Did you mean "notes"?');
    writeFiles(folder, { "api/models/Book.js": named("notes") });
    expect(await run("migrations:generate", "rename")).toMatchObject({ code: 0 });
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    writeFiles(folder, { "api/models/Book.js": named("pageNotes").replace("pageNotes:", "remarks:") });
    expect(await run("migrations:generate", "again")).toMatchObject({ code: 0 });
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    expect(await sql("SELECT remarks FROM books ORDER BY id")).toEqual([{ remarks: "x" }, { remarks: null }]);
  });

  test("a value less of an enum is destructive, and rows that have it are counted", async () => {
    const kinds = (...values: string[]): string =>
      BOOK(`${BEFORE}, kind: DataTypes.ENUM(${values.map((value) => `"${value}"`).join()})`);
    writeFiles(folder, { "api/models/Book.js": kinds("novel", "poem", "essay") });
    await run("migrations:generate", "kinds");
    await run("migrations:run");
    await sql("UPDATE books SET kind = 'poem'");
    writeFiles(folder, { "api/models/Book.js": kinds("novel", "essay") });
    const refused = await run("migrations:generate", "fewer");
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('This migration would lose the value "poem" of books.kind.');
    expect(await run("migrations:generate", "fewer", "--allow-destructive")).toMatchObject({ code: 0 });
    const failed = await run("migrations:run");
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.err).toContain('books.kind takes novel, essay, and rows have "poem" (2 rows).');
    expect(failed.err).toContain('rows("books").update({ kind: "poem" }, { kind: "novel" })');
    await sql("UPDATE books SET kind = 'essay'");
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
  });

  test("run, undo and redo lose nothing but what was dropped", async () => {
    writeFiles(folder, { "api/models/Book.js": BOOK(AFTER) });
    expect(await edit("--allow-destructive")).toMatchObject({ code: 0 });
    const edited = async () =>
      (await sql("SELECT heading, pages, isbn, price, author_id FROM books ORDER BY id")).map((row) => ({
        ...row,
        price: Number(row.price),
      }));
    const expected = [
      { heading: "Notes", pages: 120, isbn: "a", price: 1.5, author_id: 1 },
      { heading: "untitled", pages: null, isbn: "b", price: 1.5, author_id: 1 },
    ];
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    expect(await edited()).toEqual(expected);
    await expect(sql("UPDATE books SET isbn = 'a'")).rejects.toThrow();
    await expect(sql("UPDATE books SET heading = NULL")).rejects.toThrow();
    expect(await run("migrations:undo")).toMatchObject({ code: 1, err: expect.stringContaining("DESTRUCTIVE_CHANGE") });
    expect(await edited()).toEqual(expected);
    expect(await run("migrations:undo", "--allow-destructive")).toMatchObject({ code: 0 });
    expect(await sql("SELECT title, pages, isbn, notes FROM books ORDER BY id")).toEqual([
      { title: "Notes", pages: "120", isbn: "a", notes: null },
      { title: "untitled", pages: null, isbn: "b", notes: null },
    ]);
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    expect(await run("migrations:redo")).toMatchObject({ code: 1, err: expect.stringContaining("DESTRUCTIVE_CHANGE") });
    expect(await run("migrations:redo", "--allow-destructive")).toMatchObject({ code: 0 });
    expect(await edited()).toEqual(expected);
    expect(await run("migrations:status", "--drift")).toMatchObject({ code: 0 });
  });

  test("rows in the way of a unique index or of a type: nothing is lost, and the next run goes on", async () => {
    await sql("UPDATE books SET isbn = 'a', pages = 'many'");
    writeFiles(folder, { "api/models/Book.js": BOOK(AFTER) });
    await edit("--allow-destructive");
    const refused = await run("migrations:run");
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/migrations\/\d+-edit\.js:\d+: .*\[MIGRATION_FAILED\]/),
    });
    expect(await sql("SELECT isbn FROM books ORDER BY id")).toEqual([{ isbn: "a" }, { isbn: "a" }]);
    await sql("UPDATE books SET isbn = 'b', pages = NULL WHERE id = 2");
    await sql("UPDATE books SET pages = '7' WHERE id = 1");
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    expect(await sql("SELECT heading, pages, isbn FROM books ORDER BY id")).toEqual([
      { heading: "Notes", pages: 7, isbn: "a" },
      { heading: "untitled", pages: null, isbn: "b" },
    ]);
    expect(await run("migrations:status", "--drift")).toMatchObject({ code: 0 });
  });

  test("undoing a change of type that would cut values is refused", async () => {
    for (const digits of ["8, 1", "12, 4"]) {
      writeFiles(folder, { "api/models/Book.js": BOOK(`${BEFORE}, price: DataTypes.DECIMAL(${digits})`) });
      expect(await run("migrations:generate", "price")).toMatchObject({ code: 0 });
      expect(await run("migrations:run")).toMatchObject({ code: 0 });
    }
    await sql("UPDATE books SET price = 1.2345 WHERE id = 1");
    const refused = await run("migrations:undo");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("parts of the values of books.price") });
    expect(Number((await sql("SELECT price FROM books WHERE id = 1"))[0]?.price)).toBe(1.2345);
    expect(await run("migrations:undo", "--allow-destructive")).toMatchObject({ code: 0 });
    expect(Number((await sql("SELECT price FROM books WHERE id = 1"))[0]?.price)).toBe(1.2);
  });

  test("a text that only begins with a number is none: nothing is cut", async () => {
    writeFiles(folder, {
      "api/models/Book.js": BOOK(BEFORE.replace("notes: DataTypes.TEXT", "notes: DataTypes.DOUBLE")),
    });
    expect(await run("migrations:generate", "notes")).toMatchObject({ code: 0 });
    for (const text of ["2026-01-31", "1.2.3", "555-1234", "1e"]) {
      await sql(`UPDATE books SET notes = '${text}' WHERE id = 1`);
      expect(await run("migrations:run")).toMatchObject({ code: 1 });
      expect(await sql("SELECT notes FROM books ORDER BY id")).toEqual([{ notes: text }, { notes: null }]);
    }
    await sql("UPDATE books SET notes = ' -.5e1' WHERE id = 1");
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    expect(await sql("SELECT notes FROM books ORDER BY id")).toEqual([{ notes: -5 }, { notes: null }]);
    await sql("UPDATE books SET notes = 1e300 WHERE id = 1");
    const whole = BOOK(BEFORE.replace("notes: DataTypes.TEXT", "notes: DataTypes.BIGINT"));
    writeFiles(folder, { "api/models/Book.js": whole });
    expect(await run("migrations:generate", "whole", "--allow-destructive")).toMatchObject({ code: 0 });
    expect(await run("migrations:run")).toMatchObject({ code: 1 });
    expect(await sql("SELECT notes FROM books ORDER BY id")).toEqual([{ notes: 1e300 }, { notes: null }]);
    await sql("UPDATE books SET notes = 7 WHERE id = 1");
    expect(await run("migrations:run")).toMatchObject({ code: 0 });
    // Decimals are rounded to their digits.
    const rounded = BOOK(BEFORE.replace("isbn: DataTypes.STRING(13)", "isbn: DataTypes.DECIMAL(10, 2)"));
    writeFiles(folder, { "api/models/Book.js": rounded.replace("notes: DataTypes.TEXT", "notes: DataTypes.BIGINT") });
    const refused = await run("migrations:generate", "isbn");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("parts of the values of books.isbn") });
  });

  const run = (...args: string[]) => inProcess(args, folder);
  const edit = (...flags: string[]) => run("migrations:generate", "edit", "--answers", "answers.json", ...flags);
  const sql = async (text: string): Promise<Record<string, unknown>[]> => {
    const executor = await openSqlExecutor(config, folder);
    try {
      const { rows } = await executor.run(text);
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, typeof value === "bigint" ? Number(value) : value]),
        ),
      );
    } finally {
      await executor.close();
    }
  };
});
