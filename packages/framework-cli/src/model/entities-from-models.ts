import { toMatcher } from "@onespec/spec-core";
import { camelize, pluralize, underscore } from "inflection";
import type { Entity, EntityIndex, Field, FieldDefault, FieldRules, JsonValue, Relation } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import type { DataType } from "./data-types.js";
import type { Association, ModelAttribute, ModelDefinition } from "./define-model.js";
import { readFieldType } from "./read-field-type.js";

/**
 * All models of an application as entities, sorted by name.
 *
 * @throws FrameworkError MODEL_INVALID, which names the model and the attribute
 */
export function entitiesFromModels(models: readonly ModelDefinition[]): readonly Entity[] {
  const byName = new Map(models.map((model) => [model.name, model]));
  return models.map((model) => entityOf(model, byName)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Models = ReadonlyMap<string, ModelDefinition>;

function entityOf(model: ModelDefinition, models: Models): Entity {
  const { options } = model;
  const timestamps = timestampsOf(model);
  const attributes: Record<string, ModelAttribute> = {};
  if (!Object.values(model.attributes).some((attribute) => isAttribute(attribute) && attribute.primaryKey)) {
    // As Sequelize does: a model without a key gets one.
    attributes.id = { type: { key: "INTEGER" }, primaryKey: true, autoIncrement: true };
  }
  for (const [name, attribute] of Object.entries(model.attributes)) {
    attributes[name] = isAttribute(attribute) ? attribute : { type: attribute };
  }
  for (const name of [timestamps.createdAt, timestamps.updatedAt]) {
    if (name !== undefined) attributes[name] ??= { type: { key: "DATE" }, allowNull: false };
  }
  if (timestamps.deletedAt !== undefined) attributes[timestamps.deletedAt] ??= { type: { key: "DATE" } };

  const relations = Object.entries(options.associations ?? {}).map(([name, association]) =>
    relationOf(model, name, association, models),
  );
  const table = tableName(model);
  return {
    name: model.name,
    table,
    ...(options.renamedFrom !== undefined && { renamedFrom: options.renamedFrom }),
    fields: Object.entries(attributes).map(([name, attribute]) => fieldOf(model, name, attribute, models)),
    relations,
    indexes: (options.indexes ?? []).map(
      (index): EntityIndex => ({
        name: index.name ?? `${table}_${index.fields.map((field) => underscore(field)).join("_")}`,
        fields: index.fields,
        unique: index.unique ?? false,
      }),
    ),
    timestamps,
  };
}

function timestampsOf({ options }: ModelDefinition): Entity["timestamps"] {
  const on = options.timestamps ?? true;
  const named = (name: string | false | undefined, usual: string) => (name === false ? undefined : (name ?? usual));
  const createdAt = on ? named(options.createdAt, "createdAt") : undefined;
  const updatedAt = on ? named(options.updatedAt, "updatedAt") : undefined;
  const deletedAt = options.paranoid ? (options.deletedAt ?? "deletedAt") : undefined;
  return {
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(deletedAt !== undefined && { deletedAt }),
  };
}

function fieldOf(model: ModelDefinition, name: string, attribute: ModelAttribute, models: Models): Field {
  const place = `${model.name}.${name}`;
  const type = readFieldType(attribute.type, place);
  const primaryKey = attribute.primaryKey ?? false;
  const target = attribute.references === undefined ? undefined : models.get(attribute.references.model);
  const nullable = primaryKey ? false : (attribute.allowNull ?? true);
  return {
    name,
    column: attribute.field ?? (model.options.underscored === false ? name : underscore(name)),
    type,
    nullable,
    primaryKey,
    autoIncrement: attribute.autoIncrement ?? false,
    unique: attribute.unique ?? false,
    default: defaultOf(attribute.defaultValue, place),
    references:
      attribute.references === undefined
        ? undefined
        : {
            table: target === undefined ? attribute.references.model : tableName(target),
            column: columnOf(target, attribute.references.key ?? "id"),
            onDelete: attribute.onDelete ?? (nullable ? "SET NULL" : "NO ACTION"),
            onUpdate: attribute.onUpdate ?? "CASCADE",
          },
    rules: rulesOf(attribute, place),
    ...(attribute.comment !== undefined && { comment: attribute.comment }),
    ...(attribute.renamedFrom !== undefined && { renamedFrom: attribute.renamedFrom }),
    ...(attribute.hidden && { hidden: true }),
  };
}

/** @param key an attribute, or a column that no attribute is called */
function columnOf(model: ModelDefinition | undefined, key: string): string {
  const attribute = model && Object.hasOwn(model.attributes, key) ? model.attributes[key] : undefined;
  if (model === undefined || attribute === undefined) return key;
  const column = isAttribute(attribute) ? attribute.field : undefined;
  return column ?? (model.options.underscored === false ? key : underscore(key));
}

function defaultOf(value: unknown, place: string): FieldDefault | undefined {
  if (value === undefined) return undefined;
  const key = dataTypeKey(value);
  if (key === "UUIDV4" || key === "UUIDV1") return { kind: "uuid" };
  if (key === "NOW") return { kind: "now" };
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
    throw new FrameworkError(
      "MODEL_INVALID",
      `${place}: a default must be a plain value, DataTypes.UUIDV4 or DataTypes.NOW.`,
      {
        hint: "Set what has to be worked out in the service that creates the record.",
      },
    );
  }
  return { kind: "value", value: value as JsonValue };
}

/** Sequelize's validators in JSON Schema's words. */
function rulesOf({ validate = {} }: ModelAttribute, place: string): FieldRules {
  const argument = (name: string): unknown => {
    const given = validate[name];
    return typeof given === "object" && given !== null && "args" in given ? given.args : given;
  };
  const length = argument("len");
  const minimum = argument("min");
  const maximum = argument("max");
  const pattern = argument("is");
  const one = Array.isArray(pattern) ? pattern[0] : pattern;
  const text = one instanceof RegExp ? one.source : one;
  if (typeof text === "string" && toMatcher(text) === undefined) {
    throw new FrameworkError(
      "MODEL_INVALID",
      `${place}: its pattern in \`is\` is no regular expression that texts can be tested by.`,
      {
        hint: "Correct its syntax; groups may be nested 250 deep.",
      },
    );
  }
  return {
    ...(Array.isArray(length) && typeof length[0] === "number" && { minLength: length[0] }),
    ...(Array.isArray(length) && typeof length[1] === "number" && { maxLength: length[1] }),
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
    ...(typeof text === "string" && { pattern: text }),
    ...(argument("isEmail") ? { format: "email" } : argument("isUrl") ? { format: "uri" } : {}),
  };
}

function relationOf(model: ModelDefinition, name: string, association: Association, models: Models): Relation {
  const known = (target: string): string => {
    if (models.has(target)) return target;
    throw new FrameworkError("MODEL_INVALID", `${model.name}.associations.${name}: there is no model ${target}.`, {
      hint: `The models are ${[...models.keys()].sort().join(", ")}.`,
    });
  };
  const ownKey = `${camelize(model.name, true)}Id`;
  if ("belongsTo" in association) {
    const target = known(association.belongsTo);
    return { kind: "belongsTo", name, target, foreignKey: association.foreignKey ?? `${name}Id` };
  }
  if ("hasMany" in association) {
    return { kind: "hasMany", name, target: known(association.hasMany), foreignKey: association.foreignKey ?? ownKey };
  }
  if ("hasOne" in association) {
    return { kind: "hasOne", name, target: known(association.hasOne), foreignKey: association.foreignKey ?? ownKey };
  }
  const target = known(association.belongsToMany);
  return {
    kind: "belongsToMany",
    name,
    target,
    through: known(association.through),
    foreignKey: association.foreignKey ?? ownKey,
    otherKey: association.otherKey ?? `${camelize(target, true)}Id`,
  };
}

function tableName(model: ModelDefinition): string {
  return model.options.tableName ?? pluralize(underscore(model.name));
}

function isAttribute(value: ModelAttribute | DataType): value is ModelAttribute {
  return "type" in value;
}

/** Sequelize's data types are classes or instances; ours are objects. All carry `key`. */
function dataTypeKey(value: unknown): string | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || !("key" in value))
    return undefined;
  return typeof value.key === "string" ? value.key : undefined;
}
