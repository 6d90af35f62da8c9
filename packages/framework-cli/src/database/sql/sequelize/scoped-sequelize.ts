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
type ScopedOptions = QueryOptions & { readonly completesTransaction?: boolean };
type Work = (transaction: Transaction) => PromiseLike<unknown>;
/** Sequelize's types do not declare that it accepts these. */
type Untyped = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * The class of one instance. Sequelize's `useCLS` applies to all instances of a process, and opens a second transaction
 * inside the first. Here a nested `transaction(work)` joins the outer one, and `transaction()` without work is a
 * savepoint. `{ transaction: null }` leaves the scope.
 */
export function scopedClass(Base: SequelizeClass): new (options: object) => ScopedSequelize {
  const scope = new TransactionScope<Transaction>();
  /** The transactions that models were told without a parameter. */
  const implied = new WeakSet<Transaction>();
  /** PostgreSQL answered COMMIT with ROLLBACK, because a statement had failed. */
  const lost = new WeakSet<Transaction>();
  const loose = new WeakMap<Transaction, Turns>();
  /** Set while running calls are being counted. */
  let isLoose = false;
  let running = 0;

  const currentTransaction = (): Transaction | undefined => {
    const current = scope.current();
    return current === undefined || isFinished(current) ? undefined : current;
  };

  const commit = async (transaction: Transaction): Promise<void> => {
    await transaction.commit();
    if (!lost.has(transaction)) return;
    throw new DatabaseError(
      "QUERY_FAILED",
      "The database rejected the commit: nothing was committed, because a statement of the transaction had failed.",
      { hint: "Do not catch the statement's error inside the transaction, then run the transaction again." },
    );
  };

  const transactionOf = (options: ScopedOptions): Transaction | null | undefined => {
    const { transaction, completesTransaction } = options;
    if (transaction === undefined) return currentTransaction();
    // A model's call that nobody waited for goes on outside.
    const isLate = transaction && isFinished(transaction) && implied.has(transaction) && !completesTransaction;
    return isLate ? undefined : transaction;
  };

  const send = async (query: Untyped, dialect: string, sql: Sql, options: ScopedOptions): Promise<unknown> => {
    const transaction = transactionOf(options);
    const scoped = transaction === options.transaction ? options : { ...options, transaction };
    const turns = transaction ? loose.get(transaction) : undefined;
    // After a failed statement, PostgreSQL accepts only a rollback.
    if (turns !== undefined && dialect === "postgres" && !isOfTransactions(sql)) {
      const mark = (statement: string) => query(statement, { transaction, raw: true });
      return turns.take(async () => {
        await mark("SAVEPOINT loose");
        try {
          const result = await query(sql, scoped);
          await mark("RELEASE SAVEPOINT loose");
          return result;
        } catch (error) {
          await mark("ROLLBACK TO SAVEPOINT loose");
          throw error;
        }
      });
    }
    if (typeof sql === "string" && sql.startsWith("ROLLBACK TO SAVEPOINT")) {
      return query(sql, scoped).catch((error: unknown) => {
        if (!isLostSavepoint(error)) throw error;
      });
    }
    if (sql !== "COMMIT;" || !transaction || dialect !== "postgres") return query(sql, scoped);
    const result = await query(sql, { ...scoped, type: "RAW" });
    const [, answer] = result as [unknown, { readonly command?: string } | undefined];
    if (answer?.command === "ROLLBACK") lost.add(transaction);
    return result;
  };

  class Scoped extends Base {
    /** Models look here for the transaction that their hooks get. */
    static readonly _cls = {
      get(): Transaction | undefined {
        const current = currentTransaction();
        if (current) implied.add(current);
        return current;
      },
      set(): void {},
    };

    currentTransaction(): Transaction | undefined {
      return currentTransaction();
    }

    afterCommit(work: () => unknown): Promise<void> {
      return scope.afterCommit(work);
    }

    isAfterCommit(error: unknown): boolean {
      return scope.hasThrown(error);
    }

    async transact(given?: TransactionOptions | Work, callback?: Work): Promise<unknown> {
      const options = typeof given === "function" ? {} : (given ?? {});
      const work = typeof given === "function" ? given : callback;
      const outer = options.transaction === undefined ? currentTransaction() : undefined;
      const begin = super.transaction as Untyped;
      if (work === undefined) return begin.call(this, { ...options, ...(outer && { transaction: outer }) });
      if (outer !== undefined && !loose.has(outer)) {
        refuseOtherIsolation(outer, options);
        return work(outer);
      }
      const transaction = (await begin.call(this, outer ? { transaction: outer } : options)) as Transaction;
      const run = async () => work(transaction);
      try {
        if (outer === undefined) return await scope.run(transaction, run, () => commit(transaction));
        const result = await run();
        await transaction.commit();
        return result;
      } catch (error) {
        if (!isFinished(transaction)) await transaction.rollback().catch(() => {});
        throw error;
      }
    }

    async runLoosely(work: () => unknown): Promise<void> {
      const transaction = currentTransaction();
      if (transaction) loose.set(transaction, new Turns());
      isLoose = true;
      try {
        await work();
        do await turnOfEvents();
        while (running > 0);
      } finally {
        isLoose = false;
        if (transaction) loose.delete(transaction);
      }
    }

    send(sql: Sql, options: ScopedOptions = {}): Promise<unknown> {
      const sent = send((super.query as Untyped).bind(this), this.getDialect(), sql, options);
      if (!isLoose) return sent;
      running += 1;
      return sent.finally(() => {
        running -= 1;
      });
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
