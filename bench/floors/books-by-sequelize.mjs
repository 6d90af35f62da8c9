// Books over Sequelize's model instances, as its guide shows: one table, made by the framework's migration.
import { fileURLToPath } from "node:url";
import { DataTypes, Sequelize } from "sequelize";

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
  // The package sqlite3 has to be compiled: the same driver stands in for it that the framework uses.
  const built = new URL("../../packages/framework-cli/dist/database/sql/", import.meta.url);
  const { createSqliteDialectModule } = await import(new URL("sequelize/sqlite-dialect-module.js", built));
  const { openSqlite } = await import(new URL("sqlite-driver.js", built));
  const here = fileURLToPath(new URL(".", import.meta.url));
  const dialectModule = createSqliteDialectModule((file) => openSqlite(file, here), 10_000);
  return new Sequelize({ dialect: "sqlite", storage: place, dialectModule, logging: false });
}
