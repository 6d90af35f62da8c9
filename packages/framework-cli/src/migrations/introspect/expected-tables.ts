import type { SqlDialect } from "../../database/dialect.js";
import { columnType } from "../../database/sql/column-type.js";
import type { ReferenceAction } from "../../entity/entity.js";
import type { Check, Column, ForeignKey, Table, TableIndex } from "../tables/table.js";
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

/** A table in the database, in terms that can be compared with migrations. */
export interface LiveTable {
  readonly name: string;
  readonly columns: readonly LiveColumn[];
  readonly indexes: readonly TableIndex[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly checks: readonly LiveCheck[];
}

export interface LiveColumn {
  readonly name: string;
  /** Small letters, without collation: `varchar(120)`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly primaryKey: boolean;
  readonly autoIncrement: boolean;
  /** Its text, without quotes and casts. */
  readonly default: string | undefined;
}

export interface LiveCheck {
  readonly name: string;
  /** The texts that its condition names, in order. */
  readonly texts: readonly string[];
  /** Set for checks of migrations. */
  readonly column?: string;
}

/** One difference between the tables that should be and those that are: `books.pages: integer, should be bigint`. */
export type Drift = string;

const NAMES: Partial<Record<SqlDialect, readonly (readonly [RegExp, string])[]>> = {
  // Uses Sequelize's names for types with the same values.
  sqlite: [
    [/^(integer|bigint)\(\d+\)$/, "$1"],
    [/^uuid$/, "char(36)"],
    [/^(?:float|real|double precision)$/, "double"],
  ],
  postgres: [
    [/^timestamp with time zone$/, "timestamp(3) with time zone"],
    [/^varchar\b/, "character varying"],
    [/^decimal\b/, "numeric"],
    [/^time\((\d)\)$/, "time($1) without time zone"],
  ],
  mysql: [
    [/^(int|bigint)\(\d+\)/, "$1"],
    [/^json$/, "longtext"],
    [/^integer$/, "int"],
  ],
};

/** One spelling of a type, whether it is from our own DDL or from the database's catalogue. */
export function normalType(type: string, dialect: SqlDialect): string {
  if (/^enum\(/i.test(type)) return type;
  const plain = type
    .replace(/ (CHARACTER SET|COLLATE) .*$/i, "")
    .toLowerCase()
    .replaceAll(/\s*,\s*/g, ",")
    .trim();
  const names = NAMES[dialect === "mariadb" ? "mysql" : dialect] ?? [];
  return names.reduce((text, [pattern, name]) => text.replace(pattern, name), plain);
}

const NUMBER = /^(?:tinyint|smallint|int|integer|bigint|double|decimal|numeric|float|real)\b/;
const FLOAT = /^(?:double|float|real)\b/;

/**
 * One spelling of a default, whether it is from a migration or from a catalogue. Numbers are spelled in many ways: `1.50`, `1.5`, `1e0`.
 *
 * @param type of the column, normal
 */
export function normalDefault(text: string, type: string): string {
  if (!NUMBER.test(type)) return text;
  const plain = text.replace(/^\((.*)\)$/s, "$1");
  const exact = FLOAT.test(type) ? undefined : exactNumber(plain);
  if (exact !== undefined) return exact;
  return plain.trim() === "" || Number.isNaN(Number(plain)) ? plain : String(Number(plain) + 0);
}

/** Removes zeros that do not change the number. `undefined` if the text has an exponent or is not a number. */
function exactNumber(text: string): string | undefined {
  const [, sign, whole = "", fraction = ""] = /^([-+]?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const digits = fraction === "" ? whole : `${whole}.${fraction}`;
  return sign === "-" && /[1-9]/.test(digits) ? `-${digits}` : digits;
}
