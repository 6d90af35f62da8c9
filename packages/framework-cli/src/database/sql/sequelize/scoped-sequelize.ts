import type { QueryOptions, Sequelize, Transaction, TransactionOptions } from "sequelize";
import { DatabaseError } from "../../../errors/database-error.js";
import { TransactionScope } from "../../transaction-scope.js";

/** Sequelize whose calls inside `transaction(work)` belong to that transaction without being handed it. */
export interface ScopedSequelize extends Sequelize {
  /** The transaction that the calling code runs in. */
  currentTransaction(): Transaction | undefined;
  /** Runs the work once the transaction that the calling code runs in is committed; at once outside one. */
  afterCommit(work: () => unknown): Promise<void>;
  /** True for an error of such work: the transaction is committed. */
  isAfterCommit(error: unknown): boolean;
}

type SequelizeClass = typeof import("sequelize").Sequelize;
type Work = (transaction: Transaction) => PromiseLike<unknown>;
/** Sequelize's types do not declare that it accepts these. */
type Untyped = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Sequelize's own way, `useCLS`, is one for all instances of a process, and opens a second transaction inside the first. Here a nested
 * `transaction(work)` joins the outer one, and `transaction()` without work is a savepoint of it. `{ transaction: null }` leaves the scope.
 */
export function scopedClass(Base: SequelizeClass): new (options: object) => ScopedSequelize {
  class Scoped extends Base {
    readonly #scope = new TransactionScope<Transaction>();
    /** PostgreSQL answered COMMIT with ROLLBACK, because a statement had failed. */
    readonly #lost = new WeakSet<Transaction>();

    currentTransaction(): Transaction | undefined {
      const current = this.#scope.current();
      return current === undefined || isFinished(current) ? undefined : current;
    }

    afterCommit(work: () => unknown): Promise<void> {
      return this.#scope.afterCommit(work);
    }

    isAfterCommit(error: unknown): boolean {
      return this.#scope.hasThrown(error);
    }

    async transact(given?: TransactionOptions | Work, callback?: Work): Promise<unknown> {
      const options = typeof given === "function" ? {} : (given ?? {});
      const work = typeof given === "function" ? given : callback;
      const outer = options.transaction === undefined ? this.currentTransaction() : undefined;
      const begin = super.transaction as Untyped;
      if (work === undefined) return begin.call(this, { ...options, ...(outer && { transaction: outer }) });
      if (outer !== undefined) {
        refuseOtherIsolation(outer, options);
        return work(outer);
      }
      return this.#run(options, work);
    }

    async #run(options: TransactionOptions, work: Work): Promise<unknown> {
      const transaction = (await (super.transaction as Untyped).call(this, options)) as Transaction;
      try {
        return await this.#scope.run(
          transaction,
          async () => work(transaction),
          () => this.#commit(transaction),
        );
      } catch (error) {
        if (!isFinished(transaction)) await transaction.rollback().catch(() => {});
        throw error;
      }
    }

    async #commit(transaction: Transaction): Promise<void> {
      await transaction.commit();
      if (!this.#lost.has(transaction)) return;
      throw new DatabaseError(
        "QUERY_FAILED",
        "The database rejected the commit: nothing was committed, because a statement of the transaction had failed.",
        { hint: "Do not catch the statement's error inside the transaction, then run the transaction again." },
      );
    }

    async send(sql: string | { query: string; values: unknown[] }, options: QueryOptions = {}): Promise<unknown> {
      const transaction = options.transaction === undefined ? this.currentTransaction() : options.transaction;
      const query = super.query as Untyped;
      const scoped = transaction ? { ...options, transaction } : options;
      if (typeof sql === "string" && sql.startsWith("ROLLBACK TO SAVEPOINT")) {
        return query.call(this, sql, scoped).catch((error: unknown) => {
          if (!isLostSavepoint(error)) throw error;
        });
      }
      if (sql !== "COMMIT;" || !transaction || this.getDialect() !== "postgres") return query.call(this, sql, scoped);
      const result = await query.call(this, sql, { ...scoped, type: "RAW" });
      const [, answer] = result as [unknown, { readonly command?: string } | undefined];
      if (answer?.command === "ROLLBACK") this.#lost.add(transaction);
      return result;
    }
  }
  Object.defineProperties(Scoped.prototype, {
    transaction: { value: Scoped.prototype.transact, writable: true, configurable: true },
    query: { value: Scoped.prototype.send, writable: true, configurable: true },
  });
  return Scoped as unknown as new (
    options: object,
  ) => ScopedSequelize;
}

function isFinished(transaction: Transaction): boolean {
  return (transaction as unknown as { readonly finished?: string }).finished !== undefined;
}

/**
 * MySQL and MariaDB commit and drop every savepoint at a change of structure: as after a transaction of its own, nothing is left to roll
 * back, and the error that led to the rollback is the one to report.
 */
function isLostSavepoint(error: unknown): boolean {
  const { parent } = error as { readonly parent?: { readonly errno?: number } };
  return parent?.errno === 1305;
}

/** A serializable transaction keeps what every other level promises. */
function refuseOtherIsolation(outer: Transaction, { isolationLevel }: TransactionOptions): void {
  const { options } = outer as unknown as { readonly options: TransactionOptions };
  if (isolationLevel === undefined || isolationLevel === options.isolationLevel) return;
  if (options.isolationLevel === "SERIALIZABLE") return;
  throw new DatabaseError(
    "QUERY_FAILED",
    `The transaction has begun; its isolation level cannot become ${isolationLevel}.`,
    { hint: "Set the isolation level where the outermost transaction begins." },
  );
}
