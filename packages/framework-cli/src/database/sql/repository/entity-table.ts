import type { Entity, Field } from "../../../entity/entity.js";
import { comparableOf } from "../../comparable.js";
import type { SqlDialect } from "../../dialect.js";
import { keyOf, unknownField } from "../../field-table.js";
import type { Row } from "../../repository.js";
import { quoteName } from "../quote.js";
import { type Codec, codecOf } from "./codec.js";

/** A field with all that statements need of it, worked out once. */
export interface TableColumn extends Codec {
  readonly field: Field;
  readonly name: string;
  /** As rows of the driver spell it. */
  readonly column: string;
  readonly quoted: string;
  /** As a list of columns reads it. */
  readonly selected: string;
  readonly comparable: (value: unknown) => unknown;
}

/** An entity as a table of one dialect. */
export interface EntityTable {
  readonly entity: Entity;
  readonly dialect: SqlDialect;
  readonly quoted: string;
  readonly columns: readonly TableColumn[];
  /** The default fields of records: all but hidden ones. */
  readonly shown: readonly TableColumn[];
  readonly keys: readonly TableColumn[];
  readonly deletedAt: TableColumn | undefined;
  /** The condition of the model's default scope. */
  readonly scope?: () => string | undefined;
  /** @throws DatabaseError UNKNOWN_FIELD */
  column(name: string): TableColumn;
  /** The only column of the primary key. @throws DatabaseError UNKNOWN_FIELD */
  key(): TableColumn;
}

export function createEntityTable(entity: Entity, dialect: SqlDialect): EntityTable {
  const columns = entity.fields.map((field) => columnOf(field, dialect));
  const byName = new Map(columns.map((column) => [column.name, column]));
  const column = (name: string): TableColumn => {
    const found = byName.get(name);
    if (found === undefined) throw unknownField(entity, name);
    return found;
  };
  const { deletedAt } = entity.timestamps;
  return {
    entity,
    dialect,
    quoted: quoteName(entity.table, dialect),
    columns,
    shown: columns.filter(({ field }) => !field.hidden),
    keys: columns.filter(({ field }) => field.primaryKey),
    deletedAt: deletedAt === undefined ? undefined : column(deletedAt),
    column,
    key: () => column(keyOf(entity).name),
  };
}

function columnOf(field: Field, dialect: SqlDialect): TableColumn {
  const quoted = quoteName(field.column, dialect);
  return {
    field,
    name: field.name,
    column: field.column,
    quoted,
    selected: selectedSql(quoted, field, dialect),
    comparable: comparableOf(field.type),
    ...codecOf(field.type, dialect),
  };
}

/** Drivers make a double of a decimal (tedious), and an object of a JSON text (mysql2, mariadb). */
function selectedSql(quoted: string, { type }: Field, dialect: SqlDialect): string {
  if (dialect === "mssql" && type.kind === "decimal") return `CONVERT(VARCHAR(50), ${quoted}) AS ${quoted}`;
  if ((dialect === "mysql" || dialect === "mariadb") && type.kind === "json")
    return `CAST(${quoted} AS CHAR) AS ${quoted}`;
  return quoted;
}

/** The value as the driver takes it. */
export function encode({ encode: change }: TableColumn, value: unknown): unknown {
  return change === undefined || value === null || value === undefined ? value : change(value);
}

/** The driver's row as a record. */
export function decodeRow(row: Row, columns: readonly TableColumn[]): Row {
  const record: Row = {};
  for (const { column, name, decode } of columns) {
    const raw = row[column];
    record[name] = decode === undefined || raw === null ? raw : decode(raw);
  }
  return record;
}
