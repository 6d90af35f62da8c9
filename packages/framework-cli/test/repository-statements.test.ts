import { describe, expect, test } from "vitest";
import type { DatabaseConfig } from "../src/database/database-config.js";
import type { SqlDialect } from "../src/database/dialect.js";
import { openDatabase } from "../src/database/open-database.js";
import { createSqlRepositories } from "../src/database/sql/repository/sql-repository.js";
import type { SqlExecutor, SqlResult } from "../src/database/sql/sql-executor.js";
import { DatabaseError } from "../src/errors/database-error.js";
import { DataTypes } from "../src/model/data-types.js";
import { defineModel } from "../src/model/define-model.js";
import { entitiesFromModels } from "../src/model/entities-from-models.js";
import { freePort } from "./servers/server-folder.js";

const ENTITIES = entitiesFromModels([
  defineModel("Author", { name: { type: DataTypes.STRING(80), allowNull: false } }, { timestamps: false }),
  defineModel(
    "Book",
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      title: { type: DataTypes.STRING(120), allowNull: false },
      text: DataTypes.TEXT,
      pages: DataTypes.INTEGER,
      sold: DataTypes.BIGINT,
      price: DataTypes.DECIMAL(10, 2),
      inPrint: DataTypes.BOOLEAN,
      at: DataTypes.DATE,
      cover: DataTypes.BLOB,
      extra: DataTypes.JSON,
      authorId: DataTypes.INTEGER,
    },
    {
      timestamps: false,
      paranoid: true,
      associations: { author: { belongsTo: "Author" }, tags: { belongsToMany: "Tag", through: "Tagging" } },
    },
  ),
  defineModel("Tag", { name: { type: DataTypes.STRING(40), primaryKey: true } }, { timestamps: false }),
  defineModel("Tagging", { bookId: DataTypes.UUID, tagId: DataTypes.STRING(40) }, { timestamps: false }),
]);

const ID = "00000000-0000-4000-8000-000000000001";
const BOOK = { id: ID, title: "Emma", price: "9.5", inPrint: true, at: "2026-01-31T12:30:00.120Z", sold: 2n ** 60n };

/** Every statement of a dialect that no server is there for on most machines, to be read by those who know it. */
describe.each(["sqlite", "postgres", "mysql", "mariadb", "mssql", "oracle"] as const)("statements of %s", (dialect) => {
  test("are these", async () => {
    const { lines, executor } = recorder(dialect);
    const repository = createSqlRepositories(executor, ENTITIES);
    const [authors, books] = [repository("Author"), repository("Book")];
    const step = async (title: string, work: () => Promise<unknown>): Promise<void> => {
      lines.push(`-- ${title}`);
      await work();
    };
    await step("get", () => authors.get(7));
    await step("get of a paranoid model, fields", () => books.get(ID, { fields: ["price"] }));
    await step("find all", () => authors.find());
    await step("pages", async () => {
      await authors.find({ limit: 20 });
      await authors.find({ limit: 20, offset: 40, order: [["name", "desc"]] });
      await authors.find({ offset: 40 });
    });
    await step("order of nullable fields", () =>
      books.find({
        fields: ["id"],
        order: [
          ["pages", "asc"],
          ["text", "desc"],
          ["at", "desc"],
        ],
      }),
    );
    await step("comparisons", () =>
      books.count({
        title: { eq: "a", ne: "b", gt: "c", lte: "d" },
        text: { eq: "a", gte: "b" },
        pages: { gt: 3, ne: 9_999_999_999 },
        sold: 2n ** 60n,
        price: { lt: "10.5" },
        inPrint: true,
        at: { gte: "2026-01-31T12:30:00Z" },
        id: ID,
      }),
    );
    await step("lists", () =>
      books.count({
        pages: { in: [1, 2, 3] },
        price: { in: ["1.5"] },
        title: { notIn: ["a", "b"] },
        sold: { in: [] },
        id: { notIn: [] },
      }),
    );
    await step("texts", () =>
      books.count({
        title: { contains: "50%_[|", startsWith: "50%_[|" },
        text: { contains: "x" },
        id: { contains: "a" },
      }),
    );
    await step("and, or, not, null", () =>
      books.count({ or: [{ pages: null }, { and: [{ text: { isNull: false } }, {}] }], not: { pages: 3 } }),
    );
    await step("create with a counted key", () => authors.create({ name: "Austen" }));
    await step("create with a given one", () => authors.create({ id: 7, name: "Austen" }));
    await step("create", () => books.create(BOOK));
    await step("createMany", () => authors.createMany([{ name: "a" }, { name: "b" }]));
    await step("update", () => books.update(ID, { title: "b", cover: null, extra: { a: 1 } }));
    await step("updateMany", () => authors.updateMany({ name: { startsWith: "a" } }, { name: "b" }));
    await step("remove", () => authors.remove(7));
    await step("removeMany", () => authors.removeMany({ id: { gt: 7 } }));
    await step("upsert", () => authors.upsert({ id: 7, name: "a" }));
    await step("include", () => books.find({ fields: ["title"], include: ["author", "tags"] }));
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`statements/${dialect}.sql`);
  });
});

function recorder(dialect: SqlDialect): { readonly lines: string[]; readonly executor: SqlExecutor } {
  const lines: string[] = [];
  const columns = ENTITIES.flatMap(({ fields }) => fields.map(({ column }) => [column, null] as const));
  const nothing = Object.fromEntries([...columns, ["framework_owner", null]]);
  const executor: SqlExecutor = {
    dialect,
    isInTransaction: () => false,
    async run(sql, parameters = []): Promise<SqlResult> {
      const shown = parameters.map((value) =>
        typeof value === "bigint"
          ? `${value}n`
          : value instanceof Date
            ? `Date(${value.toISOString()})`
            : JSON.stringify(value),
      );
      lines.push(shown.length === 0 ? sql : `${sql}\n   [${shown.join(", ")}]`);
      const counted = sql.startsWith("INSERT INTO") && sql.includes("authors") ? 1 : ID;
      const row = { ...nothing, n: 0, step: 1, id: counted, author_id: 7, title: "Emma" };
      return { rows: [row], affected: 1, ...(!sql.startsWith("SELECT") && { insertId: 1 }) };
    },
    transaction: (work) => work(),
    close: async () => {},
  };
  return { lines, executor };
}

describe.each([
  ["mssql", "SQL Server"],
  ["oracle", "Oracle"],
] as const)("the driver of %s", (dialect, product) => {
  const config = (port: number): DatabaseConfig => ({
    dialect,
    host: "127.0.0.1",
    port,
    database: "shop",
    username: "framework",
    password: "s3cr3t-pa55word",
    poolSize: 2,
    connectTimeoutMs: 3000,
    driverOptions: {},
    logQueries: false,
  });

  test("loads, and a closed port is unavailable, without the password", async () => {
    const port = await freePort();
    const error = await openDatabase(config(port), ENTITIES, process.cwd()).then(
      () => undefined,
      (reason: unknown) => reason as DatabaseError,
    );
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ code: "UNAVAILABLE" });
    expect(error?.message).toContain(`${product} at 127.0.0.1:${port} cannot be reached`);
    expect(`${error?.message} ${error?.hint}`).not.toContain("s3cr3t");
  });
});
