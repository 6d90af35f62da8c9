import { MigrationError } from "../../errors/migration-error.js";
import { type Column, isUnique, type Table } from "../tables/table.js";
import { emptyFill } from "./diff-hints.js";
import { same } from "./diff-parts.js";
import { orderRenames } from "./match-renames.js";
import type { TablePair } from "./match-tables.js";
import type { Phases } from "./phases.js";
import { typeChange } from "./type-change.js";

/** @throws MigrationError PRIMARY_KEY_CHANGE */
export function refuseKeyChange({ before, after, columns }: TablePair): void {
  const keyBefore = before.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
  const keyAfter = after.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => columns.get(name) ?? name);
  if (same([...keyBefore].sort(), [...keyAfter].sort())) return;
  throw new MigrationError(
    "PRIMARY_KEY_CHANGE",
    `The primary key of ${after.name} changes from (${keyBefore.join(", ")}) to (${keyAfter.join(", ")}), which no migration can do by itself.`,
    { hint: "Create a new table with the new key and move the rows in a step of a migration (--empty)." },
  );
}

/** Columns that come, go, change and get another name. @throws MigrationError PRIMARY_KEY_CHANGE */
export function diffColumns({ before, after, columns }: TablePair, work: Phases): void {
  const stays = new Set(columns.values());
  const impossible = new Set<string>();
  const renames: { from: string; to: string }[] = [];
  for (const to of after.columns) {
    const from = before.columns.find(({ name }) => name === columns.get(to.name));
    if (from === undefined) {
      addColumn(after, to, work);
      continue;
    }
    if (typeChange(from.type, to.type) === "impossible" && !same(from.type, to.type)) {
      refuseRetypedKey(after, from, to);
      impossible.add(from.name);
      addColumn(after, to, work);
      continue;
    }
    if (from.name !== to.name) renames.push({ from: from.name, to: to.name });
    alterColumn(before, after, from, to, work);
  }
  const taken = new Set([...renames.map(({ to }) => to), ...after.columns.map(({ name }) => name)]);
  for (const column of before.columns) {
    if (stays.has(column.name) && !impossible.has(column.name)) continue;
    const isInTheWay = taken.has(column.name);
    const table = isInTheWay ? before.name : after.name;
    const fill = column.nullable ? {} : emptyFill(before, column);
    (isInTheWay ? work.clears : work.drops).unshift({ kind: "dropColumn", table, column, ...fill });
    work.losses.push(`the column ${before.name}.${column.name} with its values`);
  }
  for (const rename of orderRenames(renames)) {
    work.columnRenames.push({ kind: "renameColumn", table: after.name, ...rename });
  }
}

function addColumn(table: Table, column: Column, work: Phases): void {
  const unique = isUnique(table, column.name);
  const why = `${table.name}.${column.name} takes no null.`;
  const needsFill = !column.nullable && (column.default === undefined || unique);
  const fill = needsFill ? work.fill(table, column, unique, why) : {};
  work.adds.push({ kind: "addColumn", table: table.name, column, ...fill });
}

function alterColumn(before: Table, after: Table, from: Column, to: Column, work: Phases): void {
  const named: Column = { ...from, name: to.name };
  if (same(stripComment(named), stripComment(to))) return;
  const change = typeChange(from.type, to.type);
  if (change === "lossy") work.losses.push(`parts of the values of ${before.name}.${from.name}`);
  const tightens = from.nullable && !to.nullable;
  const loosens = !from.nullable && to.nullable;
  const fill = tightens
    ? work.fill(after, to, isUnique(after, to.name), `${after.name}.${to.name} takes null no longer.`)
    : loosens
      ? emptyFill(before, from)
      : {};
  work.alters.push({ kind: "alterColumn", table: after.name, from: named, to, ...fill });
}

function refuseRetypedKey(table: Table, from: Column, to: Column): void {
  if (!from.primaryKey) return;
  throw new MigrationError(
    "PRIMARY_KEY_CHANGE",
    `The primary key ${table.name}.${to.name} changes from ${from.type.kind} to ${to.type.kind}, and there is no way to convert its values.`,
    { hint: "Create a new table with the new key and move the rows in a step of a migration (--empty)." },
  );
}

function stripComment({ comment: _, ...column }: Column): Omit<Column, "comment"> {
  return column;
}
