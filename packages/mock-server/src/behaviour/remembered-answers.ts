import { isUint8Array } from "node:util/types";
import type { Answer, BodyPlan } from "@onespec/http-contract";
import { RecentCache } from "@onespec/spec-core";
import { type Awaitable, after } from "../store/record-store.js";

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
/** Memory of an answer beside its body, in characters. */
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
      if (!isStream(answer)) answers.set(key, entry, weightOf(entry));
      return answer;
    });
  };
}

function weightOf({ answer: { body } }: Remembered): number {
  return ANSWER_WEIGHT + (typeof body === "string" || isUint8Array(body) ? body.length : 0);
}

function isStream({ body }: Answer): boolean {
  return body !== undefined && typeof body !== "string" && !isUint8Array(body);
}
