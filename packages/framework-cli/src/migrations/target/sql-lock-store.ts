import { isBusy } from "../../database/sql/sequelize/sqlite-connections.js";
import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { Statement } from "../../database/sql/statement.js";
import type { FieldType } from "../../entity/field-type.js";
import { DatabaseError } from "../../errors/database-error.js";
import type { LockHolder, LockStore } from "./migration-target.js";
import { ownTable } from "./own-table.js";

const COLUMNS: Readonly<Record<string, FieldType>> = {
  name: { kind: "string", length: 63 },
  token: { kind: "string", length: 64 },
  holder: { kind: "string", length: 255 },
  host: { kind: "string", length: 255 },
  pid: { kind: "integer" },
  beat: { kind: "integer" },
  since: { kind: "string", length: 30 },
};

const NAME = "migrations";

/** The lock as the only row of the table `onespec_lock`. */
export function sqlLockStore(executor: SqlExecutor): LockStore {
  const { dialect } = executor;
  const { name, rows, read: readAll, prepare } = ownTable(executor, "lock", COLUMNS);
  const read = async (): Promise<LockHolder | undefined> => {
    const [row] = await readAll();
    return row === undefined ? undefined : holderOf(row);
  };
  return {
    beatsInBetween: dialect !== "sqlite",
    prepare,
    read,
    async take(holder) {
      try {
        await rows.insert({ name: NAME, ...rowOf(holder) });
        return true;
      } catch (error) {
        // The row already exists (there is one row with one key), or another writer has locked SQLite.
        if (isBusy(error) || (await read()) !== undefined) return false;
        if (error instanceof DatabaseError && error.code === "UNIQUE_VIOLATION") return false;
        throw error;
      }
    },
    async takeOver({ token }, holder) {
      try {
        return (await rows.update({ token }, rowOf(holder))) === 1;
      } catch (error) {
        if (isBusy(error)) return false;
        throw error;
      }
    },
    async beat(token) {
      const sql = new Statement(dialect);
      const beat = sql.name("beat");
      const counted = `UPDATE ${sql.name(name)} SET ${beat} = ${beat} + 1 WHERE ${sql.name("token")} = ${sql.bind(token)}`;
      const { affected } = await executor.run(counted, sql.parameters);
      return affected === 1;
    },
    async release(token) {
      await rows.delete({ token });
    },
  };
}

function rowOf({ token, holder, host, pid, beat, since }: LockHolder): Record<string, unknown> {
  return { token, holder: holder.slice(0, 255), host: host.slice(0, 255), pid, beat, since };
}

function holderOf(row: Readonly<Record<string, unknown>>): LockHolder {
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
