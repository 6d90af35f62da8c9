import { describe, expect, test } from "vitest";
import type { SqlDialect } from "../../src/database/dialect.js";
import { operationStatements } from "../../src/migrations/ddl/operation-statements.js";
import type { Operation } from "../../src/migrations/tables/operation.js";
import type { Column, Table } from "../../src/migrations/tables/table.js";

const DIALECTS: readonly SqlDialect[] = ["sqlite", "postgres", "mysql", "mariadb", "mssql", "oracle"];

const TABLE: Table = {
  name: "books",
  columns: [
    column("id", { kind: "integer" }, { primaryKey: true, autoIncrement: true, nullable: false }),
    column(
      "title",
      { kind: "string", length: 120 },
      { nullable: false, default: { kind: "value", value: "it's \\ new" } },
    ),
    column("status", { kind: "string", length: 16 }, { nullable: false, default: { kind: "value", value: "draft" } }),
    column("notes", { kind: "text" }, { nullable: false, comment: "what's to say" }),
    column("price", { kind: "decimal", precision: 10, scale: 2, reads: "string" }, { nullable: false }),
    column("in_print", { kind: "boolean" }, { nullable: false, default: { kind: "value", value: true } }),
    column("details", { kind: "json" }, { nullable: false }),
    column("created_at", { kind: "timestamp" }, { nullable: false }),
    column("author_id", { kind: "uuid" }, {}),
  ],
  indexes: [
    { name: "books_title_unique", columns: ["title"], unique: true },
    { name: "books_author_id", columns: ["author_id"], unique: false },
    { name: "books_author_unique", columns: ["author_id"], unique: true },
  ],
  foreignKeys: [
    {
      name: "books_author_id_fk",
      columns: ["author_id"],
      table: "authors",
      targets: ["id"],
      onDelete: "RESTRICT",
      onUpdate: "CASCADE",
    },
  ],
  checks: [{ kind: "in", name: "books_status_check", column: "status", values: ["draft", "it's out"] }],
};

const OPERATIONS: readonly Operation[] = [
  { kind: "createTable", table: TABLE },
  { kind: "addColumn", table: "books", column: column("pages", { kind: "integer" }, { nullable: false }), fill: 1 },
  {
    kind: "addColumn",
    table: "books",
    column: column("isbn", { kind: "string", length: 20 }, { nullable: false }),
    distinct: true,
  },
  {
    kind: "alterColumn",
    table: "books",
    from: column("pages", { kind: "integer" }, {}),
    to: column("pages", { kind: "bigint" }, { nullable: false, default: { kind: "value", value: 0 } }),
    fill: 0,
  },
  {
    kind: "alterColumn",
    table: "books",
    from: column("in_print", { kind: "boolean" }, { default: { kind: "value", value: true } }),
    to: column("in_print", { kind: "string", length: 10 }, {}),
  },
  { kind: "renameColumn", table: "books", from: "title", to: 'it\'s a "title"' },
  { kind: "renameTable", from: "books", to: "novels" },
  { kind: "dropIndex", table: "books", index: { name: "books_author_id", columns: ["author_id"], unique: false } },
  { kind: "dropForeignKey", table: "books", foreignKey: TABLE.foreignKeys[0] as Table["foreignKeys"][number] },
  { kind: "dropCheck", table: "books", check: TABLE.checks[0] as Table["checks"][number] },
  {
    kind: "addCheck",
    table: "books",
    check: { kind: "range", name: "books_pages", column: "pages", minimum: 1, maximum: 9 },
  },
  { kind: "dropColumn", table: "books", column: column("price", { kind: "integer" }, {}) },
  { kind: "dropTable", table: TABLE },
];

describe.each(DIALECTS)("statements of %s", (dialect) => {
  test("are what they were", async () => {
    const text = OPERATIONS.map((operation) => {
      const statements = operationStatements(operation, dialect).map(({ sql }) => `${sql};`);
      return [`-- ${operation.kind}`, ...statements].join("\n");
    }).join("\n\n");
    await expect(`${text}\n`).toMatchFileSnapshot(`statements/${dialect}.sql`);
  });

  test("a column keeps NOT NULL, its default and its check", () => {
    const [create = ""] = operationStatements({ kind: "createTable", table: TABLE }, dialect).map(({ sql }) => sql);
    const line = (name: string): string =>
      create.split("\n").find((each) => /^\s*["`[]/.test(each) && each.includes(name)) ?? "";
    for (const name of ["title", "status", "notes", "price", "in_print", "details", "created_at"]) {
      expect(line(name), name).toContain("NOT NULL");
    }
    expect(line("status")).toMatch(/DEFAULT N?'draft' NOT NULL/);
    expect(line("in_print")).toMatch(/DEFAULT (TRUE|1) NOT NULL/);
    expect(create).toMatch(/CHECK \(\S+ IN \(N?'draft', N?'it''s out'\)\)/);
  });
});

test("what a database cannot do is left out or rejected, not sent", () => {
  const mssql = operationStatements({ kind: "createTable", table: TABLE }, "mssql")
    .map(({ sql }) => sql)
    .join("\n");
  expect(mssql).not.toContain("RESTRICT");
  expect(mssql).toContain("WHERE [author_id] IS NOT NULL");
  const oracle = operationStatements({ kind: "createTable", table: TABLE }, "oracle")
    .map(({ sql }) => sql)
    .join("\n");
  expect(oracle).not.toMatch(/RESTRICT|ON UPDATE/);
  const unique: Table = {
    ...TABLE,
    indexes: [{ name: "books_notes_unique", columns: ["notes"], unique: true }],
  };
  expect(() => operationStatements({ kind: "createTable", table: unique }, "mysql")).toThrow(
    expect.objectContaining({ code: "STRUCTURE_UNSUPPORTED" }),
  );
});

function column(name: string, type: Column["type"], more: Partial<Column>): Column {
  return { name, type, nullable: true, primaryKey: false, autoIncrement: false, default: undefined, ...more };
}
