import { AsyncLocalStorage } from "node:async_hooks";

interface Scope<C> {
  readonly connection: C;
  readonly waiting: (() => unknown)[];
  open: boolean;
}

/**
 * Finds the transaction of the calling code, through `AsyncLocalStorage`. A call that still runs after the transaction
 * has ended (a promise without `await`) is outside it.
 */
export class TransactionScope<C> {
  readonly #storage = new AsyncLocalStorage<Scope<C>>();
  readonly #thrown = new WeakSet<object>();

  current(): C | undefined {
    return this.#open()?.connection;
  }

  /** Runs the work after the commit, never after a rollback; at once outside a transaction. */
  async afterCommit(work: () => unknown): Promise<void> {
    const scope = this.#open();
    if (scope === undefined) await work();
    else scope.waiting.push(work);
  }

  /** True for an error of work that waited for a commit: it is none of the transaction. */
  hasThrown(error: unknown): boolean {
    return error instanceof Error && this.#thrown.has(error);
  }

  /**
   * Runs the work of a transaction and commits. Then runs every callback that waits for the commit, and throws the
   * first error of these.
   */
  async run<T>(connection: C, work: () => Promise<T>, commit: () => Promise<void>): Promise<T> {
    const scope: Scope<C> = { connection, waiting: [], open: true };
    const result = await this.#storage.run(scope, work).finally(() => {
      scope.open = false;
    });
    await commit();
    const errors: unknown[] = [];
    for (const each of scope.waiting) {
      try {
        await each();
      } catch (error) {
        errors.push(error);
        if (error instanceof Error) this.#thrown.add(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    return result;
  }

  #open(): Scope<C> | undefined {
    const scope = this.#storage.getStore();
    return scope?.open === true ? scope : undefined;
  }
}

/** Runs one task at a time, in the order of arrival. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  /** No task is running, and none is waiting. */
  get free(): boolean {
    return !this.#taken;
  }

  /** @throws Error if the task cannot start within `patienceMs` */
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
