import type { JsonValue } from "../../entity/entity.js";
import { normaliserOf, Refusal } from "../../entity/normalise-value.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { Operation } from "../tables/operation.js";
import type { Answers, Question } from "../tables/question.js";
import type { Column, Table } from "../tables/table.js";
import { canBeDistinct, type DiffHints, emptyFill, type Fill } from "./diff-hints.js";

/** Operations by phase. Operations before the renames use the former names of tables. */
export class Phases {
  readonly loosens: Operation[] = [];
  readonly clears: Operation[] = [];
  readonly renames: Operation[] = [];
  readonly columnRenames: Operation[] = [];
  readonly adds: Operation[] = [];
  readonly alters: Operation[] = [];
  readonly creates: Operation[] = [];
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
    const { loosens, clears, renames, columnRenames, adds, alters, creates, ties, keys, drops } = this;
    return [loosens, clears, renames, columnRenames, adds, alters, creates, ties, keys, drops].flat();
  }

  /**
   * The value for existing rows in a column without null. If it is unknown, a question.
   * @throws MigrationError ANSWER_INVALID for an answer that the column cannot store
   */
  fill(table: Table, column: Column, isUnique: boolean, why: string): Partial<Fill> {
    const key = `${table.name}.${column.name}`;
    const known = this.hints.fills.get(key);
    if (known !== undefined) return known;
    if (column.default?.kind === "value" && !isUnique) return { fill: column.default.value };
    const id = `fill ${key}`;
    const answer = this.answers[id];
    if (answer !== undefined) {
      if (isDistinct(answer) && canBeDistinct(column.type)) return { distinct: true };
      checkFill(id, answer, table, column);
      return { fill: answer };
    }
    // If it may be a renamed column, that question comes first: then its rows have values.
    if (this.questions.some((question) => question.id === `column ${key}`)) return {};
    const distinct = canBeDistinct(column.type) ? ' {"distinct": true} numbers them.' : "";
    const text = `${why} Which value do existing rows get in ${key} (${typeText(table, column)})?${distinct}`;
    const empty = emptyFill(table, column);
    this.questions.push({ id, text, example: "fill" in empty ? empty.fill : { distinct: true } });
    return {};
  }
}

function isDistinct(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "distinct" in answer && answer.distinct === true;
}

function checkFill(id: string, answer: JsonValue, table: Table, column: Column): void {
  const reason = answer === null ? "the column takes no null" : refusalOf(answer, table, column);
  if (reason === undefined) return;
  const empty = emptyFill({ ...table, indexes: [] }, column);
  const example = "fill" in empty ? `, such as ${JSON.stringify(empty.fill)}` : "";
  throw new MigrationError("ANSWER_INVALID", `The answer to "${id}" is ${JSON.stringify(answer)}: ${reason}.`, {
    hint: `Answer with a value of the column's type, ${typeText(table, column)}${example}.`,
  });
}

function refusalOf(answer: unknown, { checks }: Table, { name, type }: Column): string | undefined {
  const value = normaliserOf(type)(answer);
  if (value instanceof Refusal) return `it ${value.reason}`;
  for (const check of checks) {
    if (check.column !== name) continue;
    if (check.kind === "in" && !check.values.includes(String(value)))
      return `it must be one of ${check.values.join(", ")}`;
    if (check.kind === "range" && check.minimum !== undefined && Number(value) < check.minimum)
      return `it must be at least ${check.minimum}`;
    if (check.kind === "range" && check.maximum !== undefined && Number(value) > check.maximum)
      return `it must be at most ${check.maximum}`;
  }
  return undefined;
}

/** `string(80)`, `integer`, `one of draft, printed` */
function typeText({ checks }: Table, { name, type }: Column): string {
  for (const check of checks)
    if (check.kind === "in" && check.column === name) return `one of ${check.values.join(", ")}`;
  return type.kind === "string" ? `string(${type.length})` : type.kind;
}
