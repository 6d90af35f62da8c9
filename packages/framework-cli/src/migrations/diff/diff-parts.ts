import type { Check, ForeignKey, TableIndex } from "../tables/table.js";
import type { TablePair } from "./match-tables.js";
import type { Phases } from "./phases.js";

/** Compares indexes, checks and foreign keys. Parts that only follow renamed tables and columns are left alone. */
export function diffParts(
  pair: TablePair,
  pairs: readonly TablePair[],
  retyped: ReadonlySet<string>,
  work: Phases,
): void {
  const { before, after } = pair;
  const rename = (name: string): string => newColumn(pair, name);
  const isRetyped = (table: string, column: string): boolean => retyped.has(`${table}.${column}`);

  const movedKey = (key: ForeignKey): ForeignKey => {
    const target = pairs.find((each) => each.before.name === key.table);
    return {
      ...key,
      columns: key.columns.map(rename),
      table: target?.after.name ?? key.table,
      targets: key.targets.map((name) => (target === undefined ? name : newColumn(target, name))),
    };
  };
  const isTied = ({ columns, table, targets }: ForeignKey): boolean =>
    columns.some((column) => isRetyped(before.name, column)) || targets.some((target) => isRetyped(table, target));
  const keys = compare(before.foreignKeys, after.foreignKeys, movedKey, isTied);
  for (const foreignKey of keys.gone) {
    work.loosens.unshift({ kind: "dropForeignKey", table: before.name, foreignKey });
  }
  for (const foreignKey of keys.made) work.keys.push({ kind: "addForeignKey", table: after.name, foreignKey });

  const movedCheck = (check: Check): Check => ({ ...check, column: rename(check.column) });
  const checks = compare(before.checks, after.checks, movedCheck, ({ column }) => isRetyped(before.name, column));
  for (const check of checks.gone) work.loosens.push({ kind: "dropCheck", table: before.name, check });
  for (const check of checks.made) {
    work.ties.push({ kind: "addCheck", table: after.name, check });
    const gone = removedValues(before.checks.map(movedCheck), check).map((value) => JSON.stringify(value));
    const what = gone.length === 1 ? "the value" : "the values";
    if (gone.length > 0) work.losses.push(`${what} ${gone.join(", ")} of ${after.name}.${check.column}`);
  }

  const movedIndex = (index: TableIndex): TableIndex => ({ ...index, columns: index.columns.map(rename) });
  const carriesKey = (index: TableIndex): boolean =>
    keys.kept.some(({ columns }) => columns[0] === index.columns[0]) &&
    after.indexes.every(({ name }) => name !== index.name);
  const indexes = compare(before.indexes, after.indexes, movedIndex);
  for (const index of indexes.gone) {
    // MySQL needs an index for every foreign key, so the new one is created before the old one is dropped.
    if (carriesKey(index)) work.ties.push({ kind: "dropIndex", table: after.name, index: movedIndex(index) });
    else work.loosens.push({ kind: "dropIndex", table: before.name, index });
  }
  for (const index of indexes.made) work.ties.unshift({ kind: "addIndex", table: after.name, index });
}

/**
 * @param moved returns the part with the new names of its columns
 * @param mustGo true for a part that must be created again
 */
function compare<T>(
  before: readonly T[],
  after: readonly T[],
  moved: (part: T) => T,
  mustGo: (part: T) => boolean = () => false,
): { readonly kept: readonly T[]; readonly gone: readonly T[]; readonly made: readonly T[] } {
  const kept = before.filter((part) => !mustGo(part) && after.some((each) => same(each, moved(part))));
  return {
    kept,
    gone: before.filter((part) => !kept.includes(part)),
    made: after.filter((each) => !kept.some((part) => same(moved(part), each))),
  };
}

/** Values that the check allowed before and no longer allows. */
function removedValues(before: readonly Check[], check: Check): readonly string[] {
  if (check.kind !== "in") return [];
  return before.flatMap((each) =>
    each.kind === "in" && each.column === check.column
      ? each.values.filter((value) => !check.values.includes(value))
      : [],
  );
}

function newColumn({ columns }: TablePair, former: string): string {
  return [...columns].find(([, from]) => from === former)?.[0] ?? former;
}

/** Equal as JSON: both sides are built by the same code, with the same order of keys. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
