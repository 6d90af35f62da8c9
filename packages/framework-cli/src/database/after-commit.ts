import { AsyncLocalStorage } from "node:async_hooks";

type Work = () => unknown;

/** Work that waits for the commit of the transaction that the calling code runs in. */
export class AfterCommit {
  readonly #storage = new AsyncLocalStorage<{ readonly waiting: Work[]; open: boolean }>();

  readonly #thrown = new WeakSet<object>();

  /** Runs the work after the commit, never after a rollback; at once outside a transaction. */
  async add(work: Work): Promise<void> {
    const scope = this.#storage.getStore();
    if (scope?.open) scope.waiting.push(work);
    else await work();
  }

  /** True for an error of work that waited, which is none of the transaction. */
  hasThrown(error: unknown): boolean {
    return error instanceof Error && this.#thrown.has(error);
  }

  /**
   * Runs an outermost transaction, then what waits for it. Each piece of work runs; the first error is thrown.
   *
   * @param transaction runs its work through `inside`, each time anew if it is repeated
   */
  async around<T>(transaction: (inside: <R>(work: () => R) => R) => Promise<T>): Promise<T> {
    let scope: { readonly waiting: Work[]; open: boolean } = { waiting: [], open: false };
    const inside = <R>(work: () => R): R => {
      scope = { waiting: [], open: true };
      return this.#storage.run(scope, work);
    };
    let result: T;
    try {
      result = await transaction(inside);
    } finally {
      scope.open = false;
    }
    const errors: unknown[] = [];
    for (const work of scope.waiting) {
      try {
        await work();
      } catch (error) {
        errors.push(error);
        if (error instanceof Error) this.#thrown.add(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    return result;
  }
}
