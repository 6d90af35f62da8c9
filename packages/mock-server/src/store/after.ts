import type { Awaitable } from "./record-store.js";

/** Goes on with a value when it is there: at once when it is, since a turn of the event loop costs more than most work. */
export function after<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
