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

/** `'new'::character varying` is `new`; texts of the catalogue that mean no default are none. */
export function normalDefault(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const text = String(value).replace(/::[\w\s()"]+$/, "");
  if (/^null$/i.test(text)) return undefined;
  const [, quoted] = /^N?'((?:[^']|'')*)'$/s.exec(text) ?? [];
  const plain = quoted === undefined ? text.replace(/^\((.*)\)$/s, "$1") : quoted.replaceAll("''", "'");
  return /^-?\d+(\.\d+)?$/.test(plain) ? String(Number(plain)) : plain;
}

/** The texts between quotes in a condition. */
export function quotedTexts(condition: string): string[] {
  return [...condition.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = ""]) => text.replaceAll("''", "'"));
}
