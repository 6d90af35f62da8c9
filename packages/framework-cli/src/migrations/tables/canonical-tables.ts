import { byName, type ForeignKey, type Table } from "./table.js";

/** Sorted by name, keys in one order: equal tables are equal as JSON. */
export function canonicalTables(tables: readonly Table[]): Table[] {
  return [...tables].sort(byName).map(canonicalTable);
}

function canonicalTable({ name, model, columns, indexes, foreignKeys, checks }: Table): Table {
  return {
    name,
    ...(model !== undefined && { model }),
    columns: columns.map(({ name, type, nullable, primaryKey, autoIncrement, default: given, comment }) => ({
      name,
      type: sortKeys(type),
      nullable,
      primaryKey,
      autoIncrement,
      default: given === undefined ? undefined : sortKeys(given),
      ...(comment !== undefined && { comment }),
    })),
    indexes: indexes.map(({ name, columns, unique }) => ({ name, columns, unique })).sort(byName),
    foreignKeys: foreignKeys.map(plainKey).sort(byName),
    checks: checks.map(sortKeys).sort(byName),
  };
}

/** A key with its own members in one order. */
export function plainKey({ name, columns, table, targets, onDelete, onUpdate }: ForeignKey): ForeignKey {
  return { name, columns, table, targets, onDelete, onUpdate };
}

function sortKeys<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}
