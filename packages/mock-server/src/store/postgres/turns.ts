/** Has writes of one name wait for each other, in the order in which they were asked for. */
export class Turns {
  readonly #last: Map<string, Promise<unknown>> = new Map();

  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const turn = before ? before.then(work, work) : work();
    this.#last.set(name, turn);
    const leave = (): void => {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    };
    turn.then(leave, leave);
    return turn;
  }
}
