import type { SqlDialect } from "../dialect.js";

/** A statement in the making: values are bound in the order in which their placeholders stand in the text. */
export class Statement {
  readonly parameters: unknown[] = [];
  readonly dialect: SqlDialect;

  constructor(dialect: SqlDialect) {
    this.dialect = dialect;
  }

  /** Notes a value and gives its placeholder. */
  bind(value: unknown): string {
    return placeholder(this.dialect, this.parameters.push(value));
  }

  name(name: string): string {
    return quoteName(name, this.dialect);
  }
}

/** @param position from 1 */
export function placeholder(dialect: SqlDialect, position: number): string {
  switch (dialect) {
    case "sqlite":
    case "mysql":
    case "mariadb":
      return "?";
    case "postgres":
      return `$${position}`;
    case "mssql":
      return `@p${position}`;
    case "oracle":
      return `:${position}`;
  }
}

/** Values that one statement takes at most, with some left for others than the ones in question. */
export const MOST_PARAMETERS: Readonly<Record<SqlDialect, number>> = {
  sqlite: 32_000,
  postgres: 65_000,
  mysql: 65_000,
  mariadb: 65_000,
  mssql: 2_000,
  oracle: 65_000,
};

/** A name of a table, column, index or constraint, as it is: never folded, never a keyword. */
export function quoteName(name: string, dialect: SqlDialect): string {
  switch (dialect) {
    case "sqlite":
    case "postgres":
    case "oracle":
      return `"${name.replaceAll('"', '""')}"`;
    case "mysql":
    case "mariadb":
      return `\`${name.replaceAll("`", "``")}\``;
    case "mssql":
      return `[${name.replaceAll("]", "]]")}]`;
  }
}

export function quoteNames(names: readonly string[], dialect: SqlDialect): string {
  return names.map((name) => quoteName(name, dialect)).join(", ");
}

/** A text as SQL. MySQL and MariaDB read backslashes, unless told otherwise. */
export function quoteText(text: string, dialect: SqlDialect): string {
  const quoted = text.replaceAll("'", "''");
  switch (dialect) {
    case "mysql":
    case "mariadb":
      return `'${quoted.replaceAll("\\", "\\\\")}'`;
    case "mssql":
      return `N'${quoted}'`;
    case "sqlite":
    case "postgres":
    case "oracle":
      return `'${quoted}'`;
  }
}
