import { inSlices } from "@onespec/http-requests";
import type { Steps } from "@onespec/spec-core";
import type { Awaitable } from "../store/record-store.js";

/** What is worked out for items and remembered for a while. */
export interface WorkedOut<T, R> {
  /** What is remembered. */
  known(item: T): R | undefined;
  make(item: T): R;
}

/** What is made of each item: at once where all of it is known, else in slices, with others answered between them. */
export function eachInTurns<T, R>(items: readonly T[], work: WorkedOut<T, R>): Awaitable<readonly R[]> {
  const known = items.map((item) => work.known(item));
  return isComplete(known) ? known : inSlices(oneByOne(items, work));
}

function isComplete<R>(known: readonly (R | undefined)[]): known is readonly R[] {
  return !known.includes(undefined);
}

function* oneByOne<T, R>(items: readonly T[], { known, make }: WorkedOut<T, R>): Steps<readonly R[]> {
  const made: R[] = [];
  for (const item of items) {
    const seen = known(item);
    made.push(seen === undefined ? make(item) : seen);
    yield;
  }
  return made;
}
