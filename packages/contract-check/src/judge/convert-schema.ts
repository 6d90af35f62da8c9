import { asArray, asObject, asText, isObject, type JsonObject } from "../description/json.js";
import { pointerOf, type RawDocument } from "../description/raw-document.js";
import { ecmaPattern } from "./ecma-pattern.js";
import type { View } from "./schema-book.js";

interface Conversion {
  readonly raw: RawDocument;
  readonly view: View;
  reference(pointer: string): string;
  /** Properties that the view does not ask for, known from schemas around this one. */
  readonly hidden: ReadonlySet<string>;
}

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

const COPIED = [
  "title",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "const",
  "multipleOf",
  "uniqueItems",
] as const;

const COUNTS = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
] as const;

const SINGLE = [
  "not",
  "items",
  "additionalProperties",
  "propertyNames",
  "contains",
  "if",
  "then",
  "else",
  "unevaluatedItems",
  "unevaluatedProperties",
] as const;

const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

const MAPS = ["properties", "patternProperties", "dependentSchemas"] as const;

/** Keywords whose subschema describes the same value. */
const SAME_VALUE = new Set<string>(["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"]);

export function convertSchema(schema: unknown, conversion: Conversion): unknown {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return true;
  const result: Record<string, unknown> = {};
  const reference = asText(schema.$ref);
  if (reference !== undefined) {
    const target = pointerOf(reference);
    const isKnown = reference.startsWith("#/") && conversion.raw.at(target) !== undefined;
    if (conversion.raw.dialect === "3.0") {
      // OpenAPI 3.0 ignores keywords next to a reference. These two still show what the author meant, so they are kept.
      const marks = Object.fromEntries(
        ["readOnly", "writeOnly"].filter((mark) => schema[mark] === true).map((mark) => [mark, true]),
      );
      return isKnown ? { $ref: conversion.reference(target), ...marks } : true;
    }
    if (isKnown) result.$ref = conversion.reference(target);
  }
  const hidden = new Set([...conversion.hidden, ...hiddenProperties(schema, conversion)]);
  const around: Conversion = { ...conversion, hidden };
  const inside: Conversion = { ...conversion, hidden: new Set() };

  for (const key of COPIED) if (schema[key] !== undefined) result[key] = schema[key];
  if (typeof result.multipleOf !== "number" || result.multipleOf <= 0) delete result.multipleOf;
  const examples = [...(schema.example === undefined ? [] : [schema.example]), ...asArray(schema.examples)];
  if (examples.length > 0) result.examples = examples;
  for (const key of COUNTS) if (typeof schema[key] === "number") result[key] = schema[key];
  for (const key of SINGLE) {
    if (schema[key] !== undefined && !Array.isArray(schema[key])) {
      result[key] = convertSchema(schema[key], SAME_VALUE.has(key) ? around : inside);
    }
  }
  for (const key of LISTS) {
    if (Array.isArray(schema[key]) && schema[key].length > 0) {
      const isChoice = key === "anyOf" || key === "oneOf";
      // An integer is also a number and would match both alternatives of a `oneOf`, so the integer alternative is
      // dropped.
      const hasNumber = key === "oneOf" && schema[key].some((item) => isBareType(item, "number"));
      const items = hasNumber ? schema[key].filter((item) => !isBareType(item, "integer")) : schema[key];
      result[key] = items.map((item) => {
        if (isChoice && meansNull(item)) return { type: "null" };
        const converted = convertSchema(item, SAME_VALUE.has(key) ? around : inside);
        return isChoice ? chosenBy(schema.discriminator, item, converted) : converted;
      });
    }
  }
  for (const key of MAPS) {
    if (!isObject(schema[key])) continue;
    const entries = mapEntries(schema[key], conversion.raw).flatMap(([name, item]): [string, unknown][] => {
      const known = key === "patternProperties" ? ecmaPattern(name) : name;
      return known === undefined ? [] : [[known, item]];
    });
    const converted = entries.map(([name, item]) => [name, convertSchema(item, SAME_VALUE.has(key) ? around : inside)]);
    result[key] = Object.fromEntries(converted);
  }
  if (Array.isArray(schema.enum) && schema.enum.length > 0) result.enum = schema.enum;
  if (Array.isArray(schema.required)) result.required = schema.required.filter((name) => !hidden.has(name));
  if (isObject(schema.dependentRequired)) result.dependentRequired = schema.dependentRequired;
  const pattern = ecmaPattern(asText(schema.pattern) ?? "");
  if (typeof schema.pattern === "string" && pattern !== undefined) result.pattern = pattern;
  convertBounds(schema, result);
  convertType(schema, result, conversion.raw.dialect);
  convertFormat(schema, result);
  return result;
}

/** Keywords that do not restrict values. */
const ANNOTATIONS = new Set(["nullable", "title", "description", "default", "example", "deprecated", "externalDocs"]);

function isBareType(schema: unknown, type: string): boolean {
  return (
    isObject(schema) &&
    schema.type === type &&
    Object.keys(schema).every((name) => name === "type" || name === "format" || ANNOTATIONS.has(name))
  );
}

/**
 * Adds the discriminator's mapping to an alternative: it excludes the values that the mapping assigns to other
 * alternatives, because servers select by them. A value that the mapping does not list is allowed in every alternative.
 * `x-tags` has the values to use in requests.
 */
function chosenBy(discriminator: unknown, alternative: unknown, converted: unknown): unknown {
  const { propertyName, mapping } = asObject(discriminator);
  const reference = asText(asObject(alternative).$ref);
  if (typeof propertyName !== "string" || reference === undefined || !isObject(converted)) return converted;
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  const isOwn = (value: string): boolean => [reference, name].includes(String(asObject(mapping)[value]));
  const values = Object.keys(asObject(mapping));
  const tags = values.filter(isOwn);
  if (tags.length === 0) return converted;
  const others = values.filter((value) => !isOwn(value));
  const tag = { "x-tags": tags, ...(others.length > 0 && { not: { enum: others } }) };
  return { ...converted, properties: { [propertyName]: tag } };
}

/**
 * The alternative "or null" in the form that generators for Rust and Python write: `{ nullable: true }` and nothing
 * else.
 */
function meansNull(schema: unknown): boolean {
  return isObject(schema) && schema.nullable === true && Object.keys(schema).every((name) => ANNOTATIONS.has(name));
}

/** The entries of a map of schemas. Many tools put a `$ref` into the map, so the entries of its target are included. */
function mapEntries(map: JsonObject, raw: RawDocument, depth: number = 0): [string, unknown][] {
  const { $ref: reference, ...rest } = map;
  if (typeof reference !== "string") return Object.entries(map);
  const target = reference.startsWith("#/") && depth < 8 ? raw.follow(pointerOf(reference)).value : undefined;
  return [...(isObject(target) ? mapEntries(target, raw, depth + 1) : []), ...Object.entries(rest)];
}

function convertBounds(schema: JsonObject, result: Record<string, unknown>): void {
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof schema[exclusive] === "number") result[exclusive] = schema[exclusive];
    if (typeof schema[bound] === "number") result[schema[exclusive] === true ? exclusive : bound] = schema[bound];
  }
}

function convertType(schema: JsonObject, result: Record<string, unknown>, dialect: RawDocument["dialect"]): void {
  const given = Array.isArray(schema.type) ? schema.type : [schema.type];
  const types = given.filter((type) => typeof type === "string" && TYPES.has(type));
  // One unknown name among the types makes the whole keyword meaningless.
  if (types.length === 0 || types.length < given.length) return;
  if (dialect === "3.0" && schema.nullable === true) types.push("null");
  result.type = types.length === 1 ? types[0] : types;
}

const NO_NUMBER: JsonObject = { not: { type: "number" } };

function convertFormat(schema: JsonObject, result: Record<string, unknown>): void {
  const format = asText(schema.format);
  if (format === undefined) return;
  result.format = format;
  const extra: Record<string, JsonObject> = {
    int32: { anyOf: [NO_NUMBER, { type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }] },
    int64: { anyOf: [NO_NUMBER, { type: "integer" }] },
    byte: { pattern: "^[A-Za-z0-9+/\\s]*={0,2}\\s*$" },
  };
  const rule = extra[format];
  if (rule !== undefined) result.allOf = [...asArray(result.allOf), rule];
}

/** Names that this view does not require: readOnly properties in requests, writeOnly properties in responses. */
function hiddenProperties(schema: JsonObject, { raw, view }: Conversion): Set<string> {
  const mark = view === "request" ? "readOnly" : "writeOnly";
  const hidden = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (!isObject(value) || depth > 8) return;
    const reference = asText(value.$ref);
    if (reference?.startsWith("#/")) visit(raw.follow(pointerOf(reference)).value, depth + 1);
    for (const [name, property] of mapEntries(asObject(value.properties), raw)) {
      if (isMarked(property, 0)) hidden.add(name);
    }
    for (const item of asArray(value.allOf)) visit(item, depth + 1);
  };
  const isMarked = (property: unknown, depth: number): boolean => {
    if (!isObject(property) || depth > 8) return false;
    if (property[mark] === true) return true;
    const reference = asText(property.$ref);
    if (reference?.startsWith("#/") && isMarked(raw.follow(pointerOf(reference)).value, depth + 1)) return true;
    return asArray(property.allOf).some((item) => isMarked(item, depth + 1));
  };
  if (schema.required !== undefined || schema.allOf !== undefined) visit(schema, 0);
  return hidden;
}
