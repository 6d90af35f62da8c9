import type { FieldType } from "../../entity/field-type.js";
import type { SqlDialect } from "../dialect.js";

/**
 * How each database keeps a field's values: the type in `CREATE TABLE`, collation included, without NOT NULL, default or key. The
 * repository's codecs read and write exactly these. Texts compare by code point everywhere. A SQLite key that counts must be
 * declared `INTEGER PRIMARY KEY AUTOINCREMENT`, whatever this says.
 *
 * - SQLite keeps timestamps as text in Sequelize's form (`2026-01-31 12:30:00.000 +00:00`), and decimals of more than 15 digits as text.
 *   Its types are the names by which Sequelize knows what a value is; SQLite itself keeps texts in all of them as they are.
 * - Oracle keeps dates and times as text: its DATE has a time of day, and it has no TIME.
 */
export function columnType(type: FieldType, dialect: SqlDialect): string {
  switch (dialect) {
    case "sqlite":
      return sqliteType(type);
    case "postgres":
      return postgresType(type);
    case "mysql":
      return mysqlType(type, "utf8mb4_bin");
    case "mariadb":
      return mysqlType(type, "utf8mb4_nopad_bin");
    case "mssql":
      return mssqlType(type);
    case "oracle":
      return oracleType(type);
  }
}

/** Digits that a double, and so SQLite's NUMERIC, keeps of every decimal. */
export const EXACT_DIGITS = 15;

function sqliteType(type: FieldType): string {
  switch (type.kind) {
    case "string":
      return `VARCHAR(${type.length})`;
    case "enum":
      return `VARCHAR(${longest(type.values)})`;
    case "text":
      return "TEXT";
    case "json":
      return "JSON";
    case "timestamp":
      return "DATETIME";
    case "date":
      return "DATE";
    case "time":
      return "TIME";
    case "uuid":
      return "CHAR(36)";
    case "integer":
      return "INTEGER";
    case "bigint":
      return "BIGINT";
    case "double":
      return "DOUBLE";
    case "decimal":
      return type.precision > EXACT_DIGITS ? "TEXT" : `DECIMAL(${type.precision},${type.scale})`;
    case "boolean":
      return "TINYINT(1)";
    case "binary":
      return "BLOB";
  }
}

function postgresType(type: FieldType): string {
  switch (type.kind) {
    case "string":
      return `VARCHAR(${type.length}) COLLATE "C"`;
    case "enum":
      return `VARCHAR(${longest(type.values)}) COLLATE "C"`;
    case "text":
      return 'TEXT COLLATE "C"';
    case "uuid":
      return "UUID";
    case "integer":
      return "INTEGER";
    case "bigint":
      return "BIGINT";
    case "double":
      return "DOUBLE PRECISION";
    case "decimal":
      return `DECIMAL(${type.precision},${type.scale})`;
    case "boolean":
      return "BOOLEAN";
    case "timestamp":
      return "TIMESTAMP(3) WITH TIME ZONE";
    case "date":
      return "DATE";
    case "time":
      return "TIME(0)";
    case "json":
      return "JSONB";
    case "binary":
      return "BYTEA";
  }
}

/** A row of VARCHAR columns holds 65,535 bytes together, so longer texts are LONGTEXT. */
function mysqlType(type: FieldType, collation: string): string {
  const text = (length: number): string =>
    `${length > 4000 ? "LONGTEXT" : `VARCHAR(${length})`} CHARACTER SET utf8mb4 COLLATE ${collation}`;
  switch (type.kind) {
    case "string":
      return text(type.length);
    case "enum":
      return text(longest(type.values));
    case "text":
      return text(Number.POSITIVE_INFINITY);
    case "uuid":
      return "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin";
    case "integer":
      return "INT";
    case "bigint":
      return "BIGINT";
    case "double":
      return "DOUBLE";
    case "decimal":
      return `DECIMAL(${type.precision},${type.scale})`;
    case "boolean":
      return "TINYINT(1)";
    case "timestamp":
      return "DATETIME(3)";
    case "date":
      return "DATE";
    case "time":
      return "TIME";
    case "json":
      return "JSON";
    case "binary":
      return "LONGBLOB";
  }
}

function mssqlType(type: FieldType): string {
  const text = (length: number): string =>
    `NVARCHAR(${length > 4000 ? "MAX" : length}) COLLATE Latin1_General_100_BIN2`;
  switch (type.kind) {
    case "string":
      return text(type.length);
    case "enum":
      return text(longest(type.values));
    case "text":
    case "json":
      return text(Number.POSITIVE_INFINITY);
    case "uuid":
      return "CHAR(36) COLLATE Latin1_General_100_BIN2";
    case "integer":
      return "INT";
    case "bigint":
      return "BIGINT";
    case "double":
      return "FLOAT(53)";
    case "decimal":
      return `DECIMAL(${type.precision},${type.scale})`;
    case "boolean":
      return "BIT";
    case "timestamp":
      return "DATETIMEOFFSET(3)";
    case "date":
      return "DATE";
    case "time":
      return "TIME(0)";
    case "binary":
      return "VARBINARY(MAX)";
  }
}

function oracleType(type: FieldType): string {
  const text = (length: number): string => (length > 4000 ? "CLOB" : `VARCHAR2(${length} CHAR)`);
  switch (type.kind) {
    case "string":
      return text(type.length);
    case "enum":
      return text(longest(type.values));
    case "text":
    case "json":
      return "CLOB";
    case "uuid":
      return "VARCHAR2(36 CHAR)";
    case "integer":
      return "NUMBER(10)";
    case "bigint":
      return "NUMBER(19)";
    case "double":
      return "BINARY_DOUBLE";
    case "decimal":
      return `NUMBER(${type.precision},${type.scale})`;
    case "boolean":
      return "NUMBER(1)";
    case "timestamp":
      return "TIMESTAMP(3) WITH TIME ZONE";
    case "date":
      return "VARCHAR2(10 CHAR)";
    case "time":
      return "VARCHAR2(8 CHAR)";
    case "binary":
      return "BLOB";
  }
}

function longest(values: readonly string[]): number {
  return Math.max(1, ...values.map((value) => [...value].length));
}
