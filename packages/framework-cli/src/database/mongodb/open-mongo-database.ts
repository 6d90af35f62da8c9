import type { Entity } from "../../entity/entity.js";
import { DatabaseError } from "../../errors/database-error.js";
import type { Database } from "../database.js";
import type { DatabaseConfig } from "../database-config.js";
import { openMongo } from "./mongo-connection.js";
import { createMongoCounters } from "./mongo-counters.js";
import { createMongoRepositories } from "./mongo-repository.js";

/** @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED */
export async function openMongoDatabase(
  config: DatabaseConfig,
  entities: readonly Entity[],
  appFolder: string,
): Promise<Database> {
  const connection = await openMongo(config, appFolder);
  return {
    dialect: "mongodb",
    entities,
    // The caller names the type of its records.
    repository: createMongoRepositories(
      connection,
      createMongoCounters(connection),
      entities,
    ) as Database["repository"],
    async transaction(work, { isolation } = {}) {
      if (isolation === undefined) return connection.transaction(work);
      throw new DatabaseError("TRANSACTIONS_UNSUPPORTED", "MongoDB has no isolation levels.", {
        hint: "Leave the isolation out: a transaction of MongoDB reads one snapshot.",
      });
    },
    afterCommit: (work) => connection.afterCommit(work),
    get sequelize(): never {
      throw noSequelize();
    },
    get models(): never {
      throw noSequelize();
    },
    async ping() {
      await connection.runOutside(() => connection.db.command({ ping: 1 }));
    },
    close: () => connection.close(),
  };
}

function noSequelize(): DatabaseError {
  return new DatabaseError("SEQUELIZE_UNSUPPORTED", "Sequelize supports SQL databases only, and this one is MongoDB.", {
    hint: "Use repositories, or the driver: import { MongoClient } from 'mongodb'.",
  });
}
