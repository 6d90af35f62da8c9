// Books over Sequelize's model instances, as its guide shows: one table, made by the framework's migration.
import { fileURLToPath } from "node:url";
import { DataTypes, Sequelize } from "sequelize";
import { sqliteDialectModule } from "./sqlite-dialect-module.mjs";

/** @param place a SQLite file, or a PostgreSQL URL */
export async function booksBySequelize(place) {
  const sequelize = await connect(place);
  return sequelize.define(
    "Book",
    {
      title: { type: DataTypes.STRING(120), allowNull: false },
      isbn: DataTypes.STRING(20),
      pages: DataTypes.INTEGER,
      price: DataTypes.DECIMAL(10, 2),
      inPrint: DataTypes.BOOLEAN,
      published: DataTypes.DATEONLY,
    },
    { tableName: "books", underscored: true },
  );
}

async function connect(place) {
  if (place.startsWith("postgres:")) return new Sequelize(place, { logging: false, pool: { max: 10 } });
  const dialectModule = sqliteDialectModule(fileURLToPath(new URL(".", import.meta.url)));
  return new Sequelize({ dialect: "sqlite", storage: place, dialectModule, logging: false });
}
