/** Lets one piece of work in at a time, first come, first served. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  /** Nobody is in, nobody waits. */
  get free(): boolean {
    return !this.#taken;
  }

  async take<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taken = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken = false;
      else next();
    }
  }
}
