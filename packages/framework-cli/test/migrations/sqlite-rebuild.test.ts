import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqlExecutor, type SqlExecutor } from "../../src/database/sql/sql-executor.js";
import { type RebuildOperation, rebuildTable } from "../../src/migrations/sqlite/rebuild-table.js";
import type { Operation } from "../../src/migrations/tables/operation.js";

let folder: string;
let sql: SqlExecutor;

/** A table with everything that SQLite has, partly written by hand. */
const TABLES = [
  "CREATE TABLE owners (id INTEGER PRIMARY KEY)",
  `CREATE TABLE "pa,rents" (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the key, with a comma
    "na""me" VARCHAR(40) NOT NULL DEFAULT 'a, (b)' COLLATE NOCASE,
    size INTEGER CHECK (size > 0), /* a ) here */
    twice INTEGER GENERATED ALWAYS AS (size * 2) VIRTUAL,
    gone TEXT,
    owner INTEGER REFERENCES owners (id) ON DELETE SET NULL,
    CONSTRAINT "pos" CHECK (size < 100), UNIQUE (size)
  )`,
  'CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES "pa,rents" (id) ON DELETE CASCADE)',
  'CREATE INDEX by_name ON "pa,rents" ("na""me") WHERE size > 1',
  "CREATE TABLE log (text TEXT)",
  `CREATE TRIGGER remember AFTER INSERT ON "pa,rents" BEGIN INSERT INTO log VALUES (new."na""me"); END`,
  'CREATE VIEW names AS SELECT "na""me" AS name FROM "pa,rents"',
  "INSERT INTO owners VALUES (1)",
  `INSERT INTO "pa,rents" (id, "na""me", size, gone, owner) VALUES (1, 'Ada', 5, 'x', 1), (2, 'Bob', 7, NULL, NULL), (9, 'Zed', 9, 'z', NULL)`,
  'DELETE FROM "pa,rents" WHERE id = 9',
  "INSERT INTO children VALUES (1, 1), (2, 2)",
  "DELETE FROM log",
];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "onespec-rebuild-"));
  const config = {
    dialect: "sqlite",
    storage: "t.sqlite",
    poolSize: 1,
    connectTimeoutMs: 1000,
    driverOptions: {},
    logQueries: false,
  } as const;
  sql = await openSqlExecutor(config, folder);
  for (const statement of TABLES) await sql.run(statement);
});

afterEach(async () => {
  await sql.close();
  rmSync(folder, { recursive: true });
});

test.each<[string, RebuildOperation]>([
  ["a column goes", { kind: "dropColumn", table: "pa,rents", column: column("gone", {}) }],
  [
    "a check comes",
    { kind: "addCheck", table: "pa,rents", check: { kind: "range", name: "more", column: "size", minimum: 2 } },
  ],
  ["a check goes", { kind: "dropCheck", table: "pa,rents", check: { kind: "range", name: "pos", column: "size" } }],
  [
    "a column that takes no null comes",
    { kind: "addColumn", table: "pa,rents", column: column("added", { nullable: false }), fill: "new" },
  ],
  [
    "a column takes no null any longer",
    {
      kind: "alterColumn",
      table: "pa,rents",
      from: column("gone", {}),
      to: column("gone", { nullable: false }),
      fill: "",
    },
  ],
])("%s: rows, children, indexes, triggers, views and the counter stay", async (_, operation) => {
  await sql.run("PRAGMA foreign_keys = OFF");
  await sql.transaction(() => rebuildTable(sql, operation));
  await sql.run("PRAGMA foreign_keys = ON");
  const rows = async (text: string) => (await sql.run(text)).rows.map((row) => Object.values(row).map(plain));
  expect(await rows('SELECT id, "na""me", size, twice, owner FROM "pa,rents"')).toEqual([
    [1, "Ada", 5, 10, 1],
    [2, "Bob", 7, 14, null],
  ]);
  expect(await rows("SELECT id, parent FROM children")).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(
    await rows(
      "SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger', 'view') AND sql IS NOT NULL ORDER BY 1",
    ),
  ).toEqual([["by_name"], ["names"], ["remember"]]);
  expect(await rows("SELECT name FROM names WHERE name = 'Ada'")).toEqual([["Ada"]]);
  expect(await rows("SELECT text FROM log"), "the copy fires no trigger").toEqual([]);
  await sql.run(
    `INSERT INTO "pa,rents" (size${operation.kind === "addColumn" ? ", added" : operation.kind === "alterColumn" ? ", gone" : ""}) VALUES (50${operation.kind === "addColumn" || operation.kind === "alterColumn" ? ", ''" : ""})`,
  );
  expect(
    await rows('SELECT MAX(id), (SELECT text FROM log) FROM "pa,rents"'),
    "it counts on after 9, a row that is gone",
  ).toEqual([[10, "a, (b)"]]);
  await expect(sql.run('UPDATE "pa,rents" SET size = 0 WHERE id = 1')).rejects.toThrow();
  await expect(sql.run('UPDATE "pa,rents" SET size = 7 WHERE id = 1'), "unique").rejects.toThrow();
  await sql.run("DELETE FROM owners");
  expect(await rows('SELECT owner FROM "pa,rents" WHERE id = 1'), "ON DELETE SET NULL").toEqual([[null]]);
  await sql.run('DELETE FROM "pa,rents" WHERE id = 1');
  expect(await rows("SELECT id FROM children"), "ON DELETE CASCADE").toEqual([[2]]);
});

test("values that do not fit a new type are told, and nothing changes", async () => {
  const operation: Operation = {
    kind: "alterColumn",
    table: "pa,rents",
    from: column("gone", {}),
    to: { ...column("gone", {}), type: { kind: "integer" } },
  };
  await sql.run("PRAGMA foreign_keys = OFF");
  await expect(sql.transaction(() => rebuildTable(sql, operation))).rejects.toMatchObject({
    code: "MIGRATION_FAILED",
    message: "1 values of pa,rents.gone do not fit its new type integer, 'x' for example.",
  });
  expect((await sql.run('SELECT gone FROM "pa,rents" WHERE id = 1')).rows).toEqual([{ gone: "x" }]);
});

function column(name: string, more: { readonly nullable?: boolean }) {
  return {
    name,
    type: { kind: "text" },
    nullable: true,
    primaryKey: false,
    autoIncrement: false,
    default: undefined,
    ...more,
  } as const;
}

function plain(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
