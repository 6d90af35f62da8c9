import { type JsonSchema, objectProperties, type SchemaRegistry, unwrapSchema } from "@onespec/spec-core";
import type { FieldType } from "../../entity/field-type.js";

/** The column for a property's schema. */
export interface PropertyKind {
  readonly type: FieldType;
  readonly nullable: boolean;
}

const INT32 = 2 ** 31;
/** Longer texts become `text`. Every database allows this length in a VARCHAR. */
const LONGEST_STRING = 4000;
/** The type of text keys: the longest that every database can index. */
const KEY_LENGTH = 255;

/** Reads a property's schema. Anything but a single plain type becomes JSON. */
export function propertyKind(schemas: SchemaRegistry, json: JsonSchema): PropertyKind {
  const nullable = acceptsNull(schemas, json);
  const schema = unwrapSchema(schemas, json);
  return { type: typeof schema === "object" ? columnType(schema) : { kind: "json" }, nullable };
}

/** One column for a property that several schemas declare: wide enough for each. */
export function widerKind(a: PropertyKind, b: PropertyKind): PropertyKind {
  return { type: widerType(a.type, b.type), nullable: a.nullable || b.nullable };
}

/**
 * A column for each property that only alternatives of a schema declare. Its type allows the values of all
 * alternatives.
 */
export function alternativeKinds(schemas: SchemaRegistry, schema: JsonSchema): ReadonlyMap<string, PropertyKind> {
  const certain = new Set<string>();
  const found = new Map<string, PropertyKind>();
  const seen = new Set<JsonSchema>();
  const collect = (part: JsonSchema, isCertain: boolean): void => {
    const json = unwrapSchema(schemas, part);
    if (typeof json === "boolean" || seen.has(json)) return;
    seen.add(json);
    for (const [name, property] of Object.entries(json.properties ?? {})) {
      if (isCertain) certain.add(name);
      if (certain.has(name)) continue;
      const [before, kind] = [found.get(name), propertyKind(schemas, property)];
      found.set(name, before ? widerKind(before, kind) : kind);
    }
    for (const one of json.allOf ?? []) collect(one, isCertain);
    for (const one of [...(json.oneOf ?? []), ...(json.anyOf ?? [])]) collect(one, false);
  };
  collect(schema, true);
  for (const name of certain) found.delete(name);
  return found;
}

/**
 * True if one of several alternatives has the property and requests can set it. In records of another alternative it is
 * generated.
 */
export function isSentInAlternative(schemas: SchemaRegistry, schema: JsonSchema, name: string): boolean {
  const json = unwrapSchema(schemas, schema);
  const branches = typeof json === "object" ? [...(json.oneOf ?? []), ...(json.anyOf ?? [])] : [];
  return branches.some((branch) => objectProperties(schemas, branch).get(name)?.readOnly === false);
}

/** Text of any kind that may be a key. */
export function asKey(type: FieldType): FieldType {
  switch (type.kind) {
    case "text":
    case "json":
    case "enum":
      return { kind: "string", length: KEY_LENGTH };
    case "string":
      return { kind: "string", length: Math.min(type.length, KEY_LENGTH) };
    default:
      return type;
  }
}

/** The most values of a database enumeration; requests are still checked against larger ones. */
const MOST_VALUES = 2_000;

function columnType(schema: Exclude<JsonSchema, boolean>): FieldType {
  const types = typesOf(schema);
  if (types.size !== 1)
    return types.size === 2 && types.has("integer") && types.has("number") ? { kind: "double" } : { kind: "json" };
  const [type] = types;
  switch (type) {
    case "boolean":
      return { kind: "boolean" };
    case "integer":
      return { kind: isSmall(schema) ? "integer" : "bigint" };
    case "number":
      return { kind: "double" };
    case "string":
      return textType(schema);
    default:
      return { kind: "json" };
  }
}

function textType(schema: Exclude<JsonSchema, boolean>): FieldType {
  const values = schema.enum?.filter((value) => typeof value === "string") ?? [];
  // Not every database can store U+0000. Values with it are left out, so they are rejected like any text with it.
  const only = (typeof schema.const === "string" ? [schema.const] : values).filter((value) => !value.includes("\0"));
  if (only.length > 0 && only.every((value) => value !== "" && value.length <= KEY_LENGTH)) {
    const distinct = [...new Set(only)];
    return distinct.length <= MOST_VALUES ? { kind: "enum", values: distinct } : { kind: "string", length: KEY_LENGTH };
  }
  if (schema.pattern === undefined && schema.maxLength === undefined && schema.minLength === undefined) {
    if (schema.format === "uuid") return { kind: "uuid" };
    if (schema.format === "date-time") return { kind: "timestamp" };
    if (schema.format === "date") return { kind: "date" };
  }
  const { maxLength } = schema;
  return maxLength !== undefined && maxLength > 0 && maxLength <= LONGEST_STRING
    ? { kind: "string", length: maxLength }
    : { kind: "text" };
}

function isSmall(schema: Exclude<JsonSchema, boolean>): boolean {
  if (schema.format === "int32") return true;
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  return low !== undefined && high !== undefined && low >= -INT32 && high < INT32;
}

/** The types a value may have, null apart. */
function typesOf(schema: Exclude<JsonSchema, boolean>): Set<string> {
  if (schema.type !== undefined) return new Set([schema.type].flat().filter((type) => type !== "null"));
  const values = schema.const === undefined ? schema.enum : [schema.const];
  return new Set(values?.filter((value) => value !== null).map(typeOfValue));
}

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : typeof value;
}

function acceptsNull(schemas: SchemaRegistry, json: JsonSchema): boolean {
  if (json === true) return true;
  // A quick answer for most properties. Compiling a validator for each would take longer than the rest of the plan.
  if (typeof json === "object" && json.type !== undefined && ![json.type].flat().includes("null")) return false;
  return schemas.validator(schemas.schemaOf(json), "response").isValid(null);
}

function widerType(a: FieldType, b: FieldType): FieldType {
  if (a.kind === b.kind) {
    if (a.kind === "string" && b.kind === "string") return { kind: "string", length: Math.max(a.length, b.length) };
    if (a.kind === "enum" && b.kind === "enum")
      return { kind: "enum", values: [...new Set([...a.values, ...b.values])] };
    return a;
  }
  const kinds = new Set([a.kind, b.kind]);
  const within = (...allowed: FieldType["kind"][]): boolean => [...kinds].every((kind) => allowed.includes(kind));
  if (within("integer", "bigint")) return { kind: "bigint" };
  if (within("integer", "bigint", "double")) return { kind: "double" };
  return within("string", "text", "uuid", "enum", "timestamp", "date") ? { kind: "text" } : { kind: "json" };
}
