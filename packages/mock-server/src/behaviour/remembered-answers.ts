import type { Answer } from "../response/answer.js";
import type { BodyPlan } from "../response/body-plan.js";
import { RecentCache } from "../response/recent-cache.js";
import { after } from "../store/after.js";
import type { Awaitable } from "../store/record-store.js";

/**
 * The answer with a value that is kept under a key, made when it is first asked for and remembered for a while. A write puts
 * another value in its place, never changes one, so the identity of the value tells whether the answer still holds.
 */
export type RememberedAnswers = (
  key: string,
  value: unknown,
  body: BodyPlan | undefined,
  make: () => Awaitable<Answer>,
) => Awaitable<Answer>;

/** Answers of one operation, in characters: twice as much at most. */
const REMEMBERED = 1_000_000;
/** What an answer takes beside its body. */
const ANSWER_WEIGHT = 500;

interface Remembered {
  readonly value: unknown;
  readonly body: BodyPlan | undefined;
  readonly answer: Answer;
}

export function createRememberedAnswers(): RememberedAnswers {
  const answers = new RecentCache<string, Remembered>(REMEMBERED);
  return (key, value, body, make) => {
    const known = answers.get(key, weightOf);
    // Values that are no objects have no identity.
    if (known && known.value === value && known.body === body && typeof value === "object") return known.answer;
    return after(make(), (answer) => {
      const entry = { value, body, answer };
      // A stream is read once.
      if (!(answer.body instanceof ReadableStream)) answers.set(key, entry, weightOf(entry));
      return answer;
    });
  };
}

function weightOf({ answer: { body } }: Remembered): number {
  return ANSWER_WEIGHT + (body === undefined || body instanceof ReadableStream ? 0 : body.length);
}
