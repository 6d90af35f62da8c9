import type { SqlDialect } from "../../database/dialect.js";

const NAMES: Partial<Record<SqlDialect, readonly (readonly [RegExp, string])[]>> = {
  postgres: [
    [/^varchar\b/, "character varying"],
    [/^decimal\b/, "numeric"],
    [/^time\((\d)\)$/, "time($1) without time zone"],
  ],
  mysql: [
    [/^(int|bigint)\(\d+\)$/, "$1"],
    [/^json$/, "longtext"],
    [/^integer$/, "int"],
  ],
};

/** One spelling of a type, whether it is from our own DDL or from the database's catalogue. */
export function normalType(type: string, dialect: SqlDialect): string {
  const plain = type
    .replace(/ (CHARACTER SET|COLLATE) .*$/i, "")
    .toLowerCase()
    .replaceAll(/\s*,\s*/g, ",")
    .trim();
  const names = NAMES[dialect === "mariadb" ? "mysql" : dialect] ?? [];
  return names.reduce((text, [pattern, name]) => text.replace(pattern, name), plain);
}
