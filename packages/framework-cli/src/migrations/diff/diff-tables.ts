import { canonicalTables } from "../tables/canonical-tables.js";
import type { Operation } from "../tables/operation.js";
import type { Answers, Question } from "../tables/question.js";
import type { Table } from "../tables/table.js";
import { diffColumns, refuseKeyChange } from "./diff-columns.js";
import type { DiffHints } from "./diff-hints.js";
import { diffParts, same } from "./diff-parts.js";
import { orderRenames } from "./match-renames.js";
import { matchTables, type TablePair } from "./match-tables.js";
import { orderTables } from "./order-tables.js";
import { Phases } from "./phases.js";

export interface Difference {
  /** In an order that every database takes. */
  readonly operations: readonly Operation[];
  /** To be answered before the operations can be trusted. */
  readonly questions: readonly Question[];
  /** Data that the operations would lose: `the table books with all its rows`. */
  readonly losses: readonly string[];
}

/**
 * The way from one set of tables to another. Renames are taken where they are stated, answered or beyond doubt; where they are not,
 * there is a question.
 *
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
