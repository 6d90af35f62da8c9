import type { Entity } from "../entity/entity.js";
import type { Database } from "./database.js";
import type { DatabaseConfig } from "./database-config.js";
import type { SqlQuery } from "./sql/sql-executor.js";

/**
 * Connects to a database with the entities that repositories will serve. Drivers are loaded from the application's folder, and only
 * the one in use.
 *
 * @param appFolder absolute
 * @param tell called with every statement when `config.logQueries` is set; SQL databases only
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED
 */
export async function openDatabase(
  config: DatabaseConfig,
  entities: readonly Entity[],
  appFolder: string,
  tell?: (query: SqlQuery) => void,
): Promise<Database> {
  if (config.dialect === "mongodb") {
    return (await import("./mongodb/open-mongo-database.js")).openMongoDatabase(config, entities, appFolder);
  }
  const [{ openSqlExecutor }, { createSqlDatabase }] = await Promise.all([
    import("./sql/sql-executor.js"),
    import("./sql/sql-database.js"),
  ]);
  return createSqlDatabase(await openSqlExecutor(config, appFolder, config.logQueries ? tell : undefined), entities);
}
