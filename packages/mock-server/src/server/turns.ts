/** How long requests keep one turn of the event loop, beside the last of them, in milliseconds. */
const TURN_MS = 12;
/** What comes later than this after the last request ended has waited in no turn of its, in milliseconds. */
const GAP_MS = 1;

/**
 * Does requests at once, one after the other, until together they have kept the event loop for a while: the next wait for
 * another turn, in which whatever else is due has had its own. Many requests that are each answered for the first time, and
 * came in together, would else hold up everybody for as long as all of them take.
 *
 * Requests begin in the order in which they came, also those of one connection that did not wait for answers.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #begun = 0;
  #ended = 0;

  /** @param work a request's; never throws */
  take(work: () => void): void {
    if (this.#waiting.length > 0) {
      this.#waiting.push(work);
      return;
    }
    const now = performance.now();
    if (now - this.#ended > GAP_MS) this.#begun = now;
    else if (now - this.#begun > TURN_MS) {
      this.#waiting.push(work);
      setImmediate(this.#goOn);
      return;
    }
    work();
    this.#ended = performance.now();
  }

  readonly #goOn = (): void => {
    this.#begun = performance.now();
    let done = 0;
    do {
      this.#waiting[done]?.();
      done++;
      this.#ended = performance.now();
    } while (done < this.#waiting.length && this.#ended - this.#begun <= TURN_MS);
    this.#waiting.splice(0, done);
    if (this.#waiting.length > 0) setImmediate(this.#goOn);
  };
}
