import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import type { StateStore } from "./migration-target.js";
import { ensureOwnTable, hasOwnTable, ownTable } from "./own-table.js";
import { sqlRows } from "./sql-rows.js";

const TABLE = ownTable("state", { name: { kind: "string", length: 63 }, value: { kind: "text" } });

/** Texts in the table `onespec_state`. */
export function sqlState(executor: SqlExecutor): StateStore {
  const rows = sqlRows(executor, TABLE.name);
  return {
    async read(name) {
      if (!(await hasOwnTable(executor, TABLE))) return undefined;
      const [row] = await rows.find({ name });
      return row === undefined ? undefined : String(row.value);
    },
    async write(name, value) {
      await ensureOwnTable(executor, TABLE);
      await executor.transaction(async () => {
        await rows.delete({ name });
        await rows.insert({ name, value });
      });
    },
  };
}
