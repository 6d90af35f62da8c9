import type { SqlDialect } from "../../database/dialect.js";

const NAMES: Partial<Record<SqlDialect, readonly (readonly [RegExp, string])[]>> = {
  // With Sequelize's words for types that hold the same values.
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

/** Without zeros that say nothing; `undefined` for what is written with an exponent, or is no number. */
function exactNumber(text: string): string | undefined {
  const [, sign, whole = "", fraction = ""] = /^([-+]?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const digits = fraction === "" ? whole : `${whole}.${fraction}`;
  return sign === "-" && /[1-9]/.test(digits) ? `-${digits}` : digits;
}
