/** The databases an application may stand on. */
export type Dialect = SqlDialect | "mongodb";

export type SqlDialect = "sqlite" | "postgres" | "mysql" | "mariadb" | "mssql" | "oracle";
