import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import type { FieldType } from "../../entity/field-type.js";
import { createTable } from "../ddl/create-table.js";
import { emptyTable, plainColumn } from "../tables/table.js";
import type { Rows, RowValues } from "./migration-target.js";
import { isPresent } from "./sql-presence.js";
import { sqlRows } from "./sql-rows.js";

/** Tables of this package's own begin like this; they belong to no model. */
export const OWN_PREFIX = "onespec_";

/** A table of our own. */
export interface OwnTable {
  readonly name: string;
  readonly rows: Rows;
  /** Makes it where there is none. Of several processes that try at once, one succeeds and the others find it there. */
  prepare(): Promise<void>;
  /** All rows; none where there is no table yet. */
  read(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Adds a row, or puts it in place of the one with the same key. */
  put(row: RowValues): Promise<void>;
}

/** @param columns the first is the key */
export function ownTable(
  executor: SqlExecutor,
  shortName: string,
  columns: Readonly<Record<string, FieldType>>,
): OwnTable {
  const name = `${OWN_PREFIX}${shortName}`;
  const rows = sqlRows(executor, name);
  const [key = ""] = Object.keys(columns);
  const isThere = (): Promise<boolean> => isPresent(executor, { kind: "table", table: name, present: true });
  return {
    name,
    rows,
    async prepare() {
      if (await isThere()) return;
      const structure = Object.entries(columns).map(([column, type]) => ({
        ...plainColumn(column, type),
        nullable: column !== key,
        primaryKey: column === key,
      }));
      const table = { ...emptyTable(name), columns: structure };
      try {
        for (const sql of createTable(table, executor.dialect)) await executor.run(sql);
      } catch (error) {
        if (!(await isThere())) throw error;
      }
    },
    read: async () => ((await isThere()) ? rows.find() : []),
    async put(row) {
      await executor.transaction(async () => {
        await rows.delete({ [key]: row[key] });
        await rows.insert(row);
      });
    },
  };
}
