import type { SqlDialect } from "../../database/dialect.js";
import { columnType } from "../../database/sql/column-type.js";
import type { ReferenceAction } from "../../entity/entity.js";
import { literal } from "../ddl/literal.js";
import type { Column, Table } from "../table.js";
import type { LiveTable } from "./live-table.js";
import { normalDefault, normalType } from "./normal-type.js";

/** How the database would describe the tables of a snapshot. */
export function expectedTables(tables: readonly Table[], dialect: SqlDialect): LiveTable[] {
  return tables.map(({ name, columns, indexes, foreignKeys, checks }) => ({
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: normalType(
        column.autoIncrement && dialect === "sqlite" ? "INTEGER" : columnType(column.type, dialect),
        dialect,
      ),
      nullable: column.nullable,
      primaryKey: column.primaryKey,
      autoIncrement: column.autoIncrement,
      default: defaultText(column, dialect),
    })),
    indexes: indexes.map(({ name, columns, unique }) => ({ name, columns, unique })),
    foreignKeys: foreignKeys.map((key) => ({
      ...key,
      onDelete: normalAction(key.onDelete),
      onUpdate: normalAction(key.onUpdate),
    })),
    checks: checks.map((check) => ({ name: check.name, texts: check.kind === "in" ? check.values : [] })),
  }));
}

function defaultText({ name, type, default: given }: Column, dialect: SqlDialect): string | undefined {
  if (given?.kind !== "value") return undefined;
  const text = literal(given.value, type, dialect, name);
  return normalDefault(type.kind === "boolean" ? text.toLowerCase() : text);
}

/** InnoDB says NO ACTION where it does what RESTRICT asks for, and some versions the reverse. */
export function normalAction(action: string): ReferenceAction {
  return action.toUpperCase() === "RESTRICT" ? "NO ACTION" : (action.toUpperCase() as ReferenceAction);
}
