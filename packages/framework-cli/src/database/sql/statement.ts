import { isMysql, type SqlDialect } from "../dialect.js";

/** Builds a statement. Values are bound in the order of their placeholders in the text. */
export class Statement {
  readonly parameters: unknown[] = [];
  readonly dialect: SqlDialect;

  constructor(dialect: SqlDialect) {
    this.dialect = dialect;
  }

  /** Adds a value and returns its placeholder. */
  bind(value: unknown): string {
    return placeholder(this.dialect, this.parameters.push(value));
  }

  name(name: string): string {
    return quoteName(name, this.dialect);
  }
}

const PLACEHOLDERS: Partial<Record<SqlDialect, string>> = { postgres: "$", mssql: "@p", oracle: ":" };

/** @param position from 1 */
export function placeholder(dialect: SqlDialect, position: number): string {
  const start = PLACEHOLDERS[dialect];
  return start === undefined ? "?" : start + position;
}

/** Most values in one statement. Leaves room for some further ones. */
export const MOST_PARAMETERS: Readonly<Record<SqlDialect, number>> = {
  sqlite: 32_000,
  postgres: 65_000,
  mysql: 65_000,
  mariadb: 65_000,
  mssql: 2_000,
  oracle: 65_000,
};

/** Quotes the name of a table, column, index or constraint, so that it keeps its case and is never a keyword. */
export function quoteName(name: string, dialect: SqlDialect): string {
  if (dialect === "mssql") return `[${name.replaceAll("]", "]]")}]`;
  return isMysql(dialect) ? `\`${name.replaceAll("`", "``")}\`` : `"${name.replaceAll('"', '""')}"`;
}

export function quoteNames(names: readonly string[], dialect: SqlDialect): string {
  return names.map((name) => quoteName(name, dialect)).join(", ");
}

/** Quotes a text for SQL. By default MySQL and MariaDB treat backslashes as escapes. */
export function quoteText(text: string, dialect: SqlDialect): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  if (isMysql(dialect)) return quoted.replaceAll("\\", "\\\\");
  return dialect === "mssql" ? `N${quoted}` : quoted;
}
