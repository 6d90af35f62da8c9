import { nearestName } from "@onespec/spec-core";
import { underscore } from "inflection";
import { FrameworkError } from "../../errors/framework-error.js";

import type { Answers, Question } from "../tables/question.js";
import type { Column, Table } from "../tables/table.js";
import type { DiffHints } from "./diff-hints.js";
import { columnScore, matchRenames, tableScore } from "./match-renames.js";

export interface TablePair {
  readonly before: Table;
  readonly after: Table;
  /** New column name to former, of all columns that stay. */
  readonly columns: ReadonlyMap<string, string>;
}

export interface MatchedTables {
  readonly pairs: readonly TablePair[];
  readonly created: readonly Table[];
  readonly dropped: readonly Table[];
  readonly questions: readonly Question[];
}

/** Which table and which column became which. */
export function matchTables(
  before: readonly Table[],
  after: readonly Table[],
  hints: DiffHints,
  answers: Answers,
): MatchedTables {
  const stated = new Set(after.map(({ name }) => hints.tables.get(name)));
  const isOurs = ({ name, model }: Table): boolean => model !== undefined || stated.has(name);
  const found = matchRenames({
    removed: missingIn(before, after).filter(isOurs),
    added: missingIn(after, before),
    formerName: ({ name }) => hints.tables.get(name),
    score: tableScore,
    questionId: ({ name }) => `table ${name}`,
    questionText: ({ name }, candidates) =>
      `Is the table ${name} new, or is it ${candidates.join(" or ")} under a new name?`,
    answers,
  });
  const questions = [...found.questions];
  const pairs: TablePair[] = [];
  const created: Table[] = [];
  for (const table of after) {
    const formerName = found.renames.get(table.name) ?? table.name;
    const former = before.find(({ name }) => name === formerName);
    if (former === undefined) {
      created.push(table);
      continue;
    }
    const columns = matchColumns(former, table, hints, answers);
    questions.push(...columns.questions);
    pairs.push({ before: former, after: table, columns: columns.names });
  }
  const dropped = before.filter((table) => isOurs(table) && !pairs.some((pair) => pair.before === table));
  return { pairs, created, dropped, questions };
}

function matchColumns(
  before: Table,
  after: Table,
  hints: DiffHints,
  answers: Answers,
): { readonly names: Map<string, string>; readonly questions: readonly Question[] } {
  const found = matchRenames<Column>({
    removed: missingIn(before.columns, after.columns),
    added: missingIn(after.columns, before.columns),
    formerName: ({ name }) => formerColumn(before, after, name, hints),
    score: (removed, added) => columnScore(removed, before, added, after),
    questionId: ({ name }) => `column ${after.name}.${name}`,
    questionText: ({ name }, candidates) =>
      `Is the column ${after.name}.${name} new, or is it ${candidates.join(" or ")} under a new name?`,
    answers,
  });
  const names = new Map<string, string>();
  for (const { name } of after.columns) {
    const former = found.renames.get(name) ?? name;
    if (before.columns.some((column) => column.name === former)) names.set(name, former);
  }
  return { names, questions: found.questions };
}

/**
 * The column that `renamedFrom` means, by its own name or by that of its attribute (`heading`, `publishedOn`).
 *
 * @throws FrameworkError MODEL_INVALID when the table never had it
 */
function formerColumn(before: Table, after: Table, column: string, hints: DiffHints): string | undefined {
  const stated = hints.columns.get(`${after.name}.${column}`);
  if (stated === undefined) return undefined;
  const names = before.columns.map(({ name }) => name);
  const former = [stated, underscore(stated)].find((name) => names.includes(name));
  if (former !== undefined) return former;
  const removed = missingIn(before.columns, after.columns).map(({ name }) => name);
  const nearest = nearestName(stated, removed) ?? (removed.length === 1 ? removed[0] : undefined);
  const model = after.model ?? after.name;
  throw new FrameworkError(
    "MODEL_INVALID",
    `${model}: ${hints.renamedFrom} ${JSON.stringify(stated)} of the new column ${column} is no column of ${before.name}.`,
    {
      hint:
        nearest === undefined
          ? `Remove ${hints.renamedFrom}, or name the column as it was.`
          : `Did you mean ${JSON.stringify(nearest)}? Without a former column, remove ${hints.renamedFrom}.`,
    },
  );
}

function missingIn<T extends { readonly name: string }>(items: readonly T[], others: readonly T[]): T[] {
  return items.filter(({ name }) => !others.some((other) => other.name === name));
}
