import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Knows the connection that the calls of a transaction belong to, through `AsyncLocalStorage`. A call that still runs when the
 * transaction is over (a promise nobody waited for) is outside it.
 */
export class TransactionScope<C> {
  readonly #storage = new AsyncLocalStorage<{ readonly connection: C; open: boolean }>();

  current(): C | undefined {
    const scope = this.#storage.getStore();
    return scope?.open === true ? scope.connection : undefined;
  }

  async run<T>(connection: C, work: () => Promise<T>): Promise<T> {
    const scope = { connection, open: true };
    try {
      return await this.#storage.run(scope, work);
    } finally {
      scope.open = false;
    }
  }
}

/** Lets one piece of work in at a time, first come, first served. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  /** Nobody is in, nobody waits. */
  get free(): boolean {
    return !this.#taken;
  }

  /** @throws Error if its turn does not come within `patienceMs` */
  async take<T>(work: () => T | Promise<T>, patienceMs?: number): Promise<T> {
    if (this.#taken) await this.#turn(patienceMs);
    else this.#taken = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken = false;
      else next();
    }
  }

  #turn(patienceMs: number | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs, this.#waiting);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(enter);
      function giveUp(waiting: (() => void)[]): void {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new Error(`database is locked: another transaction held it for ${patienceMs} ms`));
      }
    });
  }
}
