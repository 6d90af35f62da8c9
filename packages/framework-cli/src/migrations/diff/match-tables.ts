import { editDistance, nearestName } from "@onespec/spec-core";
import { underscore } from "inflection";
import { FrameworkError } from "../../errors/framework-error.js";
import { MigrationError } from "../../errors/migration-error.js";
import { type Answers, NEW, type Question } from "../tables/question.js";
import type { Column, ForeignKey, Table } from "../tables/table.js";
import type { DiffHints } from "./diff-hints.js";
import { typeChange } from "./type-change.js";

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

/** Matches the tables and columns before with those after. */
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
    subject: ({ name }) => `table ${name}`,
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
    subject: ({ name }) => `column ${after.name}.${name}`,
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
 * The column that `renamedFrom` refers to, by its own name or by the name of its attribute (`heading`, `publishedOn`).
 * @throws FrameworkError MODEL_INVALID if the table never had it
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

export interface RenameSearch<T> {
  readonly removed: readonly T[];
  readonly added: readonly T[];
  /** The former name that the model states. */
  readonly formerName: (added: T) => string | undefined;
  readonly score: (removed: T, added: T) => number;
  /** The key of the question and its subject: `column books.heading` */
  readonly subject: (added: T) => string;
  readonly answers: Answers;
}

export interface RenamesFound {
  /** New name to former name. */
  readonly renames: ReadonlyMap<string, string>;
  readonly questions: readonly Question[];
}

/**
 * Finds removed parts that were added under a new name: as the model states, as the user answered, or if it is certain.
 * Possible renames become questions.
 */
function matchRenames<T extends { readonly name: string }>(search: RenameSearch<T>): RenamesFound {
  const renames = new Map<string, string>();
  const questions: Question[] = [];
  const free = new Map(search.removed.map((each) => [each.name, each]));
  const open: T[] = [];
  const take = (added: string, removed: string): void => {
    renames.set(added, removed);
    free.delete(removed);
  };

  for (const added of search.added) {
    const former = search.formerName(added);
    if (former !== undefined && free.has(former)) take(added.name, former);
    else open.push(added);
  }
  const unanswered = open.filter((added) => {
    const id = search.subject(added);
    const answer = search.answers[id];
    if (answer === undefined) return true;
    if (answer !== NEW) take(added.name, checkAnswer(id, answer, free));
    return false;
  });
  const likely = (added: T): { name: string; score: number }[] =>
    [...free.values()]
      .map((removed) => ({ name: removed.name, score: search.score(removed, added) }))
      .filter(({ score }) => score >= LIKELY)
      .sort((a, b) => b.score - a.score);
  const rivals = (removed: string, score: number): number =>
    unanswered.filter((added) => likely(added).some((each) => each.name === removed && each.score >= score)).length;
  const sure = unanswered.flatMap((added) => {
    const [best, second] = likely(added);
    const clear = best !== undefined && best.score >= SURE && (second === undefined || best.score - second.score > 0.1);
    return clear && rivals(best.name, best.score - 0.1) === 1 ? [{ added, removed: best.name }] : [];
  });
  for (const { added, removed } of sure) take(added.name, removed);
  for (const added of unanswered) {
    const candidates = renames.has(added.name) ? [] : likely(added).map(({ name }) => name);
    if (candidates.length === 0) continue;
    const id = search.subject(added);
    const text = `Is the ${id} new, or is it ${candidates.join(" or ")} under a new name?`;
    questions.push({ id, text, choices: [NEW, ...candidates] });
  }
  return { renames, questions };
}

function checkAnswer(id: string, answer: unknown, free: ReadonlyMap<string, unknown>): string {
  if (typeof answer === "string" && free.has(answer)) return answer;
  throw new MigrationError("ANSWER_INVALID", `The answer to "${id}" is ${JSON.stringify(answer)}.`, {
    hint: `Answer with one of ${[NEW, ...free.keys()].map((name) => JSON.stringify(name)).join(", ")}.`,
  });
}

/** From this score on it counts as a rename without a question. */
const SURE = 0.85;
/** From this score on the user is asked. */
const LIKELY = 0.35;

/** How likely the columns are the same under a new name, from 0 to 1. */
function columnScore(from: Column, fromTable: Table, to: Column, toTable: Table): number {
  if (from.primaryKey !== to.primaryKey) return 0;
  const change = typeChange(from.type, to.type);
  if (change === "impossible") return 0;
  const type = change === "same" ? 1 : change === "safe" ? 0.7 : 0.3;
  const target = targetOf(fromTable, from.name);
  if (target !== targetOf(toTable, to.name)) return 0.3 * nameSimilarity(from.name, to.name);
  const kinship = (from.nullable === to.nullable ? 0.5 : 0) + (target !== undefined ? 0.5 : 0.35);
  return 0.4 * type + 0.4 * nameSimilarity(from.name, to.name) + 0.2 * kinship;
}

function tableScore(from: Table, to: Table): number {
  const [left, right] = [from, to].map(
    ({ columns }) => new Set(columns.map(({ name, type }) => `${name} ${type.kind}`)),
  );
  if (left === undefined || right === undefined) return 0;
  const shared = [...left].filter((column) => right.has(column)).length;
  return 0.7 * (shared / (left.size + right.size - shared)) + 0.3 * nameSimilarity(from.name, to.name);
}

function targetOf({ foreignKeys }: Table, column: string): string | undefined {
  return foreignKeys.find((key: ForeignKey) => key.columns.length === 1 && key.columns[0] === column)?.table;
}

/** From 0 (nothing in common) to 1 (equal except for separators and case). */
function nameSimilarity(a: string, b: string): number {
  const [left, right] = [words(a), words(b)];
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  const contained = short.every((word) => long.includes(word)) ? 0.5 + short.length / long.length / 2 : 0;
  return Math.max(contained, letters(left.join(""), right.join("")));
}

function words(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** 1 minus the share of letters that differ. */
function letters(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance(a, b) / longest;
}

/**
 * Orders renames so that each new name is free. A circle (a becomes b, b becomes a) uses a temporary name, and so does a change of
 * capitals alone, because SQLite ignores them in names.
 */
export function orderRenames(
  renames: readonly { readonly from: string; readonly to: string }[],
): { readonly from: string; readonly to: string }[] {
  const waiting = [...renames];
  const ordered: { from: string; to: string }[] = [];
  while (waiting.length > 0) {
    const index = waiting.findIndex(({ to }) => !waiting.some(({ from }) => from === to));
    const [next] = waiting.splice(Math.max(index, 0), 1);
    if (next === undefined) break;
    if (index !== -1 && next.from.toLowerCase() !== next.to.toLowerCase()) {
      ordered.push(next);
      continue;
    }
    const between = `${next.from.slice(0, 50)}_renaming`;
    ordered.push({ from: next.from, to: between });
    waiting.push({ from: between, to: next.to });
  }
  return ordered;
}
