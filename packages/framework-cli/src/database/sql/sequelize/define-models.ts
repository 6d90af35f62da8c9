import type { ModelAttributes, Sequelize, DataTypes as SequelizeTypes } from "sequelize";
import type { Entity, Field } from "../../../entity/entity.js";
import type { FieldType } from "../../../entity/field-type.js";
import type { SqlDialect } from "../../dialect.js";

/** Gives Sequelize the entities as its models, under the same names, with their associations. */
export function defineModels(
  sequelize: Sequelize,
  entities: readonly Entity[],
  types: typeof SequelizeTypes,
  dialect: SqlDialect,
): void {
  for (const { name, table, fields, timestamps } of entities) {
    const attributes = Object.fromEntries(fields.map((field) => [field.name, attributeOf(field, types, dialect)]));
    const hidden = fields.filter((field) => field.hidden).map((field) => field.name);
    const { createdAt, updatedAt, deletedAt } = timestamps;
    sequelize.define(name, attributes as ModelAttributes, {
      tableName: table,
      timestamps: createdAt !== undefined || updatedAt !== undefined || deletedAt !== undefined,
      createdAt: createdAt ?? false,
      updatedAt: updatedAt ?? false,
      paranoid: deletedAt !== undefined,
      ...(deletedAt !== undefined && { deletedAt }),
      ...(hidden.length > 0 && { defaultScope: { attributes: { exclude: hidden } } }),
    });
  }
  for (const { name, relations } of entities) {
    const model = sequelize.model(name);
    for (const relation of relations) {
      const target = sequelize.model(relation.target);
      const as = relation.name;
      switch (relation.kind) {
        case "belongsTo":
          model.belongsTo(target, { as, foreignKey: relation.foreignKey, constraints: false });
          break;
        case "hasMany":
          model.hasMany(target, { as, foreignKey: relation.foreignKey, constraints: false });
          break;
        case "hasOne":
          model.hasOne(target, { as, foreignKey: relation.foreignKey, constraints: false });
          break;
        case "belongsToMany":
          model.belongsToMany(target, {
            as,
            through: sequelize.model(relation.through),
            foreignKey: relation.foreignKey,
            otherKey: relation.otherKey,
            constraints: false,
          });
          break;
      }
    }
  }
}

function attributeOf(field: Field, types: typeof SequelizeTypes, dialect: SqlDialect): object {
  const { type, references, default: fallback } = field;
  const jsonAsText = type.kind === "json" && (dialect === "mssql" || dialect === "oracle");
  return {
    type: typeOf(type, types, dialect),
    field: field.column,
    allowNull: field.nullable,
    primaryKey: field.primaryKey,
    autoIncrement: field.autoIncrement,
    unique: field.unique,
    ...(fallback?.kind === "value" && { defaultValue: fallback.value }),
    ...(fallback?.kind === "uuid" && { defaultValue: types.UUIDV4 }),
    ...(fallback?.kind === "now" && { defaultValue: types.NOW }),
    ...(references !== undefined && { references: { model: references.table, key: references.column } }),
    ...(type.kind === "enum" && { validate: { isIn: [[...type.values]] } }),
    ...(jsonAsText && jsonAccessors(field.name)),
  };
}

/** The types of `columnType`, as Sequelize reads and writes them. */
function typeOf(type: FieldType, types: typeof SequelizeTypes, dialect: SqlDialect): unknown {
  switch (type.kind) {
    case "string":
      return types.STRING(type.length);
    case "enum":
      return types.STRING;
    case "text":
      return types.TEXT;
    case "uuid":
      return dialect === "postgres" ? types.UUID : types.STRING(36);
    case "integer":
      return types.INTEGER;
    case "bigint":
      return types.BIGINT;
    case "double":
      return types.DOUBLE;
    case "decimal":
      return types.DECIMAL(type.precision, type.scale);
    case "boolean":
      return types.BOOLEAN;
    case "timestamp":
      return types.DATE(3);
    case "date":
      return dialect === "oracle" ? types.STRING(10) : types.DATEONLY;
    case "time":
      return dialect === "oracle" ? types.STRING(8) : types.TIME;
    case "json":
      return dialect === "postgres"
        ? types.JSONB
        : dialect === "mssql" || dialect === "oracle"
          ? types.TEXT
          : types.JSON;
    case "binary":
      return types.BLOB("long");
  }
}

/** Neither SQL Server before 2025 nor Oracle's driver has a JSON type that Sequelize can write. */
function jsonAccessors(name: string): object {
  interface Instance {
    getDataValue(name: string): unknown;
    setDataValue(name: string, value: unknown): void;
  }
  return {
    get(this: Instance) {
      const text = this.getDataValue(name);
      return typeof text === "string" ? JSON.parse(text) : text;
    },
    set(this: Instance, value: unknown) {
      this.setDataValue(name, value === null || value === undefined ? value : JSON.stringify(value));
    },
  };
}
