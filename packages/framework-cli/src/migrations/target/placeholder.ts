import type { SqlDialect } from "../../database/dialect.js";

/** Of the n-th parameter, from 1. */
export function placeholder(n: number, dialect: SqlDialect): string {
  switch (dialect) {
    case "sqlite":
    case "mysql":
    case "mariadb":
      return "?";
    case "postgres":
      return `$${n}`;
    case "mssql":
      return `@p${n}`;
    case "oracle":
      return `:${n}`;
  }
}
