import { MigrationError } from "../../errors/migration-error.js";
import type { Operation } from "../tables/operation.js";
import type { Answers, Question } from "../tables/question.js";
import { type Column, canonicalTables, isUnique, type Table } from "../tables/table.js";
import { type DiffHints, emptyFill } from "./diff-hints.js";
import { diffParts, same } from "./diff-parts.js";
import { matchTables, orderRenames, type TablePair } from "./match-tables.js";
import { orderTables } from "./order-tables.js";
import { Phases } from "./phases.js";
import { typeChange } from "./type-change.js";

export interface Difference {
  /** In an order that every database accepts. */
  readonly operations: readonly Operation[];
  /** Must be answered before the operations are final. */
  readonly questions: readonly Question[];
  /** Data that the operations would lose: `the table books with all its rows`. */
  readonly losses: readonly string[];
}

/**
 * The operations that turn one set of tables into another. Renames are used if the model states them, the user has
 * answered, or they are certain. Possible renames become questions.
 * @throws MigrationError PRIMARY_KEY_CHANGE, ANSWER_INVALID
 */
export function diffTables(
  before: readonly Table[],
  after: readonly Table[],
  hints: DiffHints,
  answers: Answers = {},
): Difference {
  const matched = matchTables(canonicalTables(before), canonicalTables(after), hints, answers);
  const work = new Phases(hints, answers, matched.questions);
  const former = new Map(matched.pairs.map((pair) => [pair.after.name, pair.before.name]));
  const retyped = retypedColumns(matched.pairs);

  for (const pair of matched.pairs) {
    refuseKeyChange(pair);
    diffColumns(pair, work);
    diffParts(pair, matched.pairs, retyped, work);
  }
  const newNames = new Set([...matched.created.map(({ name }) => name), ...former.keys()]);
  dropTables(matched.dropped, newNames, retyped, work);
  for (const rename of orderRenames([...former].flatMap(([to, from]) => (from === to ? [] : [{ from, to }])))) {
    work.renames.push({ kind: "renameTable", ...rename });
  }
  const { tables, postponed } = orderTables(matched.created);
  for (const table of tables) work.creates.push({ kind: "createTable", table });
  for (const { table, foreignKey } of postponed) work.keys.push({ kind: "addForeignKey", table, foreignKey });
  return { operations: work.operations(), questions: work.questions, losses: work.losses };
}

/**
 * Columns whose type changes, as `table.column` with their former names. Foreign keys from and to them must be dropped
 * meanwhile.
 */
function retypedColumns(pairs: readonly TablePair[]): ReadonlySet<string> {
  return new Set(
    pairs.flatMap(({ before, after, columns }) =>
      after.columns.flatMap((to) => {
        const from = before.columns.find(({ name }) => name === columns.get(to.name));
        return from === undefined || same(from.type, to.type) ? [] : [`${before.name}.${from.name}`];
      }),
    ),
  );
}

function dropTables(
  dropped: readonly Table[],
  newNames: ReadonlySet<string>,
  retyped: ReadonlySet<string>,
  work: Phases,
): void {
  const { tables, postponed } = orderTables(dropped);
  for (const { table, foreignKey } of postponed) {
    work.loosens.unshift({ kind: "dropForeignKey", table, foreignKey });
  }
  for (const table of [...tables].reverse()) {
    work.losses.push(`the table ${table.name} with all its rows`);
    const isInTheWay =
      newNames.has(table.name) ||
      table.foreignKeys.some((key) => key.targets.some((target) => retyped.has(`${key.table}.${target}`)));
    (isInTheWay ? work.clears : work.drops).push({ kind: "dropTable", table });
  }
}

/** @throws MigrationError PRIMARY_KEY_CHANGE */
function refuseKeyChange({ before, after, columns }: TablePair): void {
  const keyBefore = before.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
  const keyAfter = after.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => columns.get(name) ?? name);
  if (same([...keyBefore].sort(), [...keyAfter].sort())) return;
  throw new MigrationError(
    "PRIMARY_KEY_CHANGE",
    `The primary key of ${after.name} changes from (${keyBefore.join(", ")}) to (${keyAfter.join(", ")}), which no migration can do by itself.`,
    { hint: "Create a new table with the new key and move the rows in a step of a migration (--empty)." },
  );
}

/** The columns that are added, dropped, changed and renamed. @throws MigrationError PRIMARY_KEY_CHANGE */
function diffColumns({ before, after, columns }: TablePair, work: Phases): void {
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
