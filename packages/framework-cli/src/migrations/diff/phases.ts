import type { Operation } from "../tables/operation.js";
import type { Answers, Question } from "../tables/question.js";
import type { Column, Table } from "../tables/table.js";
import type { DiffHints, Fill } from "./diff-hints.js";
import { canBeDistinct } from "./empty-fill.js";

/** Operations by phase. Operations before the renames use the former names of tables. */
export class Phases {
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

  /** The value of existing rows in a column that takes no null; a question if it is unknown. */
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
    // If it is an old column under a new name, its rows have values.
    if (this.questions.some((question) => question.id === `column ${key}`)) return {};
    const distinct = canBeDistinct(column.type) ? ' {"distinct": true} numbers them.' : "";
    this.questions.push({ id, text: `${why} What do rows that are there get in ${key}?${distinct}` });
    return {};
  }
}

function isDistinct(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "distinct" in answer && answer.distinct === true;
}
