import { resolve } from "node:path";
import type { DatabaseConfig } from "../database-config.js";
import type { SqlDialect } from "../dialect.js";
import { statementRunner } from "./run-statement.js";
import { connectSequelize } from "./sequelize/connect-sequelize.js";
import { createSqlExecutor, type SequelizeExecutor, type SqlQuery } from "./sql-executor.js";
import { errorTranslator } from "./sql-failure.js";

/**
 * Connects to a SQL database, without models and repositories. Loads only the database in use.
 *
 * @param appFolder absolute; drivers are looked for there first
 * @param tell receives every statement
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED
 */
export async function openSqlExecutor(
  config: DatabaseConfig,
  appFolder: string,
  tell?: (query: SqlQuery) => void,
): Promise<SequelizeExecutor> {
  if (config.dialect === "mongodb") throw new TypeError("MongoDB is not an SQL database.");
  const dialect: SqlDialect = config.dialect;
  const translate = errorTranslator({ ...config, dialect });
  const runStatement = await statementRunner(dialect, appFolder);
  const isPrivate = config.storage === undefined || config.storage === ":memory:";
  const storage = isPrivate ? ":memory:" : resolve(appFolder, config.storage);
  try {
    const sequelize = await connectSequelize({ ...config, dialect, storage }, appFolder, tell);
    const executor = createSqlExecutor({ dialect, sequelize, runStatement, translate, tell });
    try {
      // A connection shows at once what is wrong.
      if (dialect !== "sqlite") await executor.run(dialect === "oracle" ? "SELECT 1 FROM dual" : "SELECT 1");
      return executor;
    } catch (error) {
      await executor.close();
      throw error;
    }
  } catch (error) {
    throw translate(error);
  }
}
