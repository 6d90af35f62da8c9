/** Work that is done step by step, so that others may have their turn between two of them. */
export type Steps<T> = Generator<void, T>;

/** Does all steps at once. Gives what the work gives. */
export function inOneGo<T>(work: Iterator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
