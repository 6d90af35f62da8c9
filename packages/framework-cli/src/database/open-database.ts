import type { Entity } from "../entity/entity.js";
import type { Database } from "./database.js";
import type { DatabaseConfig } from "./database-config.js";
import type { SqlQuery } from "./sql/sql-executor.js";

/**
 * Connects to a database with the entities for its repositories. Loads only the driver in use, from the application's
 * folder.
 * @param appFolder absolute
 * @param tell receives every statement if `config.logQueries` is set; SQL databases only
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
