import { isBusy } from "../../database/sql/sequelize/sqlite-connections.js";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { DatabaseError } from "../../errors/database-error.js";
import type { LockHolder, LockStore } from "./migration-target.js";
import { ensureOwnTable, hasOwnTable, ownTable } from "./own-table.js";
import { runSql } from "./sql-statement.js";

const TABLE = ownTable("lock", {
  name: { kind: "string", length: 63 },
  token: { kind: "string", length: 64 },
  holder: { kind: "string", length: 255 },
  host: { kind: "string", length: 255 },
  pid: { kind: "integer" },
  beat: { kind: "integer" },
  since: { kind: "string", length: 30 },
});

const NAME = "migrations";

/** The lock as the only row of the table `onespec_lock`. */
export function sqlLockStore(executor: SqlExecutor): LockStore {
  const change = async (from: string, to: LockHolder): Promise<boolean> => {
    const { affected } = await runSql(executor, (sql) => {
      const values = Object.entries(rowOf(to)).map(([name, value]) => `${sql.name(name)} = ${sql.value(value)}`);
      return `UPDATE ${sql.name(TABLE.name)} SET ${values.join(", ")} WHERE ${sql.name("token")} = ${sql.value(from)}`;
    });
    return affected === 1;
  };
  const read = async (): Promise<LockHolder | undefined> => {
    if (!(await hasOwnTable(executor, TABLE))) return undefined;
    const { rows } = await runSql(executor, (sql) => `SELECT * FROM ${sql.name(TABLE.name)}`);
    const [row] = rows;
    return row === undefined ? undefined : holderOf(row);
  };
  return {
    beatsInBetween: executor.dialect !== "sqlite",
    prepare: () => ensureOwnTable(executor, TABLE),
    read,
    async take(holder) {
      try {
        await runSql(executor, (sql) => {
          const values = Object.entries({ name: NAME, ...rowOf(holder) });
          const names = values.map(([name]) => sql.name(name)).join(", ");
          const marks = values.map(([, value]) => sql.value(value)).join(", ");
          return `INSERT INTO ${sql.name(TABLE.name)} (${names}) VALUES (${marks})`;
        });
        return true;
      } catch (error) {
        // The row is there (one key, one row), or another writer keeps SQLite to itself.
        if (isBusy(error) || (await read()) !== undefined) return false;
        if (error instanceof DatabaseError && error.code === "UNIQUE_VIOLATION") return false;
        throw error;
      }
    },
    async takeOver(from, holder) {
      try {
        return await change(from.token, holder);
      } catch (error) {
        if (isBusy(error)) return false;
        throw error;
      }
    },
    async beat(token) {
      const { affected } = await runSql(
        executor,
        (sql) =>
          `UPDATE ${sql.name(TABLE.name)} SET ${sql.name("beat")} = ${sql.name("beat")} + 1 WHERE ${sql.name("token")} = ${sql.value(token)}`,
      );
      return affected === 1;
    },
    async release(token) {
      await runSql(
        executor,
        (sql) => `DELETE FROM ${sql.name(TABLE.name)} WHERE ${sql.name("token")} = ${sql.value(token)}`,
      );
    },
  };
}

function rowOf({ token, holder, host, pid, beat, since }: LockHolder): Record<string, unknown> {
  return { token, holder: holder.slice(0, 255), host: host.slice(0, 255), pid, beat, since };
}

function holderOf(row: Record<string, unknown>): LockHolder {
  const text = (name: string): string => String(row[name] ?? "");
  return {
    token: text("token"),
    holder: text("holder"),
    host: text("host"),
    pid: Number(row.pid),
    beat: Number(row.beat),
    since: text("since"),
  };
}
