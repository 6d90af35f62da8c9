/** The supported databases. */
export type Dialect = SqlDialect | "mongodb";

export type SqlDialect = "sqlite" | "postgres" | "mysql" | "mariadb" | "mssql" | "oracle";

/** MySQL and MariaDB differ in little. */
export function isMysql(dialect: Dialect): dialect is "mysql" | "mariadb" {
  return dialect === "mysql" || dialect === "mariadb";
}
