import { Buffer } from "node:buffer";
import { decimalText, roundDecimal } from "../../../entity/decimal-text.js";
import type { Entity, Field } from "../../../entity/entity.js";
import type { FieldType } from "../../../entity/field-type.js";
import { exactNumber } from "../../../entity/normalise-value.js";
import { comparableOf } from "../../comparable.js";
import { isMysql, type SqlDialect } from "../../dialect.js";
import { createFieldTable, type FieldTable, type TableField } from "../../field-table.js";
import type { Row } from "../../repository.js";
import { quoteName } from "../statement.js";

/** A field with everything that statements need, computed once. */
export interface TableColumn extends TableField, Codec {
  /** As rows of the driver spell it. */
  readonly column: string;
  readonly quoted: string;
  /** As a list of columns reads it. */
  readonly selected: string;
}

/** An entity as a table in one SQL dialect. */
export interface EntityTable extends FieldTable<TableColumn> {
  readonly dialect: SqlDialect;
  readonly quoted: string;
  /** The condition of the model's default scope. */
  readonly scope?: () => string | undefined;
}

export function createEntityTable(entity: Entity, dialect: SqlDialect): EntityTable {
  const columns = entity.fields.map((field) => columnOf(field, dialect));
  return { ...createFieldTable(entity, columns), dialect, quoted: quoteName(entity.table, dialect) };
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
  if (isMysql(dialect) && type.kind === "json") return `CAST(${quoted} AS CHAR) AS ${quoted}`;
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

/** Converts between values of records and of the driver. Null is never converted. `undefined` if nothing changes. */
interface Codec {
  readonly encode: Change["change"] | undefined;
  readonly decode: Change["change"] | undefined;
}

interface Change {
  /** @param value of the column's type, in the one form or the other */
  change(value: unknown): unknown;
}

function codecOf(type: FieldType, dialect: SqlDialect): Codec {
  const numbers = givesNumbers(dialect) ? undefined : Number;
  switch (type.kind) {
    case "string":
    case "text":
    case "uuid":
    case "enum":
      return { encode: undefined, decode: undefined };
    case "integer":
      return { encode: undefined, decode: numbers };
    case "bigint":
      return { encode: (value: number | bigint) => encodeBigint(value, dialect), decode: decodeBigint };
    case "double":
      return { encode: dialect === "sqlite" ? encodeSqliteDouble : undefined, decode: numbers };
    case "decimal": {
      const exact = (raw: string | number | bigint): string => roundDecimal(decimalText(raw) ?? "0", type.scale);
      return { encode: String, decode: type.reads === "number" ? Number : exact };
    }
    case "boolean":
      if (dialect === "postgres" || dialect === "mssql") return { encode: undefined, decode: undefined };
      return { encode: (value: boolean) => (value ? 1 : 0), decode: (raw: unknown) => Number(raw) !== 0 };
    case "timestamp":
      return { encode: timestampEncoder(dialect), decode: decodeTimestamp };
    case "date":
      return { encode: undefined, decode: (raw: string | Date) => isoPart(raw, 0, 10) };
    case "time":
      return { encode: undefined, decode: (raw: string | Date) => isoPart(raw, 11, 19) };
    case "json":
      return { encode: JSON.stringify, decode: decodeJson };
    case "binary":
      return { encode: undefined, decode: decodeBinary };
  }
}

/** The part of an ISO time that the column stores. Most drivers return it as text. */
function isoPart(raw: string | Date, start: number, end: number): string {
  return typeof raw === "string" ? raw.slice(0, end - start) : raw.toISOString().slice(start, end);
}

/** SQLite returns 64-bit integers and Oracle returns numbers as texts, so that no digits are lost. */
function givesNumbers(dialect: SqlDialect): boolean {
  return dialect !== "sqlite" && dialect !== "oracle";
}

/**
 * `@photostructure/sqlite` 1.2 binds a positive number below the machine's epsilon as 0. As text, the column converts
 * it correctly.
 */
function encodeSqliteDouble(value: number): number | string {
  return value > 0 && value < Number.EPSILON ? String(value) : value;
}

function encodeBigint(value: number | bigint, dialect: SqlDialect): unknown {
  if (typeof value === "number") return value;
  return dialect === "sqlite" || dialect === "mssql" ? value : value.toString();
}

function decodeBigint(raw: string | number | bigint): number | bigint {
  return typeof raw === "number" && Number.isSafeInteger(raw) ? raw : exactNumber(BigInt(raw));
}

function timestampEncoder(dialect: SqlDialect): ((iso: string) => unknown) | undefined {
  if (dialect === "postgres") return undefined;
  if (dialect === "oracle") return (iso) => new Date(iso);
  const zone = isMysql(dialect) ? "" : " +00:00";
  return (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 23)}${zone}`;
}

/**
 * Drivers return UTC as `2026-01-31 12:30:00`, with various digits of a second, and with or without an offset. Other
 * programs may have written ISO 8601 or milliseconds into a SQLite file.
 */
function decodeTimestamp(raw: string | Date | number | bigint): string {
  if (raw instanceof Date) return raw.toISOString();
  if (typeof raw !== "string") return new Date(Number(raw)).toISOString();
  const [match, date, time, fraction = ""] = OUR_TIMESTAMP.exec(raw) ?? [];
  if (match !== undefined) return `${date}T${time}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
  const parsed = new Date(raw);
  return Number.isNaN(parsed.getTime()) ? raw : parsed.toISOString();
}

const OUR_TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?: ?\+00(?::?00)?)?$/;

/** SQLite stores a JSON number as a number. */
function decodeJson(raw: unknown): unknown {
  if (typeof raw === "bigint") return Number(raw);
  return typeof raw === "string" ? JSON.parse(raw) : raw;
}

function decodeBinary(raw: Uint8Array): Buffer {
  return Buffer.isBuffer(raw) ? raw : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
}
