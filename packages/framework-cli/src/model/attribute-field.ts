import { isObject } from "@onespec/spec-core";
import { pluralize, underscore } from "inflection";
import type { Field, FieldDefault, JsonValue, ReferenceAction } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { type DataType, readFieldType } from "./data-types.js";
import type { ModelAttribute, ModelDefinition } from "./define-model.js";
import { rulesOf } from "./validator-rules.js";

/** @throws FrameworkError MODEL_INVALID for a type or a default that no database can keep */
export function fieldOf(
  model: ModelDefinition,
  name: string,
  attribute: ModelAttribute,
  models: ReadonlyMap<string, ModelDefinition>,
): Field {
  const place = `${model.name}.${name}`;
  const type = readFieldType(attribute.type, place, model.factory !== undefined);
  const primaryKey = attribute.primaryKey ?? false;
  const target = attribute.references === undefined ? undefined : models.get(attribute.references.model);
  const nullable = primaryKey ? false : (attribute.allowNull ?? true);
  const uniqueMessage = typeof attribute.unique === "object" ? attribute.unique?.msg : undefined;
  return {
    name,
    column: attribute.field ?? (model.options.underscored === false ? name : underscore(name)),
    type,
    nullable,
    primaryKey,
    autoIncrement: attribute.autoIncrement ?? false,
    unique: uniqueName(attribute.unique) === undefined && attribute.unique !== undefined && attribute.unique !== false,
    default: defaultOf(attribute.defaultValue, place),
    ...(isOwnDefault(attribute.defaultValue) && { hasOwnDefault: true }),
    ...(hasAccessor(model, name, attribute) && { hasAccessor: true }),
    references:
      attribute.references === undefined
        ? undefined
        : {
            table: target === undefined ? attribute.references.model : tableName(target),
            column: columnOf(target, attribute.references.key ?? "id"),
            onDelete: actionOf(attribute.onDelete) ?? (nullable ? "SET NULL" : "NO ACTION"),
            onUpdate: actionOf(attribute.onUpdate) ?? "CASCADE",
          },
    rules: rulesOf(attribute, place),
    ...(attribute.comment !== undefined && { comment: attribute.comment }),
    ...(attribute.renamedFrom !== undefined && { renamedFrom: attribute.renamedFrom }),
    ...(attribute.hidden && { hidden: true }),
    ...(uniqueMessage !== undefined && { uniqueMessage }),
  };
}

/** Sequelize takes small letters, too. */
function actionOf(given: ReferenceAction | undefined): ReferenceAction | undefined {
  return given?.toUpperCase() as ReferenceAction | undefined;
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
  if (isOwnDefault(value)) return undefined;
  if (typeof value === "symbol" || typeof value === "bigint") {
    throw new FrameworkError(
      "MODEL_INVALID",
      `${place}: a default must be a value that JSON can hold, or a function.`,
      { hint: "Write a large number as a text." },
    );
  }
  return { kind: "value", value: value as JsonValue };
}

/** The name of a unique index that several attributes may share. */
export function uniqueName(unique: ModelAttribute["unique"]): string | undefined {
  return typeof unique === "object" ? unique.name : typeof unique === "string" ? unique : undefined;
}

/** Sequelize calls it for each record, or puts it into the statement. */
export function isOwnDefault(value: unknown): boolean {
  return isExpression(value) || (typeof value === "function" && dataTypeKey(value) === undefined);
}

function hasAccessor({ options }: ModelDefinition, name: string, { get, set }: ModelAttribute): boolean {
  const methods = [options.getterMethods, options.setterMethods];
  return (get ?? set) !== undefined || methods.some((own) => own !== undefined && Object.hasOwn(own, name));
}

/** SQL that Sequelize writes into the statement: `literal`, `fn`, `cast`. */
function isExpression(value: unknown): boolean {
  if (!isObject(value)) return false;
  const parent: unknown = Object.getPrototypeOf(Object.getPrototypeOf(value) ?? {});
  return isObject(parent) && parent.constructor.name === "SequelizeMethod";
}

/** False for a type alone. */
export function isAttribute(value: ModelAttribute | DataType): value is ModelAttribute {
  return "type" in value;
}

/** Sequelize's data types are classes or instances; ours are objects. All carry `key`. */
function dataTypeKey(value: unknown): string | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || !("key" in value))
    return undefined;
  return typeof value.key === "string" ? value.key : undefined;
}

/** The table's name in Sequelize. */
export function tableName(model: ModelDefinition): string {
  const { tableName: given, freezeTableName, name = {} } = model.options;
  if (given !== undefined) return given;
  return freezeTableName ? model.name : underscore(name.plural ?? pluralize(model.name));
}
