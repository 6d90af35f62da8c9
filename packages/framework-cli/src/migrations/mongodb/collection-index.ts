import type { IndexDescription } from "mongodb";
import type { MongoFeatures } from "../../database/mongodb/mongo-connection.js";
import type { Table, TableIndex } from "../table.js";
import { pathOf } from "./table-paths.js";

/**
 * An index as MongoDB makes it. Any number of documents may lack a value that must be unique: what is not there is left out of the
 * index.
 */
export function collectionIndex(
  { name, columns, unique }: TableIndex,
  table: Table,
  { partialIndexes }: Pick<MongoFeatures, "partialIndexes">,
): IndexDescription {
  const optional = columns.filter((column) => table.columns.find((each) => each.name === column)?.nullable ?? true);
  const present = optional.map((column) => [pathOf(column, table), { $exists: true }]);
  return {
    name,
    key: Object.fromEntries(columns.map((column): [string, 1] => [pathOf(column, table), 1])),
    ...(unique && { unique }),
    ...(unique && partialIndexes && present.length > 0 && { partialFilterExpression: Object.fromEntries(present) }),
  };
}

/** Every index of a table, and one for a key of several columns, which `_id` cannot be. */
export function indexesOfTable(table: Table): readonly TableIndex[] {
  const key = table.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
  const own = key.length > 1 ? [{ name: "primary_key", columns: key, unique: true }] : [];
  return [...own, ...table.indexes];
}
