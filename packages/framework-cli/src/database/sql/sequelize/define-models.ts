import type { Model, ModelAttributes, ModelStatic, Sequelize, DataTypes as SequelizeTypes } from "sequelize";
import type { Entity, Field } from "../../../entity/entity.js";
import type { FieldType } from "../../../entity/field-type.js";
import type { SqlDialect } from "../../dialect.js";

type Types = typeof SequelizeTypes;
type Options = Readonly<Record<string, unknown>>;

/** Gives Sequelize the entities as its models, under the same names, with their associations. */
export function defineModels(sequelize: Sequelize, entities: readonly Entity[], dialect: SqlDialect): void {
  const { DataTypes: types } = sequelize.Sequelize as unknown as { readonly DataTypes: Types };
  const plain = entities.filter(({ source }) => source?.factory === undefined);
  for (const entity of plain) define(sequelize, entity, types, dialect);
  const made = new Set(entities.flatMap(({ source }) => source?.factory ?? []));
  const models = [...made].map((factory) => factory(sequelize, types) as AssociatedModel | undefined);
  for (const model of models) model?.associate?.(sequelize.models);
  for (const { name, relations } of plain) {
    const model = sequelize.model(name);
    for (const relation of relations) {
      const target = sequelize.model(relation.target);
      const options = { as: relation.name, foreignKey: relation.foreignKey, constraints: false };
      if (relation.kind === "belongsToMany") {
        const through = sequelize.model(relation.through);
        model.belongsToMany(target, { ...options, through, otherKey: relation.otherKey });
      } else model[relation.kind](target, options);
    }
  }
}

type AssociatedModel = ModelStatic<Model> & { associate?(models: object): void };

function define(sequelize: Sequelize, entity: Entity, types: Types, dialect: SqlDialect): void {
  const { name, table, fields, timestamps, source } = entity;
  const given = source?.attributes ?? {};
  const stored = fields.map((field) => [field.name, attributeOf(field, given[field.name] as Options, types, dialect)]);
  const virtual = Object.entries(given)
    .filter(([attribute]) => !fields.some((field) => field.name === attribute))
    .map(([attribute, options]) => [attribute, { ...(options as object), type: types.VIRTUAL }]);
  const hidden = fields.filter((field) => field.hidden).map((field) => field.name);
  const { createdAt, updatedAt, deletedAt } = timestamps;
  const options = source?.options ?? {};
  const { hooks, validate, scopes, defaultScope, version, getterMethods, setterMethods } = options;
  const own = { hooks, validate, scopes, version, getterMethods, setterMethods, name: options.name };
  sequelize.define(name, Object.fromEntries([...stored, ...virtual]) as ModelAttributes, {
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    tableName: table,
    timestamps: createdAt !== undefined || updatedAt !== undefined || deletedAt !== undefined,
    createdAt: createdAt ?? false,
    updatedAt: updatedAt ?? false,
    paranoid: deletedAt !== undefined,
    ...(deletedAt !== undefined && { deletedAt }),
    ...((hidden.length > 0 || defaultScope !== undefined) && {
      defaultScope: { ...(hidden.length > 0 && { attributes: { exclude: hidden } }), ...(defaultScope as object) },
    }),
  });
}

function attributeOf(field: Field, source: Options | undefined, types: Types, dialect: SqlDialect): object {
  const { type, references, default: fallback } = field;
  const { get, set, validate, defaultValue, unique } = source ?? {};
  const jsonAsText = type.kind === "json" && (dialect === "mssql" || dialect === "oracle");
  return {
    type: typeOf(type, types, dialect),
    field: field.column,
    allowNull: field.nullable,
    primaryKey: field.primaryKey,
    autoIncrement: field.autoIncrement,
    unique: unique ?? field.unique,
    ...(fallback?.kind === "value" && { defaultValue: fallback.value }),
    ...(fallback?.kind === "uuid" && { defaultValue: types.UUIDV4 }),
    ...(fallback?.kind === "now" && { defaultValue: types.NOW }),
    ...(fallback === undefined && typeof defaultValue === "function" && { defaultValue }),
    ...(references !== undefined && { references: { model: references.table, key: references.column } }),
    ...((validate !== undefined || type.kind === "enum") && {
      validate: { ...(type.kind === "enum" && { isIn: [[...type.values]] }), ...(validate as object) },
    }),
    ...(jsonAsText && jsonAccessors(field.name)),
    ...(get !== undefined && { get }),
    ...(set !== undefined && { set }),
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
