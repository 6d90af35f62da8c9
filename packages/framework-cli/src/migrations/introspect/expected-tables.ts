import type { SqlDialect } from "../../database/dialect.js";
import { columnType } from "../../database/sql/column-type.js";
import type { ReferenceAction } from "../../entity/entity.js";
import type { Check, Column, Table } from "../tables/table.js";
import type { LiveTable } from "./live-table.js";
import { normalDefault, normalType } from "./normal-column.js";
import { shownText } from "./sql-texts.js";

/** How the database would describe tables. */
export function expectedTables(tables: readonly Table[], dialect: SqlDialect): LiveTable[] {
  return tables.map(({ name, columns, indexes, foreignKeys, checks }) => ({
    name,
    columns: columns.map((column) => {
      const type = normalType(
        column.autoIncrement && dialect === "sqlite" ? "INTEGER" : columnType(column.type, dialect),
        dialect,
      );
      return {
        name: column.name,
        type,
        nullable: column.nullable,
        primaryKey: column.primaryKey,
        autoIncrement: column.autoIncrement,
        default: defaultText(column, type, dialect),
      };
    }),
    indexes: indexes.map(({ name, columns, unique }) => ({ name, columns, unique })),
    foreignKeys: foreignKeys.map((key) => ({
      ...key,
      onDelete: normalAction(key.onDelete),
      onUpdate: normalAction(key.onUpdate),
    })),
    checks: checks.map((check) => ({ name: check.name, texts: textsOf(check, dialect), column: check.column })),
  }));
}

function defaultText({ default: given, type }: Column, live: string, dialect: SqlDialect): string | undefined {
  if (given?.kind !== "value") return undefined;
  if (type.kind === "boolean" && dialect !== "postgres") return given.value === true ? "1" : "0";
  return normalDefault(shownText(String(given.value), dialect, 1), live);
}

function textsOf(check: Check, dialect: SqlDialect): readonly string[] {
  return check.kind === "in" ? check.values.map((value) => shownText(value, dialect, 4)) : [];
}

/** InnoDB reports NO ACTION for RESTRICT, and some versions the reverse. */
export function normalAction(action: string): ReferenceAction {
  return action.toUpperCase() === "RESTRICT" ? "NO ACTION" : (action.toUpperCase() as ReferenceAction);
}
