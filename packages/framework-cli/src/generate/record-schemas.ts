import type { JsonSchema } from "@onespec/spec-core";
import type { WantedFile } from "../change/plan-changes.js";
import type { Entity, Field } from "../entity/entity.js";
import type { FieldType } from "../entity/field-type.js";
import { hasDefault } from "../entity/has-default.js";

/** The JSON Schemas of a model's records: in answers, for a create and for an update. */
export interface RecordSchemas {
  readonly record: JsonSchema;
  readonly creation: JsonSchema;
  readonly changes: JsonSchema;
}

function recordSchemas(entity: Entity): RecordSchemas {
  // JSON has no bytes: binary fields are the service's business.
  const fields = entity.fields.filter(({ type }) => type.kind !== "binary");
  const shown = fields.filter(({ hidden }) => !hidden);
  const writable = fields.filter((field) => !isMade(field, entity));
  const required = (list: readonly Field[]) => (list.length > 0 ? { required: list.map(({ name }) => name) } : {});
  const properties = (list: readonly Field[]) =>
    Object.fromEntries(list.map((field) => [field.name, fieldSchema(field)]));
  return {
    record: {
      type: "object",
      properties: properties(shown),
      ...required(shown.filter(({ nullable }) => !nullable)),
    },
    creation: {
      type: "object",
      properties: properties(writable),
      ...required(writable.filter((field) => !field.nullable && !hasDefault(field))),
      additionalProperties: false,
    },
    changes: {
      type: "object",
      properties: properties(writable.filter(({ primaryKey }) => !primaryKey)),
      additionalProperties: false,
    },
  };
}

/** Fields that the framework or the database fills in, and clients do not write. */
export function isMade(field: Field, { timestamps }: Entity): boolean {
  if (field.primaryKey) return field.autoIncrement || hasDefault(field);
  return Object.values(timestamps).includes(field.name);
}

export function fieldSchema(field: Field): Record<string, unknown> {
  const { messages, ...rules } = field.rules;
  const schema: Record<string, unknown> = {
    ...typeSchema(field.type),
    ...rules,
    ...(messages !== undefined && { "x-messages": messages }),
    ...(field.comment !== undefined && { description: field.comment }),
  };
  if (!field.nullable || schema.type === undefined) return schema;
  return {
    ...schema,
    type: [schema.type, "null"],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

function typeSchema(type: FieldType): Record<string, unknown> {
  switch (type.kind) {
    case "string":
      return { type: "string", maxLength: type.length };
    case "text":
      return { type: "string" };
    case "uuid":
      return { type: "string", format: "uuid" };
    case "integer":
      return type.sign === undefined
        ? { type: "integer", format: "int32" }
        : { type: "integer", format: "int64", minimum: 0, maximum: 2 ** 32 - 1 };
    case "bigint":
      return { type: "integer", format: "int64" };
    case "double":
      return { type: "number", format: "double" };
    case "decimal": {
      if (type.reads === "number") return { type: "number" };
      const { precision, scale = 0 } = type;
      if (precision === undefined) return { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" };
      const places = scale === 0 ? "" : `(\\.\\d{1,${scale}})?`;
      return { type: "string", pattern: `^-?\\d{1,${Math.max(1, precision - scale)}}${places}$` };
    }
    case "boolean":
      return { type: "boolean" };
    case "timestamp":
      return { type: "string", format: "date-time" };
    case "date":
      return { type: "string", format: "date" };
    case "time":
      return { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$" };
    case "json":
    case "binary":
      return {};
    case "enum":
      return { type: "string", enum: [...type.values] };
  }
}

/** `api/schemas/Book.json`, `NewBook.json` and `BookChanges.json`. */
export function recordSchemaFiles(model: string, entity: Entity): WantedFile[] {
  const { record, creation, changes } = recordSchemas(entity);
  return Object.entries({ [model]: record, [`New${model}`]: creation, [`${model}Changes`]: changes }).map(
    ([name, schema]) => ({
      path: `api/schemas/${name}.json`,
      content: `${JSON.stringify(schema, null, 2)}\n`,
      model,
    }),
  );
}
