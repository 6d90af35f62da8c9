import { nearestName } from "@onespec/spec-core";
import { camelize, pluralize, underscore } from "inflection";
import { decimalText } from "../entity/decimal-text.js";
import type { Entity, Field, JsonValue } from "../entity/entity.js";
import { type FieldDraft, parseField } from "../entity/field-syntax.js";
import type { FieldType } from "../entity/field-type.js";
import { normaliserOf, Refusal } from "../entity/normalise-value.js";
import { FrameworkError } from "../errors/framework-error.js";
import { type DataType, DataTypes, dataTypeOf } from "../model/data-types.js";
import type { Association, ModelAttribute, ModelDefinition, ModelOptions } from "../model/define-model.js";
import { sentence } from "../text/phrases.js";
import { RESERVED_FIELDS } from "./reserved-names.js";

/**
 * Builds the model that a command line describes.
 * @param entities existing entities, for references to them
 * @throws FrameworkError NAME_INVALID with every mistake in the fields
 */
export function modelFromFields(name: string, texts: readonly string[], entities: readonly Entity[]): ModelDefinition {
  const readings = texts.map(parseField);
  const fields = readings.flatMap((reading) => ("field" in reading ? [reading.field] : []));
  const problems = readings.flatMap((reading) => ("problem" in reading ? [reading.problem] : []));

  const attributes: Record<string, ModelAttribute> = {};
  const associations: Record<string, Association> = {};
  const indexes: NonNullable<ModelOptions["indexes"]>[number][] = [];
  if (!fields.some(isKey)) attributes.id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };

  const taken = new Map<string, string>([
    ["created_at", "createdAt, which every model has"],
    ["updated_at", "updatedAt, which every model has"],
  ]);
  for (const field of fields) {
    const attribute = field.type.kind === "references" ? `${field.name}Id` : field.name;
    const clash = taken.get(underscore(attribute));
    if (clash !== undefined) problems.push(`${attribute}: the column ${underscore(attribute)} is taken by ${clash}`);
    taken.set(underscore(attribute), attribute);
    const isReserved = [attribute, ...(attribute === field.name ? [] : [field.name])].find((word) =>
      RESERVED_FIELDS.has(word),
    );
    if (isReserved !== undefined) problems.push(`${isReserved} is reserved: records have a member of that name`);
    if (Object.hasOwn(associations, attribute)) problems.push(`${attribute} is the name of a reference already`);

    const { definition, association, problem } = attributeOf(field, name, entities, attributes.id);
    if (problem !== undefined) problems.push(problem);
    if (definition === undefined) continue;
    attributes[attribute] = definition;
    if (association !== undefined) associations[field.name] = association;
    if ((field.index || field.type.kind === "references") && !field.unique && !isKey(field))
      indexes.push({ fields: [attribute] });
  }
  for (const relation of Object.keys(associations)) {
    if (Object.hasOwn(attributes, relation)) problems.push(`${relation} is both a field and a reference`);
  }
  if (fields.filter(isKey).length > 1) problems.push("a model has one primary key");
  // Reports all problems, not only the first.
  if (problems.length > 0)
    throw new FrameworkError("NAME_INVALID", problems.map(sentence).join(" "), {
      hint: "Nothing was written. Fields are written name:type, see framework models:generate --help.",
    });
  return {
    name,
    attributes,
    options: {
      ...(indexes.length > 0 && { indexes }),
      ...(Object.keys(associations).length > 0 && { associations }),
    },
  };
}

function isKey(field: FieldDraft): boolean {
  return field.primary || (field.name === "id" && field.type.kind !== "references");
}

interface AttributeReading {
  readonly definition?: ModelAttribute;
  readonly association?: Association;
  readonly problem?: string;
}

function attributeOf(
  field: FieldDraft,
  model: string,
  entities: readonly Entity[],
  ownId: ModelAttribute | undefined,
): AttributeReading {
  if (field.type.kind === "references") return referenceOf(field, model, entities, ownId);
  const { type } = field;
  const fallback = field.default === undefined ? undefined : parseDefault(field.default, type);
  if (fallback !== undefined && "problem" in fallback) return { problem: `${field.name}: ${fallback.problem}` };
  const key = isKey(field) ? keyOf(field, type) : undefined;
  if (key !== undefined && "problem" in key) return key;
  // An enum with a default never needs null.
  const isClosed = type.kind === "enum" && fallback !== undefined;
  return {
    definition: {
      type: dataTypeOf(type),
      ...key,
      ...((field.required || isClosed) && key === undefined && { allowNull: false }),
      ...(field.unique && key === undefined && { unique: true }),
      ...(fallback !== undefined && { defaultValue: fallback.value as JsonValue | DataType }),
      ...(field.hidden && { hidden: true }),
    },
  };
}

function keyOf({ name }: FieldDraft, { kind }: FieldType): Partial<ModelAttribute> | { readonly problem: string } {
  if (kind === "integer" || kind === "bigint") return { primaryKey: true, autoIncrement: true };
  if (kind === "uuid") return { primaryKey: true, defaultValue: DataTypes.UUIDV4 };
  if (kind === "string") return { primaryKey: true };
  return { problem: `${name}: a primary key is an integer, a bigint, a uuid or a string` };
}

function referenceOf(
  field: FieldDraft,
  model: string,
  entities: readonly Entity[],
  ownId: ModelAttribute | undefined,
): AttributeReading {
  const wanted = camelize(underscore(field.name));
  const { target } = field;
  const isSelf = target === undefined ? wanted === model : target.table === pluralize(underscore(model));
  const entity = entities.find(({ name, table }) => (target === undefined ? name === wanted : table === target.table));
  if (entity === undefined && !isSelf) {
    const missing = target === undefined ? `there is no model ${wanted}` : `no model has the table ${target.table}`;
    const meant =
      target === undefined
        ? nearestName(
            wanted,
            entities.map(({ name }) => name),
          )
        : undefined;
    if (meant !== undefined)
      return { problem: `${field.name}: ${missing}; did you mean ${camelize(underscore(meant), true)}:references?` };
    const known = entities.map(({ name, table }) => (target === undefined ? name : table)).join(", ");
    const next =
      target === undefined ? `; to refer to one of them, name its table: '${field.name}:references-><table>'` : "";
    return { problem: `${field.name}: ${missing}${known === "" ? "; make it first" : `; there are ${known}${next}`}` };
  }
  if (field.default !== undefined) return { problem: `${field.name}: a reference has no default` };
  const key = isSelf ? undefined : keyField(entity, target?.column);
  if (!isSelf && key === undefined)
    return { problem: `${field.name}: ${entity?.name} has no column ${target?.column ?? "id"} that is unique` };
  if (isSelf && ownId === undefined)
    return { problem: `${field.name}: a model that refers to itself needs the usual id` };
  return {
    definition: {
      type: key === undefined ? DataTypes.INTEGER : dataTypeOf(key.type),
      ...(field.required && { allowNull: false }),
      ...(field.unique && { unique: true }),
      references: { model: isSelf ? model : (entity as Entity).name, key: key?.column ?? "id" },
      // Also writes the default, since it decides what happens when the referenced record is deleted.
      onDelete: field.onDelete ?? (field.required ? "NO ACTION" : "SET NULL"),
      ...(field.onUpdate !== undefined && { onUpdate: field.onUpdate }),
    },
    association: { belongsTo: isSelf ? model : (entity as Entity).name, foreignKey: `${field.name}Id` },
  };
}

function keyField(entity: Entity | undefined, column: string | undefined): Field | undefined {
  return entity?.fields.find((field) =>
    column === undefined ? field.primaryKey : field.column === column && (field.primaryKey || field.unique),
  );
}

/** Parses `default=…` for a type. It is a value, or `uuid` or `now` for a new value in each record. */
function parseDefault(
  text: string,
  type: FieldType,
): { readonly value: JsonValue | DataType } | { readonly problem: string } {
  const { kind } = type;
  if (kind === "binary") return { problem: "binary has no default" };
  if (kind === "uuid" && text === "uuid") return { value: DataTypes.UUIDV4 };
  if (kind === "timestamp" && text === "now") return { value: DataTypes.NOW };
  const value = normaliserOf(type)(givenValue(text, kind));
  if (value instanceof Refusal) return { problem: `the default ${text} ${value.reason}` };
  if (kind === "decimal" && decimalText(value) !== decimalText(text)) {
    return { problem: `the default ${text} must not have more than ${type.scale} digits after the point` };
  }
  // JSON has no larger numbers.
  return { value: typeof value === "bigint" ? text : (value as JsonValue) };
}

/** `undefined` for invalid JSON. */
function givenValue(text: string, kind: FieldType["kind"]): unknown {
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
