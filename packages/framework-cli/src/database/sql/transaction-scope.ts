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
