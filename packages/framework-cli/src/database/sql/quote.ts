import type { SqlDialect } from "../dialect.js";

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
