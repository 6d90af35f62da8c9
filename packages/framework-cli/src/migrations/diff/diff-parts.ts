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
  const stays = <T>(items: readonly T[], wanted: readonly T[], moved: (item: T) => T): Set<T> =>
    new Set(items.filter((item) => wanted.some((each) => same(each, moved(item)))));

  const isTied = ({ columns, table, targets }: ForeignKey): boolean =>
    columns.some((column) => retyped.has(`${before.name}.${column}`)) ||
    targets.some((target) => retyped.has(`${table}.${target}`));
  const movedKey = (key: ForeignKey): ForeignKey => {
    const target = pairs.find((each) => each.before.name === key.table);
    return {
      ...key,
      columns: key.columns.map(rename),
      table: target?.after.name ?? key.table,
      targets: key.targets.map((name) => (target === undefined ? name : newColumn(target, name))),
    };
  };
  const keptKeys = stays(before.foreignKeys, after.foreignKeys, movedKey);
  for (const key of before.foreignKeys) if (isTied(key)) keptKeys.delete(key);
  const keptKeysAfter = [...keptKeys].map(movedKey);
  for (const foreignKey of before.foreignKeys) {
    if (!keptKeys.has(foreignKey)) work.loosens.unshift({ kind: "dropForeignKey", table: before.name, foreignKey });
  }
  for (const foreignKey of after.foreignKeys) {
    if (keptKeysAfter.some((each) => same(each, foreignKey))) continue;
    work.keys.push({ kind: "addForeignKey", table: after.name, foreignKey });
  }

  const movedCheck = (check: Check): Check => ({ ...check, column: rename(check.column) });
  const changesKind = (check: Check): boolean => retyped.has(`${before.name}.${check.column}`);
  const keptChecks = stays(before.checks, after.checks, movedCheck);
  for (const check of before.checks) if (changesKind(check)) keptChecks.delete(check);
  for (const check of before.checks) {
    if (!keptChecks.has(check)) work.loosens.push({ kind: "dropCheck", table: before.name, check });
  }
  for (const check of after.checks) {
    if ([...keptChecks].some((each) => same(movedCheck(each), check))) continue;
    work.ties.push({ kind: "addCheck", table: after.name, check });
    const gone = removedValues(before.checks.map(movedCheck), check);
    if (gone.length > 0) {
      const what = gone.length === 1 ? "the value" : "the values";
      work.losses.push(
        `${what} ${gone.map((value) => JSON.stringify(value)).join(", ")} of ${after.name}.${check.column}`,
      );
    }
  }

  const movedIndex = (index: TableIndex): TableIndex => ({ ...index, columns: index.columns.map(rename) });
  const keptIndexes = stays(before.indexes, after.indexes, movedIndex);
  const carriesKey = (index: TableIndex): boolean =>
    [...keptKeys].some(({ columns }) => columns[0] === index.columns[0]) &&
    after.indexes.every(({ name }) => name !== index.name);
  for (const index of before.indexes) {
    if (keptIndexes.has(index)) continue;
    // MySQL keeps an index for every foreign key: the new one comes before the old one goes.
    if (carriesKey(index)) work.ties.push({ kind: "dropIndex", table: after.name, index: movedIndex(index) });
    else work.loosens.push({ kind: "dropIndex", table: before.name, index });
  }
  for (const index of after.indexes) {
    if ([...keptIndexes].some((each) => same(movedIndex(each), index))) continue;
    work.ties.unshift({ kind: "addIndex", table: after.name, index });
  }
}

/** Values that the column took before and takes no longer. */
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
