import { setImmediate as turnOfEvents } from "node:timers/promises";
import type { QueryOptions, Sequelize, Transaction, TransactionOptions } from "sequelize";
import { DatabaseError } from "../../../errors/database-error.js";
import { TransactionScope, Turns } from "../../transaction-scope.js";

/** Sequelize with implicit transactions: calls inside `transaction(work)` use that transaction without a parameter. */
export interface ScopedSequelize extends Sequelize {
  /** The transaction that the calling code runs in. */
  currentTransaction(): Transaction | undefined;
  /** Runs the work once the transaction that the calling code runs in is committed; at once outside one. */
  afterCommit(work: () => unknown): Promise<void>;
  /** True for an error of such work: the transaction is committed. */
  isAfterCommit(error: unknown): boolean;
  /**
   * Runs code that expects no transaction around it, such as files of sequelize-cli. If one of its statements or
   * transactions fails and the code catches the error, the outer transaction continues. Calls that it does not wait for
   * are still part of the transaction.
   */
  runLoosely(work: () => unknown): Promise<void>;
}

type Sql = string | { query: string; values: unknown[] };
type SequelizeClass = typeof import("sequelize").Sequelize;
type Work = (transaction: Transaction) => PromiseLike<unknown>;
/** Sequelize's types do not declare that it accepts these. */
type Untyped = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Sequelize's `useCLS` applies to all instances of a process, and opens a second transaction inside the first. Here a
 * nested `transaction(work)` joins the outer one, and `transaction()` without work is a savepoint. `{ transaction: null
 * }` leaves the scope.
 */
export function scopedClass(Base: SequelizeClass): new (options: object) => ScopedSequelize {
  class Scoped extends Base {
    readonly #scope = new TransactionScope<Transaction>();
    /** PostgreSQL answered COMMIT with ROLLBACK, because a statement had failed. */
    readonly #lost = new WeakSet<Transaction>();
    readonly #loose = new WeakMap<Transaction, Turns>();
    /** Set while running calls are being counted. */
    #isLoose = false;
    #running = 0;

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
      if (outer !== undefined && this.#loose.has(outer)) return this.#runInside(outer, work);
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

    async #runInside(outer: Transaction, work: Work): Promise<unknown> {
      const transaction = (await (super.transaction as Untyped).call(this, { transaction: outer })) as Transaction;
      try {
        const result = await work(transaction);
        await transaction.commit();
        return result;
      } catch (error) {
        if (!isFinished(transaction)) await transaction.rollback();
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

    async runLoosely(work: () => unknown): Promise<void> {
      const transaction = this.currentTransaction();
      if (transaction) this.#loose.set(transaction, new Turns());
      this.#isLoose = true;
      try {
        await work();
        do await turnOfEvents();
        while (this.#running > 0);
      } finally {
        this.#isLoose = false;
        if (transaction) this.#loose.delete(transaction);
      }
    }

    send(sql: Sql, options: QueryOptions = {}): Promise<unknown> {
      const sent = this.#send(sql, options);
      if (!this.#isLoose) return sent;
      this.#running += 1;
      return sent.finally(() => {
        this.#running -= 1;
      });
    }

    async #send(sql: Sql, options: QueryOptions): Promise<unknown> {
      const transaction = options.transaction === undefined ? this.currentTransaction() : options.transaction;
      const query = super.query as Untyped;
      const scoped = transaction ? { ...options, transaction } : options;
      const turns = transaction ? this.#loose.get(transaction) : undefined;
      // After a failed statement, PostgreSQL accepts only a rollback.
      if (turns !== undefined && this.getDialect() === "postgres" && !isOfTransactions(sql)) {
        const mark = (statement: string) => query.call(this, statement, { transaction, raw: true });
        return turns.take(async () => {
          await mark("SAVEPOINT loose");
          try {
            const result = await query.call(this, sql, scoped);
            await mark("RELEASE SAVEPOINT loose");
            return result;
          } catch (error) {
            await mark("ROLLBACK TO SAVEPOINT loose");
            throw error;
          }
        });
      }
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

function isOfTransactions(sql: Sql): boolean {
  return typeof sql === "string" && /^(?:START|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)\b/.test(sql);
}

function isFinished(transaction: Transaction): boolean {
  return (transaction as unknown as { readonly finished?: string }).finished !== undefined;
}

/**
 * True if the savepoint is gone. MySQL and MariaDB commit and drop all savepoints when a table changes. Nothing can
 * then be rolled back, so the original error is reported instead of this one.
 */
function isLostSavepoint(error: unknown): boolean {
  const { parent } = error as { readonly parent?: { readonly errno?: number } };
  return parent?.errno === 1305;
}

/** A serializable transaction also meets every weaker level. */
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
