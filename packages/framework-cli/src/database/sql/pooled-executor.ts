import { DatabaseError } from "../../errors/database-error.js";
import type { SqlDialect } from "../dialect.js";
import type { SqlExecutor, SqlResult } from "./sql-executor.js";
import { TransactionScope } from "./transaction-scope.js";
import { Turns } from "./turns.js";

/** What the executors of servers need of their drivers. Errors are the driver's own. */
export interface SqlPool<C extends object> {
  acquire(): Promise<C>;
  /** `broken`: to be closed instead of used again. */
  release(connection: C, broken: boolean): void;
  execute(connection: C, sql: string, parameters: readonly unknown[]): Promise<SqlResult>;
  begin(connection: C): Promise<void>;
  commit(connection: C): Promise<void>;
  rollback(connection: C): Promise<void>;
  /** Nothing is in use any more. */
  close(): Promise<void>;
}

/**
 * Statements on any connection of a pool, those of a transaction on its own one, one after another.
 *
 * @param translate makes the driver's error a DatabaseError
 * @param openPool a pool of the given size, for `dedicated`
 */
export function createPooledExecutor<C extends object>(
  dialect: SqlDialect,
  pool: SqlPool<C>,
  translate: (error: unknown, sql?: string) => unknown,
  openPool: (size: number) => Promise<SqlPool<C>>,
): SqlExecutor {
  const scope = new TransactionScope<{ readonly connection: C; readonly turns: Turns }>();
  let closed: Promise<void> | undefined;
  let inUse = 0;
  /** Called when nothing is in use any more. */
  let idle = (): void => {};

  const acquire = async (): Promise<C> => {
    if (closed !== undefined) throw new DatabaseError("UNAVAILABLE", "The database connection is closed.");
    inUse += 1;
    try {
      return await pool.acquire();
    } catch (error) {
      returned();
      throw translate(error);
    }
  };
  const release = (connection: C, broken: boolean): void => {
    pool.release(connection, broken);
    returned();
  };
  const returned = (): void => {
    inUse -= 1;
    if (inUse === 0) idle();
  };
  const execute = async (connection: C, sql: string, parameters: readonly unknown[]): Promise<SqlResult> => {
    try {
      return await pool.execute(connection, sql, parameters);
    } catch (error) {
      throw translate(error, sql);
    }
  };

  return {
    dialect,
    async run(sql, parameters = []) {
      const inside = scope.current();
      if (inside !== undefined) return inside.turns.take(() => execute(inside.connection, sql, parameters));
      const connection = await acquire();
      let broken = true;
      try {
        const result = await execute(connection, sql, parameters);
        broken = false;
        return result;
      } catch (error) {
        broken = isLost(error);
        throw error;
      } finally {
        release(connection, broken);
      }
    },
    async transaction(work) {
      if (scope.current() !== undefined) return work();
      const connection = await acquire();
      let broken = true;
      try {
        await pool.begin(connection).catch((error: unknown) => {
          throw translate(error, "BEGIN");
        });
        const turns = new Turns();
        const result = await scope.run({ connection, turns }, work).catch(async (error: unknown) => {
          // Whatever it left running on the connection goes first. A connection that cannot roll back is closed, which does.
          await turns
            .take(() => pool.rollback(connection))
            .then(
              () => {
                broken = isLost(error);
              },
              () => {},
            );
          throw error;
        });
        await turns
          .take(() => pool.commit(connection))
          .catch((error: unknown) => {
            throw translate(error, "COMMIT");
          });
        broken = false;
        return result;
      } finally {
        release(connection, broken);
      }
    },
    async dedicated() {
      return createPooledExecutor(dialect, await openPool(1), translate, openPool);
    },
    close() {
      closed ??= (
        inUse === 0
          ? Promise.resolve()
          : new Promise<void>((resolve) => {
              idle = resolve;
            })
      ).then(() => pool.close());
      return closed;
    },
  };
}

function isLost(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "UNAVAILABLE";
}
