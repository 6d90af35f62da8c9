import { randomBytes } from "node:crypto";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { serverAddress } from "../../src/database/sql/server-address.js";
import { openSqlExecutor } from "../../src/database/sql/sql-executor.js";

/** A server that somebody else started, by the environment variable that names an administrator's URL of it. */
const VARIABLES = {
  mysql: "ONESPEC_TEST_MYSQL_URL",
  mssql: "ONESPEC_TEST_MSSQL_URL",
  oracle: "ONESPEC_TEST_ORACLE_URL",
} as const;

export type GivenDialect = keyof typeof VARIABLES;

/** A fresh, empty database there; `undefined` when the environment names no such server. */
export async function givenDatabase(
  dialect: GivenDialect,
  common: Pick<DatabaseConfig, "poolSize" | "connectTimeoutMs" | "driverOptions" | "logQueries">,
): Promise<DatabaseConfig | undefined> {
  const url = process.env[VARIABLES[dialect]];
  if (url === undefined || url === "") return undefined;
  const administrator: DatabaseConfig = { ...common, dialect, url, connectTimeoutMs: 60_000 };
  const name = `test_${randomBytes(6).toString("hex")}`;
  const { host, port, database, username, password } = serverAddress(administrator);
  const executor = await openSqlExecutor(administrator, process.cwd());
  try {
    for (const sql of creation(dialect, name, password ?? "")) await executor.run(sql);
  } finally {
    await executor.close();
  }
  const isOracle = dialect === "oracle";
  const own = isOracle ? name.toUpperCase() : username;
  const place = isOracle ? database : name;
  return {
    ...common,
    dialect,
    host,
    port,
    ...(place !== undefined && { database: place }),
    ...(own !== undefined && { username: own }),
    ...(password !== undefined && { password }),
  };
}

/** On Oracle a database is a user and what is theirs. */
function creation(dialect: GivenDialect, name: string, password: string): readonly string[] {
  switch (dialect) {
    case "mysql":
      return [`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`];
    case "mssql":
      return [`CREATE DATABASE [${name}]`];
    case "oracle": {
      const user = name.toUpperCase();
      return [
        `CREATE USER "${user}" IDENTIFIED BY "${password}" QUOTA UNLIMITED ON USERS`,
        `GRANT CREATE SESSION, CREATE TABLE, CREATE SEQUENCE, CREATE VIEW, CREATE TRIGGER TO "${user}"`,
      ];
    }
  }
}
