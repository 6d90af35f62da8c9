import type { Sequelize } from "sequelize";
import type { Entity } from "../../../entity/entity.js";
import type { DatabaseConfig } from "../../database-config.js";
import type { SqlDialect } from "../../dialect.js";
import { loadDriver } from "../../driver.js";
import { connectSequelize } from "./connect-sequelize.js";
import { defineModels } from "./define-models.js";

/** Sequelize over an application's database with its models. @throws DatabaseError DRIVER_MISSING, SEQUELIZE_UNSUPPORTED */
export async function openSequelize(
  config: DatabaseConfig,
  entities: readonly Entity[],
  appFolder: string,
): Promise<Sequelize> {
  const sequelize = await connectSequelize(config, appFolder);
  const { DataTypes } = await loadDriver<typeof import("sequelize")>("sequelize", appFolder);
  defineModels(sequelize, entities, DataTypes, config.dialect as SqlDialect);
  return sequelize;
}
