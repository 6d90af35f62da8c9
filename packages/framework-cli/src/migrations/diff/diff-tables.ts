import { MigrationError } from "../../errors/migration-error.js";
import type { Operation } from "../operation.js";
import type { Answers, Question } from "../question.js";
import { canonicalTables } from "../snapshot.js";
import type { Check, Column, ForeignKey, Table, TableIndex } from "../table.js";
import type { DiffHints, Fill } from "./diff-hints.js";
import { canBeDistinct, emptyFill } from "./empty-fill.js";
import { matchTables, type TablePair } from "./match-tables.js";
import { orderTables } from "./order-tables.js";
import { orderRenames } from "./rename-operations.js";
import { same } from "./same.js";
import { typeChange } from "./type-change.js";

export interface Difference {
  /** In an order that every database takes. */
  readonly operations: readonly Operation[];
  /** To be answered before the operations can be trusted. */
  readonly questions: readonly Question[];
  /** What the operations would lose: `the table books with all its rows`. */
  readonly losses: readonly string[];
}

const NO_HINTS: DiffHints = { tables: new Map(), columns: new Map(), fills: new Map() };

/**
 * The way from one set of tables to another. Renames are taken where they are stated, answered or beyond doubt; where they are not,
 * there is a question.
 *
 * @throws MigrationError PRIMARY_KEY_CHANGE, ANSWER_INVALID
 */
export function diffTables(
  before: readonly Table[],
  after: readonly Table[],
  hints: DiffHints = NO_HINTS,
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

/** Operations by when they have their turn. Those before the renames speak of tables by their former names. */
class Phases {
  readonly loosens: Operation[] = [];
  readonly clears: Operation[] = [];
  readonly renames: Operation[] = [];
  readonly columnRenames: Operation[] = [];
  readonly creates: Operation[] = [];
  readonly adds: Operation[] = [];
  readonly alters: Operation[] = [];
  readonly ties: Operation[] = [];
  readonly keys: Operation[] = [];
  readonly drops: Operation[] = [];
  readonly losses: string[] = [];
  readonly questions: Question[];
  readonly hints: DiffHints;
  readonly answers: Answers;

  constructor(hints: DiffHints, answers: Answers, questions: readonly Question[]) {
    this.hints = hints;
    this.answers = answers;
    this.questions = [...questions];
  }

  operations(): Operation[] {
    return [
      ...this.loosens,
      ...this.clears,
      ...this.renames,
      ...this.columnRenames,
      ...this.adds,
      ...this.alters,
      ...this.creates,
      ...this.ties,
      ...this.keys,
      ...this.drops,
    ];
  }

  /** What rows get in a column that takes no null; a question where nobody knows. */
  fill(table: Table, column: Column, isUnique: boolean, why: string): Partial<Fill> {
    const key = `${table.name}.${column.name}`;
    const known = this.hints.fills.get(key);
    if (known !== undefined) return known;
    if (column.default?.kind === "value" && !isUnique) return { fill: column.default.value };
    const id = `fill ${key}`;
    const answer = this.answers[id];
    if (answer !== undefined) {
      return isDistinct(answer) && canBeDistinct(column.type) ? { distinct: true } : { fill: answer };
    }
    const distinct = canBeDistinct(column.type) ? ' {"distinct": true} numbers them.' : "";
    this.questions.push({ id, text: `${why} What do rows that are there get in ${key}?${distinct}` });
    return {};
  }
}

function isDistinct(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "distinct" in answer && answer.distinct === true;
}

function refuseKeyChange({ before, after, columns }: TablePair): void {
  const keyBefore = before.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
  const keyAfter = after.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => columns.get(name) ?? name);
  if (same([...keyBefore].sort(), [...keyAfter].sort())) return;
  throw new MigrationError(
    "PRIMARY_KEY_CHANGE",
    `The primary key of ${after.name} changes from (${keyBefore.join(", ")}) to (${keyAfter.join(", ")}), which no migration can do by itself.`,
    { hint: "Make a new table with the new key and move the rows in a step of a migration (--empty)." },
  );
}

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
  const isUnique = table.indexes.some((index) => index.unique && index.columns.join() === column.name);
  const why = `${table.name}.${column.name} takes no null.`;
  const needsFill = !column.nullable && (column.default === undefined || isUnique);
  const fill = needsFill ? work.fill(table, column, isUnique, why) : {};
  work.adds.push({ kind: "addColumn", table: table.name, column, ...fill });
}

function alterColumn(before: Table, after: Table, from: Column, to: Column, work: Phases): void {
  const named: Column = { ...from, name: to.name };
  if (same(stripComment(named), stripComment(to))) return;
  const change = typeChange(from.type, to.type);
  if (change === "lossy") work.losses.push(`parts of the values of ${before.name}.${from.name}`);
  const tightens = from.nullable && !to.nullable;
  const loosens = !from.nullable && to.nullable;
  const isUnique = after.indexes.some((index) => index.unique && index.columns.join() === to.name);
  const fill = tightens
    ? work.fill(after, to, isUnique, `${after.name}.${to.name} takes null no longer.`)
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
    { hint: "Make a new table with the new key and move the rows in a step of a migration (--empty)." },
  );
}

/** `table.column` by former names, of columns whose type changes: keys on either end must go while it does. */
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

/** Indexes, checks and foreign keys. What stays under new names of tables and columns is left alone. */
function diffParts(pair: TablePair, pairs: readonly TablePair[], retyped: ReadonlySet<string>, work: Phases): void {
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

function newColumn({ columns }: TablePair, former: string): string {
  return [...columns].find(([, from]) => from === former)?.[0] ?? former;
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

function stripComment({ comment: _, ...column }: Column): Omit<Column, "comment"> {
  return column;
}
