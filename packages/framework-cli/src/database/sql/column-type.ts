import type { FieldType } from "../../entity/field-type.js";
import { isMysql, type SqlDialect } from "../dialect.js";

/**
 * The column type of a field in each database, with its collation, but without NOT NULL, default and key. The
 * repository's codecs read and write exactly these types. Texts are compared by code point everywhere. A counted key in
 * SQLite must be declared as `INTEGER PRIMARY KEY AUTOINCREMENT` instead.
 * - SQLite stores timestamps as text in Sequelize's form (`2026-01-31 12:30:00.000 +00:00`), and decimals of more than
 * 15 digits as text. Sequelize recognises values by the names of the types; SQLite itself stores texts in all of them
 * unchanged.
 * - Oracle stores dates and times as text: its DATE has a time of day, and it has no TIME.
 */
export function columnType(type: FieldType, dialect: SqlDialect): string {
  switch (type.kind) {
    case "string":
      return stringType(type.length, dialect);
    case "enum":
      return stringType(Math.max(1, ...type.values.map((value) => [...value].length)), dialect);
    case "decimal": {
      const name = dialect === "oracle" ? "NUMBER" : "DECIMAL";
      const { precision, scale } = type;
      if (precision === undefined) return name;
      return dialect === "sqlite" && precision > EXACT_DIGITS ? "TEXT" : `${name}(${precision},${scale})`;
    }
    case "json": {
      if (type.elements === undefined || dialect !== "postgres") return TYPES.json[dialect];
      return columnType(type.elements, dialect).replace(/( COLLATE .*)?$/, "[]$1");
    }
    default: {
      const plain = TYPES[type.kind][dialect];
      const sign = "sign" in type && isMysql(dialect) ? type.sign : undefined;
      return sign === undefined ? plain : `${plain} ${sign === "zerofill" ? "UNSIGNED ZEROFILL" : "UNSIGNED"}`;
    }
  }
}

/** Number of digits that a double, and so SQLite's NUMERIC, can store of every decimal. */
export const EXACT_DIGITS = 15;

const POSTGRES_TEXT = 'COLLATE "C"';
const MYSQL_TEXT = "CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
const MARIADB_TEXT = "CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";
const MSSQL_TEXT = "COLLATE Latin1_General_100_BIN2";

/**
 * All VARCHAR columns of a row in MySQL share 65,535 bytes, so longer texts are LONGTEXT. The other databases have
 * limits of their own.
 */
const LONGEST_VARCHAR = 4000;

function stringType(length: number, dialect: SqlDialect): string {
  if (dialect === "sqlite") return `VARCHAR(${length})`;
  if (dialect === "postgres") return `VARCHAR(${length}) ${POSTGRES_TEXT}`;
  if (length > LONGEST_VARCHAR) return TYPES.text[dialect];
  if (dialect === "mssql") return `NVARCHAR(${length}) ${MSSQL_TEXT}`;
  if (dialect === "oracle") return `VARCHAR2(${length} CHAR)`;
  return `VARCHAR(${length}) ${dialect === "mysql" ? MYSQL_TEXT : MARIADB_TEXT}`;
}

type PlainKind = Exclude<FieldType["kind"], "string" | "enum" | "decimal">;

/** Types that need no numbers. */
const TYPES: Readonly<Record<PlainKind, Readonly<Record<SqlDialect, string>>>> = {
  text: {
    sqlite: "TEXT",
    postgres: `TEXT ${POSTGRES_TEXT}`,
    mysql: `LONGTEXT ${MYSQL_TEXT}`,
    mariadb: `LONGTEXT ${MARIADB_TEXT}`,
    mssql: `NVARCHAR(MAX) ${MSSQL_TEXT}`,
    oracle: "CLOB",
  },
  json: { ...onMysql("JSON"), sqlite: "JSON", postgres: "JSONB", mssql: `NVARCHAR(MAX) ${MSSQL_TEXT}`, oracle: "CLOB" },
  uuid: {
    ...onMysql("CHAR(36) CHARACTER SET ascii COLLATE ascii_bin"),
    sqlite: "CHAR(36)",
    postgres: "UUID",
    mssql: `CHAR(36) ${MSSQL_TEXT}`,
    oracle: "VARCHAR2(36 CHAR)",
  },
  integer: { ...onMysql("INT"), sqlite: "INTEGER", postgres: "INTEGER", mssql: "INT", oracle: "NUMBER(10)" },
  bigint: { ...onMysql("BIGINT"), sqlite: "BIGINT", postgres: "BIGINT", mssql: "BIGINT", oracle: "NUMBER(19)" },
  double: {
    ...onMysql("DOUBLE"),
    sqlite: "DOUBLE",
    postgres: "DOUBLE PRECISION",
    mssql: "FLOAT(53)",
    oracle: "BINARY_DOUBLE",
  },
  boolean: { ...onMysql("TINYINT(1)"), sqlite: "TINYINT(1)", postgres: "BOOLEAN", mssql: "BIT", oracle: "NUMBER(1)" },
  timestamp: {
    ...onMysql("DATETIME(3)"),
    sqlite: "DATETIME",
    postgres: "TIMESTAMP(3) WITH TIME ZONE",
    mssql: "DATETIMEOFFSET(3)",
    oracle: "TIMESTAMP(3) WITH TIME ZONE",
  },
  date: { ...onMysql("DATE"), sqlite: "DATE", postgres: "DATE", mssql: "DATE", oracle: "VARCHAR2(10 CHAR)" },
  time: { ...onMysql("TIME"), sqlite: "TIME", postgres: "TIME(0)", mssql: "TIME(0)", oracle: "VARCHAR2(8 CHAR)" },
  binary: { ...onMysql("LONGBLOB"), sqlite: "BLOB", postgres: "BYTEA", mssql: "VARBINARY(MAX)", oracle: "BLOB" },
};

function onMysql(type: string): { readonly mysql: string; readonly mariadb: string } {
  return { mysql: type, mariadb: type };
}
