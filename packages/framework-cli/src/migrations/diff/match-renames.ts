import { MigrationError } from "../../errors/migration-error.js";
import { type Answers, NEW, type Question } from "../question.js";
import { LIKELY, SURE } from "./rename-score.js";

export interface RenameSearch<T> {
  readonly removed: readonly T[];
  readonly added: readonly T[];
  /** The former name that the model states. */
  readonly formerName: (added: T) => string | undefined;
  readonly score: (removed: T, added: T) => number;
  /** `column books.heading` */
  readonly questionId: (added: T) => string;
  readonly questionText: (added: T, candidates: readonly string[]) => string;
  readonly answers: Answers;
}

export interface RenamesFound {
  /** New name to former name. */
  readonly renames: ReadonlyMap<string, string>;
  readonly questions: readonly Question[];
}

/** Which of the added are removed ones under a new name: as stated, as answered, or beyond doubt. What is in doubt becomes a question. */
export function matchRenames<T extends { readonly name: string }>(search: RenameSearch<T>): RenamesFound {
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
    const answer = search.answers[search.questionId(added)];
    if (answer === undefined) return true;
    if (answer !== NEW) take(added.name, checkAnswer(search.questionId(added), answer, free));
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
    questions.push({
      id: search.questionId(added),
      text: search.questionText(added, candidates),
      choices: [NEW, ...candidates],
    });
  }
  return { renames, questions };
}

function checkAnswer(id: string, answer: unknown, free: ReadonlyMap<string, unknown>): string {
  if (typeof answer === "string" && free.has(answer)) return answer;
  throw new MigrationError("ANSWER_INVALID", `The answer to "${id}" is ${JSON.stringify(answer)}.`, {
    hint: `Answer with one of ${[NEW, ...free.keys()].map((name) => JSON.stringify(name)).join(", ")}.`,
  });
}
