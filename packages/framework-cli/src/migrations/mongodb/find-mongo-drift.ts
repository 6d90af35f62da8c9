import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import type { Drift, LiveTable } from "../introspect/expected-tables.js";
import { compareTables } from "../introspect/find-drift.js";
import { byName, canonicalTables, emptyTable, plainKey, type Table, type TableIndex } from "../tables/table.js";
import { OWN_PREFIX } from "../target/own-table.js";
import { createMongoCatalogue, indexesOfTable, pathOf } from "./collection-structure.js";

/** Compares MongoDB with tables: its collections and indexes, and the columns that the catalogue lists. */
export async function findMongoDrift(connection: MongoConnection, tables: readonly Table[]): Promise<readonly Drift[]> {
  const known = await createMongoCatalogue(connection).read();
  const collections = await connection.run(() => connection.db.listCollections({}, { nameOnly: true }).toArray());
  const names = collections
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(OWN_PREFIX) && !name.startsWith("system."));
  const live: LiveTable[] = [];
  for (const name of names.sort()) {
    const table = known.find((each) => each.name === name) ?? emptyTable(name);
    live.push({ ...described(table), indexes: await liveIndexes(table, connection) });
  }
  const expected = canonicalTables(tables).map((table) => ({
    ...described(table),
    indexes: sorted(indexesOfTable(table)),
  }));
  return compareTables(live, expected);
}

function described({ name, columns, foreignKeys, checks }: Table): Omit<LiveTable, "indexes"> {
  return {
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: JSON.stringify(column.type),
      nullable: column.nullable,
      primaryKey: column.primaryKey,
      autoIncrement: column.autoIncrement,
      default: column.default && JSON.stringify(column.default),
    })),
    foreignKeys: foreignKeys.map(plainKey),
    checks: checks.map((check) => ({
      name: check.name,
      texts: check.kind === "in" ? check.values : [String(check.minimum), String(check.maximum)],
    })),
  };
}

async function liveIndexes(table: Table, { db, run }: MongoConnection): Promise<TableIndex[]> {
  const found = await run(() => db.collection(table.name).indexes());
  const columnOf = (path: string): string =>
    table.columns.find(({ name }) => pathOf(name, table) === path)?.name ?? path;
  return sorted(
    found
      .filter(({ name }) => name !== "_id_")
      .map(({ name = "", key, unique = false }) => ({ name, columns: Object.keys(key).map(columnOf), unique })),
  );
}

function sorted(indexes: readonly TableIndex[]): TableIndex[] {
  return indexes.map(({ name, columns, unique }) => ({ name, columns, unique })).sort(byName);
}
