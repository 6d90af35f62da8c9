import { isUint8Array } from "node:util/types";
import { type Answer, type Awaitable, after, type BodyPlan } from "@onespec/http-contract";
import { RecentCache } from "@onespec/spec-core";
import type { StoredRecord } from "../store/record-store.js";

/**
 * Returns the cached answer of a key, or makes it again if it is about other values. Writes replace records and never change them in place,
 * so identity shows whether the answer is still valid.
 * @param key the record that the answer is about, or a text
 */
export type RememberedAnswers = (
  key: string | StoredRecord,
  about: readonly unknown[],
  body: BodyPlan,
  make: () => Awaitable<Answer>,
) => Awaitable<Answer>;

/** Size of the cached answers of one operation, in characters; twice as much at most. */
const REMEMBERED = 4_000_000;
/** Memory that an answer needs beside its body, in characters. */
const ANSWER_WEIGHT = 500;

interface Remembered {
  readonly about: readonly unknown[];
  readonly body: BodyPlan;
  readonly answer: Answer;
}

export function createRememberedAnswers(): RememberedAnswers {
  const answers = new RecentCache<string | StoredRecord, Remembered>(REMEMBERED);
  return (key, about, body, make) => {
    const known = answers.get(key, weightOf);
    const isSame = known?.body === body && known.about.length === about.length;
    if (isSame && known.about.every((one, index) => one === about[index])) return known.answer;
    return after(make(), (answer) => {
      const entry = { about, body, answer };
      answers.set(key, entry, weightOf(entry));
      return answer;
    });
  };
}

function weightOf({ about, answer: { body } }: Remembered): number {
  return ANSWER_WEIGHT + about.length + (typeof body === "string" || isUint8Array(body) ? body.length : 0);
}
