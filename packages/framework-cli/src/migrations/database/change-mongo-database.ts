import type { DatabaseConfig } from "../../database/database-config.js";
import { type MongoConnection, openMongo } from "../../database/mongodb/mongo-connection.js";
import { OWN_PREFIX } from "../target/own-table.js";
import type { DatabaseChange } from "./create-database.js";

/** MongoDB makes a database with its first collection: one of our own. @throws DatabaseError UNAVAILABLE, ACCESS_DENIED */
export function createMongoDatabase(config: DatabaseConfig, appFolder: string): Promise<DatabaseChange> {
  return onMongo(config, appFolder, async ({ db, run }, isThere) => {
    if (!isThere) await run(() => db.createCollection(`${OWN_PREFIX}state`));
    return !isThere;
  });
}

/** Drops it with everything in it. @throws DatabaseError UNAVAILABLE, ACCESS_DENIED */
export function dropMongoDatabase(config: DatabaseConfig, appFolder: string): Promise<DatabaseChange> {
  return onMongo(config, appFolder, async ({ db, run }, isThere) => {
    if (isThere) await run(() => db.dropDatabase());
    return isThere;
  });
}

async function onMongo(
  config: DatabaseConfig,
  appFolder: string,
  work: (connection: MongoConnection, isThere: boolean) => Promise<boolean>,
): Promise<DatabaseChange> {
  const connection = await openMongo({ ...config, poolSize: 1 }, appFolder);
  try {
    const { db, run, address } = connection;
    const collections = await run(() => db.listCollections({}, { nameOnly: true }).toArray());
    return { name: address.database, changed: await work(connection, collections.length > 0) };
  } finally {
    await connection.close();
  }
}
