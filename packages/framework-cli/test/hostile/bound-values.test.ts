import { describe, expect, test } from "vitest";
import type { SqlDialect } from "../../src/database/dialect.js";
import type { FindQuery, Repository, Row, Where } from "../../src/database/repository.js";
import { createSqlRepositories } from "../../src/database/sql/repository/sql-repository.js";
import type { SqlExecutor } from "../../src/database/sql/sql-executor.js";
import { DatabaseError } from "../../src/errors/database-error.js";
import { DataTypes } from "../../src/model/data-types.js";
import { defineModel } from "../../src/model/define-model.js";
import { entitiesFromModels } from "../../src/model/entities-from-models.js";
import { CANARY, TEXTS, VALUES } from "./injection-payloads.js";

const ENTITIES = entitiesFromModels([
  defineModel("Note", {
    title: DataTypes.STRING(200),
    pages: DataTypes.INTEGER,
    sold: DataTypes.BIGINT,
    price: DataTypes.DECIMAL(10, 2),
    flag: DataTypes.BOOLEAN,
    at: DataTypes.DATE,
    meta: DataTypes.JSON,
    code: DataTypes.UUID,
  }),
  defineModel("Tag", { name: { type: DataTypes.STRING(200), primaryKey: true } }, { timestamps: false }),
]);

/** What a client may reach of a repository, with one hostile value in each place. */
const DOORS: readonly ((records: Repository, value: unknown) => Promise<unknown>)[] = [
  ...["title", "pages", "sold", "price", "flag", "at", "meta", "code", "id"].flatMap((field) => [
    (records: Repository, value: unknown) => records.find({ where: { [field]: value } as Where }),
    (records: Repository, value: unknown) => records.create({ [field]: value }),
    (records: Repository, value: unknown) => records.updateMany({ id: 1 }, { [field]: value }),
  ]),
  ...["eq", "ne", "gt", "lte", "in", "notIn", "contains", "startsWith", "isNull"].map(
    (operator) => (records: Repository, value: unknown) =>
      records.count({ title: { [operator]: operator.endsWith("n") ? [value] : value } } as Where),
  ),
  (records, value) => records.count({ [String(value)]: 1 }),
  (records, value) => records.count({ title: { [String(value)]: 1 } } as Where),
  (records, value) => records.count(value as Where),
  (records, value) => records.removeMany({ or: [value, { not: value }] } as Where),
  (records, value) => records.find({ order: [[value, "asc"]] } as FindQuery),
  (records, value) => records.find({ order: [["title", value]] } as unknown as FindQuery),
  (records, value) => records.find({ fields: value, include: value } as FindQuery),
  (records, value) => records.find({ limit: value, offset: value } as FindQuery),
  (records, value) => records.find(value as FindQuery),
  (records, value) => records.get(value),
  (records, value) => records.update(value, { title: String(value) }),
  (records, value) => records.remove(value),
  (records, value) => records.upsert({ id: value, title: value }),
  (records, value) => records.create(value as Row),
];

/** The same that the tests of injection ask of live databases, for those that no server is there for as well. */
describe.each(["sqlite", "postgres", "mysql", "mariadb", "mssql", "oracle"] as const)("statements of %s", (dialect) => {
  test("hold no value of a client's, whatever it is", async () => {
    const { texts, repository } = recorder(dialect);
    let refused = 0;
    for (const value of [...TEXTS, ...VALUES]) {
      for (const door of DOORS) {
        try {
          await door(repository("Note"), value);
          await door(repository("Tag"), value);
        } catch (error) {
          refused += 1;
          expect(error).toBeInstanceOf(DatabaseError);
          expect(["VALUE_REFUSED", "UNKNOWN_FIELD"]).toContain((error as DatabaseError).code);
        }
      }
    }
    expect(refused).toBeGreaterThan(100);
    expect(texts.size).toBeGreaterThan(20);
    expect([...texts].filter((text) => text.includes(CANARY) || /DROP|UNION|SLEEP/i.test(text))).toEqual([]);
  });
});

/** Notes what would be run, and answers that there is nothing. */
function recorder(dialect: SqlDialect): { readonly texts: Set<string>; repository(name: string): Repository } {
  const texts = new Set<string>();
  const executor: SqlExecutor = {
    dialect,
    isInTransaction: () => false,
    async run(sql) {
      texts.add(sql);
      const isRead = sql.startsWith("SELECT");
      return { rows: isRead ? [] : [{ id: 1 }], affected: 1, ...(!isRead && { insertId: 1 }) };
    },
    transaction: (work) => work(),
    close: async () => {},
  };
  return { texts, repository: createSqlRepositories(executor, ENTITIES) };
}
