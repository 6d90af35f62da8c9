import { inSlices } from "@onespec/http-requests";
import type { Steps } from "@onespec/spec-core";
import type { Awaitable } from "../store/record-store.js";

/** Items that one turn of the event loop has time for. */
const IN_ONE_TURN = 100;

/** Are there so many that others have to have their turn in between? */
export function isLong({ length }: readonly unknown[]): boolean {
  return length > IN_ONE_TURN;
}

/** What is made of each item: at once for few, for many while others have their turn. */
export function eachInTurns<T, R>(items: readonly T[], make: (item: T) => R): Awaitable<readonly R[]> {
  return isLong(items) ? inSlices(oneByOne(items, make)) : items.map(make);
}

function* oneByOne<T, R>(items: readonly T[], make: (item: T) => R): Steps<readonly R[]> {
  const made: R[] = [];
  for (const item of items) {
    made.push(make(item));
    yield;
  }
  return made;
}
