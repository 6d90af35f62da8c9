import { pluralize, underscore } from "inflection";
import type { Entity, Field, FieldDefault, Relation } from "../entity/entity.js";
import { DataTypes, dataTypeOf } from "./data-types.js";
import type { Association, ModelAttribute, ModelDefinition } from "./define-model.js";

/** The model definition of an entity; the inverse of `entitiesFromModels`. Defaults are omitted. */
export function modelDefinition(entity: Entity, entities: readonly Entity[]): ModelDefinition {
  const { name, table, fields, relations, indexes, timestamps } = entity;
  const stamps = new Set(Object.values(timestamps));
  const attributes = fields
    .filter((field) => !stamps.has(field.name) || !isUsualStamp(field))
    .map((field): [string, ModelAttribute] => [field.name, attributeOf(field, entities)]);
  const isUsual = timestamps.createdAt === "createdAt" && timestamps.updatedAt === "updatedAt";
  const hasNone = timestamps.createdAt === undefined && timestamps.updatedAt === undefined;
  return {
    name,
    attributes: Object.fromEntries(attributes),
    options: {
      ...(table !== pluralize(underscore(name)) && { tableName: table }),
      ...(entity.renamedFrom !== undefined && { renamedFrom: entity.renamedFrom }),
      ...(hasNone
        ? { timestamps: false }
        : isUsual
          ? {}
          : { createdAt: timestamps.createdAt ?? false, updatedAt: timestamps.updatedAt ?? false }),
      ...(timestamps.deletedAt !== undefined && { paranoid: true, deletedAt: timestamps.deletedAt }),
      ...(indexes.length > 0 && { indexes: indexes.map(({ fields, unique, name }) => ({ fields, unique, name })) }),
      ...(relations.length > 0 && {
        associations: Object.fromEntries(relations.map((one) => [one.name, associationOf(one)])),
      }),
    },
  };
}

/** True for a time field that `timestamps` would create in the same form. */
function isUsualStamp({ name, column, nullable, type }: Field): boolean {
  return column === underscore(name) && type.kind === "timestamp" && !nullable;
}

function attributeOf(field: Field, entities: readonly Entity[]): ModelAttribute {
  const { name, column, type, nullable, primaryKey, autoIncrement, unique, references, comment, renamedFrom, hidden } =
    field;
  const target = references && entities.find(({ table }) => table === references.table);
  const key = references && target?.fields.find(({ column }) => column === references.column)?.name;
  return {
    type: dataTypeOf(type),
    ...(primaryKey && { primaryKey }),
    ...(autoIncrement && { autoIncrement }),
    ...(!nullable && !primaryKey && { allowNull: false }),
    ...(unique && { unique }),
    ...(field.default !== undefined && { defaultValue: defaultOf(field.default) }),
    ...(column !== underscore(name) && { field: column }),
    ...(references !== undefined && {
      references: { model: target?.name ?? references.table, key: key ?? references.column },
      onDelete: references.onDelete,
      ...(references.onUpdate !== "CASCADE" && { onUpdate: references.onUpdate }),
    }),
    ...(comment !== undefined && { comment }),
    ...(renamedFrom !== undefined && { renamedFrom }),
    ...(hidden && { hidden }),
  };
}

function defaultOf(given: FieldDefault): unknown {
  if (given.kind === "value") return given.value;
  return given.kind === "uuid" ? DataTypes.UUIDV4 : DataTypes.NOW;
}

function associationOf(relation: Relation): Association {
  const { kind, target, foreignKey } = relation;
  if (kind !== "belongsToMany") return { [kind]: target, foreignKey } as Association;
  return { belongsToMany: target, through: relation.through, foreignKey, otherKey: relation.otherKey };
}
