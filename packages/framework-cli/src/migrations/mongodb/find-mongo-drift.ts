import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import type { Drift, LiveTable } from "../introspect/expected-tables.js";
import { compareTables } from "../introspect/find-drift.js";
import { byName, canonicalTables, plainKey, type Table, type TableIndex } from "../tables/table.js";
import { OWN_PREFIX } from "../target/own-table.js";
import { createMongoCatalogue, indexesOfTable, pathOf } from "./collection-structure.js";

/** Compares MongoDB with tables: its collections and indexes, and what the catalogue says of their columns. */
export async function findMongoDrift(connection: MongoConnection, tables: readonly Table[]): Promise<readonly Drift[]> {
  const known = await createMongoCatalogue(connection).read();
  const collections = await connection.run(() => connection.db.listCollections({}, { nameOnly: true }).toArray());
  const names = collections
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(OWN_PREFIX) && !name.startsWith("system."));
  const live: LiveTable[] = [];
  for (const name of names.sort()) {
    const table = known.find((each) => each.name === name);
    live.push({ ...described(table, name), indexes: await liveIndexes(name, table, connection) });
  }
  return compareTables(
    live,
    canonicalTables(tables).map((table) => ({
      ...described(table, table.name),
      indexes: sorted(indexesOfTable(table)),
    })),
  );
}

function described(table: Table | undefined, name: string): Omit<LiveTable, "indexes"> {
  return {
    name,
    columns: (table?.columns ?? []).map((column) => ({
      name: column.name,
      type: JSON.stringify(column.type),
      nullable: column.nullable,
      primaryKey: column.primaryKey,
      autoIncrement: column.autoIncrement,
      default: column.default === undefined ? undefined : JSON.stringify(column.default),
    })),
    foreignKeys: (table?.foreignKeys ?? []).map(plainKey),
    checks: (table?.checks ?? []).map((check) => ({
      name: check.name,
      texts: check.kind === "in" ? check.values : [String(check.minimum), String(check.maximum)],
    })),
  };
}

async function liveIndexes(
  name: string,
  table: Table | undefined,
  { db, run }: MongoConnection,
): Promise<TableIndex[]> {
  const found = await run(() => db.collection(name).indexes());
  const columnOf = (path: string): string =>
    (table?.columns ?? []).find((column) => table !== undefined && pathOf(column.name, table) === path)?.name ?? path;
  return sorted(
    found
      .filter((index) => index.name !== "_id_")
      .map((index) => ({
        name: index.name ?? "",
        columns: Object.keys(index.key).map(columnOf),
        unique: index.unique === true,
      })),
  );
}

function sorted(indexes: readonly TableIndex[]): TableIndex[] {
  return indexes.map(({ name, columns, unique }) => ({ name, columns, unique })).sort(byName);
}
