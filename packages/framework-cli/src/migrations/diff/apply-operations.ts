import type { Operation, PartOperation } from "../tables/operation.js";
import { canonicalTables, type Table } from "../tables/table.js";

/** Applies operations to tables. Drops of missing parts and additions of existing parts are skipped: two branches may have done the same. */
export function applyOperations(tables: readonly Table[], operations: readonly Operation[]): Table[] {
  const result = new Map(tables.map((table) => [table.name, table]));
  const change = (name: string, work: (table: Table) => Table): void => {
    const table = result.get(name);
    if (table !== undefined) result.set(name, work(table));
  };
  for (const operation of operations) {
    switch (operation.kind) {
      case "createTable":
        result.set(operation.table.name, operation.table);
        break;
      case "dropTable":
        result.delete(operation.table.name);
        break;
      case "renameTable":
        renameTable(result, operation.from, operation.to);
        break;
      case "addColumn":
        change(operation.table, (table) => ({ ...table, columns: put(table.columns, operation.column) }));
        break;
      case "dropColumn":
        change(operation.table, (table) => withoutColumns(table, (name) => name === operation.column.name));
        break;
      case "renameColumn":
        renameColumn(result, operation.table, operation.from, operation.to);
        break;
      case "alterColumn":
        change(operation.table, (table) => ({ ...table, columns: put(table.columns, operation.to) }));
        break;
      default:
        change(operation.table, (table) => changePart(table, operation));
        break;
    }
  }
  return canonicalTables([...result.values()]);
}

function changePart(table: Table, operation: PartOperation): Table {
  const work = operation.kind.startsWith("add") ? put : without;
  if ("index" in operation) return { ...table, indexes: work(table.indexes, operation.index) };
  if ("check" in operation) return { ...table, checks: work(table.checks, operation.check) };
  return { ...table, foreignKeys: work(table.foreignKeys, operation.foreignKey) };
}

function renameTable(tables: Map<string, Table>, from: string, to: string): void {
  const moved = tables.get(from);
  if (moved === undefined) return;
  tables.delete(from);
  tables.set(to, { ...moved, name: to });
  for (const [name, table] of tables) {
    const foreignKeys = table.foreignKeys.map((key) => (key.table === from ? { ...key, table: to } : key));
    tables.set(name, { ...table, foreignKeys });
  }
}

function renameColumn(tables: Map<string, Table>, tableName: string, from: string, to: string): void {
  const rename = (name: string): string => (name === from ? to : name);
  for (const [name, table] of tables) {
    const isIt = name === tableName;
    tables.set(name, {
      ...table,
      columns: isIt ? table.columns.map((column) => ({ ...column, name: rename(column.name) })) : table.columns,
      indexes: isIt ? table.indexes.map((index) => ({ ...index, columns: index.columns.map(rename) })) : table.indexes,
      checks: isIt ? table.checks.map((check) => ({ ...check, column: rename(check.column) })) : table.checks,
      foreignKeys: table.foreignKeys.map((key) => ({
        ...key,
        columns: isIt ? key.columns.map(rename) : key.columns,
        targets: key.table === tableName ? key.targets.map(rename) : key.targets,
      })),
    });
  }
}

/** As in databases, the indexes, keys and checks of a dropped column are dropped too. */
export function withoutColumns(table: Table, isGone: (column: string) => boolean): Table {
  return {
    ...table,
    columns: table.columns.filter(({ name }) => !isGone(name)),
    indexes: table.indexes.filter(({ columns }) => !columns.some(isGone)),
    foreignKeys: table.foreignKeys.filter(({ columns }) => !columns.some(isGone)),
    checks: table.checks.filter(({ column }) => !isGone(column)),
  };
}

function put<T extends { readonly name: string }>(items: readonly T[], item: T): T[] {
  const isThere = items.some(({ name }) => name === item.name);
  return isThere ? items.map((each) => (each.name === item.name ? item : each)) : [...items, item];
}

function without<T extends { readonly name: string }>(items: readonly T[], item: T): T[] {
  return items.filter(({ name }) => name !== item.name);
}
