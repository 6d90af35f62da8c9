import type { Document } from "mongodb";
import { operatorsOf } from "../../database/mongodb/entity-collection.js";
import { mongoCodecOf } from "../../database/mongodb/mongo-codec.js";
import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import type { MongoCounters } from "../../database/mongodb/mongo-counters.js";
import { normaliserOf, Refusal } from "../../entity/normalise-value.js";
import { MigrationError } from "../../errors/migration-error.js";
import { type Column, emptyTable, type Table } from "../tables/table.js";
import type { RowFilter, Rows, RowValues } from "../target/migration-target.js";
import { createMongoCatalogue, pathOf } from "./collection-structure.js";

/** Documents as rows of a table that migrations created. Fields without a migration are not touched. */
export function mongoRows(connection: MongoConnection, name: string, counters: MongoCounters): Rows {
  const { db, run } = connection;
  const documents = db.collection(name);
  let known: Promise<Table> | undefined;
  const table = (): Promise<Table> => {
    known ??= createMongoCatalogue(connection)
      .read()
      .then((tables) => tables.find((each) => each.name === name) ?? emptyTable(name));
    return known;
  };
  const encode = (column: string, value: unknown, { columns }: Table): unknown => {
    const type = columns.find((each) => each.name === column)?.type;
    if (value === null || value === undefined || type === undefined) return value ?? null;
    const normal = normaliserOf(type)(value);
    if (!(normal instanceof Refusal)) return mongoCodecOf(type, connection).encode(normal);
    throw new MigrationError("MIGRATION_INVALID", `${name}.${column} ${normal.reason}.`, {
      hint: "Correct the value in the step of the migration.",
    });
  };
  const filterOf = (where: RowFilter, shape: Table): Document =>
    Object.fromEntries(
      Object.entries(where).map(([column, value]) => [
        pathOf(column, shape),
        Array.isArray(value) ? { $in: value.map((each) => encode(column, each, shape)) } : encode(column, value, shape),
      ]),
    );
  return {
    async find(where = {}) {
      const shape = await table();
      const found = await run((session) => documents.find(filterOf(where, shape), session).toArray());
      return found.map((document) => rowOf(document, shape, connection));
    },
    async count(where = {}) {
      const filter = filterOf(where, await table());
      return run((session) => documents.countDocuments(filter, session));
    },
    async insert(given) {
      const shape = await table();
      const all: readonly RowValues[] = Array.isArray(given) ? given : [given];
      const counted = shape.columns.find(({ autoIncrement }) => autoIncrement);
      for (const values of all) {
        const row = { ...values };
        if (counted !== undefined) await countKey(row, counted);
        const document = Object.fromEntries(
          Object.entries(row)
            .filter(([, value]) => value !== null && value !== undefined)
            .map(([column, value]) => [pathOf(column, shape), encode(column, value, shape)]),
        );
        await run((session) => documents.insertOne(document, session));
      }
      return all.length;
    },
    async update(where, values) {
      const shape = await table();
      const update = operatorsOf(
        Object.entries(values).map(([column, value]) => [pathOf(column, shape), encode(column, value ?? null, shape)]),
      );
      if (Object.keys(update).length === 0) return this.count(where);
      const { matchedCount } = await run((session) => documents.updateMany(filterOf(where, shape), update, session));
      return matchedCount;
    },
    async delete(where) {
      const filter = filterOf(where, await table());
      return (await run((session) => documents.deleteMany(filter, session))).deletedCount;
    },
  };

  async function countKey(row: Record<string, unknown>, { name: key }: Column): Promise<void> {
    if (row[key] === undefined || row[key] === null) row[key] = await counters.next(name, 1);
    else await counters.atLeast(name, Number(row[key]));
  }
}

/** Every column of the table. It is null if the document lacks the field. */
function rowOf(document: Document, shape: Table, connection: MongoConnection): Record<string, unknown> {
  if (shape.columns.length === 0) return document;
  return Object.fromEntries(
    shape.columns.map(({ name, type }) => {
      const raw: unknown = document[pathOf(name, shape)];
      return [name, raw === null || raw === undefined ? null : mongoCodecOf(type, connection).decode(raw)];
    }),
  );
}
