import type { SqlExecutor } from "./sql-executor.js";

/** A statement that was run. Values are not told: they may be secret. */
export interface SqlQuery {
  readonly sql: string;
  readonly ms: number;
  /** The code of the error it ended in. */
  readonly failed?: string;
}

/** Tells every statement once it is done. */
export function logQueries(executor: SqlExecutor, tell: (query: SqlQuery) => void): SqlExecutor {
  return {
    ...executor,
    async run(sql, parameters) {
      const start = performance.now();
      const ms = (): number => Math.round((performance.now() - start) * 100) / 100;
      try {
        const result = await executor.run(sql, parameters);
        tell({ sql, ms: ms() });
        return result;
      } catch (error) {
        tell({ sql, ms: ms(), failed: error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN" });
        throw error;
      }
    },
  };
}
