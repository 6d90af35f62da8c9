import { isObject } from "../../json/is-object.js";
import { isOfType } from "../../json/json-value.js";
import { isMultipleOf } from "../../json/multiple-of.js";
import type { CheckedSchema, CheckedSchemaObject, CheckedUnit } from "../views/checked-schema.js";
import type { SchemaView } from "../views/schema-view.js";
import type { FormatCheck } from "./formats.js";

/** Maximum number of schemas in one decision. Larger values are left to compiled code. */
const MOST_STEPS = 300;
/** In UTF-16 units. Longer texts are left to compiled code, because their characters must be counted. */
const LONGEST_TEXT = 2_000;

/**
 * Decides whether a small value is valid, keyword by keyword. Compiling a schema takes as long as a thousand such
 * decisions, and many schemas are only used once. `undefined` if the value is large, or if the schema has a keyword
 * that is not supported here.
 */
export function decideAtSight(
  view: SchemaView,
  formats: () => ReadonlyMap<string, FormatCheck>,
  unit: CheckedUnit,
  value: unknown,
): boolean | undefined {
  let steps = 0;
  const decide = (schema: CheckedSchema, inner: unknown): boolean | undefined => {
    if (typeof schema === "boolean") return schema;
    steps += 1;
    if (steps > MOST_STEPS) return undefined;
    return every(Object.keys(schema) as (keyof CheckedSchemaObject)[], (keyword) => holds(schema, keyword, inner));
  };
  const holds = (schema: CheckedSchemaObject, keyword: keyof CheckedSchemaObject, inner: unknown) => {
    switch (keyword) {
      case "x-bounded":
      case "x-messages":
        return true;
      case "type":
        return [schema.type].flat().some((type) => type !== undefined && isOfType(inner, type));
      case "x-reference":
        return decide(view.unit(schema["x-reference"] as string).schema, inner);
      case "allOf":
        return every(schema.allOf ?? [], (part) => decide(part, inner));
      case "anyOf":
      case "oneOf":
        return isChosen(
          keyword,
          (schema[keyword] ?? []).map((part) => decide(part, inner)),
        );
      case "enum":
      case "const":
        return isAmong(keyword === "const" ? [schema.const] : (schema.enum ?? []), inner);
      case "format":
        return hasFormat(formats().get(schema.format ?? ""), inner);
      default:
        if (typeof inner === "number") return holdsForNumber(schema, keyword, inner);
        if (typeof inner === "string") return holdsForText(view, schema, keyword, inner);
        if (Array.isArray(inner)) return holdsForList(schema, keyword, inner, decide);
        if (isObject(inner)) return holdsForObject(schema, keyword, inner, decide);
        return isPlain(keyword) ? true : undefined;
    }
  };
  return decide(unit.schema, value);
}

type DecideInner = (schema: CheckedSchema, value: unknown) => boolean | undefined;

/** Keywords that apply to values of one type. Other values always satisfy them. */
const PLAIN = {
  number: ["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  text: ["minLength", "maxLength", "pattern"],
  list: ["items", "minItems", "maxItems", "uniqueItems"],
  object: ["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
} as const;
const ALL_PLAIN: ReadonlySet<string> = new Set(Object.values(PLAIN).flat());

function isPlain(keyword: string): boolean {
  return ALL_PLAIN.has(keyword);
}

/** True if all results are true. `false` if one is, or else `undefined` if one is. */
function every<T>(items: readonly T[], test: (item: T) => boolean | undefined): boolean | undefined {
  let all: boolean | undefined = true;
  for (const item of items) {
    const one = test(item);
    if (one === false) return false;
    all = one && all;
  }
  return all;
}

function isChosen(keyword: "anyOf" | "oneOf", answers: readonly (boolean | undefined)[]): boolean | undefined {
  const count = answers.filter((answer) => answer === true).length;
  if (keyword === "anyOf" && count > 0) return true;
  return answers.includes(undefined) ? undefined : count === 1;
}

function isAmong(values: readonly unknown[], value: unknown): boolean | undefined {
  if (typeof value === "object" && value !== null) return undefined;
  return values.includes(value);
}

function hasFormat(check: FormatCheck | undefined, value: unknown): boolean {
  return typeof value !== check?.type || check.test(value as string | number);
}

function holdsForNumber(schema: CheckedSchemaObject, keyword: string, value: number): boolean | undefined {
  switch (keyword) {
    case "multipleOf":
      return isMultipleOf(value, schema.multipleOf ?? 1);
    case "minimum":
      return value >= (schema.minimum ?? value);
    case "maximum":
      return value <= (schema.maximum ?? value);
    case "exclusiveMinimum":
      return value > (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
    case "exclusiveMaximum":
      return value < (schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY);
    default:
      return isPlain(keyword) ? true : undefined;
  }
}

function holdsForText(
  view: SchemaView,
  schema: CheckedSchemaObject,
  keyword: string,
  value: string,
): boolean | undefined {
  if (value.length > LONGEST_TEXT) return undefined;
  switch (keyword) {
    case "minLength":
      return [...value].length >= (schema.minLength ?? 0);
    case "maxLength":
      return [...value].length <= (schema.maxLength ?? value.length);
    case "pattern":
      return view.matcher(schema.pattern ?? "").test(value);
    default:
      return isPlain(keyword) ? true : undefined;
  }
}

function holdsForList(
  schema: CheckedSchemaObject,
  keyword: string,
  list: readonly unknown[],
  decide: DecideInner,
): boolean | undefined {
  switch (keyword) {
    case "minItems":
      return list.length >= (schema.minItems ?? 0);
    case "maxItems":
      return list.length <= (schema.maxItems ?? list.length);
    case "uniqueItems":
      if (list.length < 2 || schema.uniqueItems === false) return true;
      return list.some((item) => typeof item === "object" && item !== null)
        ? undefined
        : new Set(list).size === list.length;
    case "items":
      if (schema.prefixItems || list.length > MOST_STEPS) return undefined;
      return every(list, (item) => decide(schema.items ?? true, item));
    default:
      return isPlain(keyword) ? true : undefined;
  }
}

/** As in ajv, a property with the value `undefined` counts as missing. */
function holdsForObject(
  schema: CheckedSchemaObject,
  keyword: string,
  object: Readonly<Record<string, unknown>>,
  decide: DecideInner,
): boolean | undefined {
  const { properties = {}, additionalProperties = true } = schema;
  const isThere = (name: string): boolean => Object.hasOwn(object, name) && object[name] !== undefined;
  switch (keyword) {
    case "required":
      return (schema.required ?? []).every(isThere);
    case "properties":
      return every(Object.keys(properties).filter(isThere), (name) =>
        decide(properties[name] as CheckedSchema, object[name]),
      );
    case "additionalProperties": {
      const names = Object.keys(object);
      if (schema.patternProperties || names.length > MOST_STEPS) return undefined;
      const others = names.filter((name) => !Object.hasOwn(properties, name));
      return every(others, (name) => decide(additionalProperties, object[name]));
    }
    case "minProperties":
      return Object.keys(object).length >= (schema.minProperties ?? 0);
    case "maxProperties":
      return Object.keys(object).length <= (schema.maxProperties ?? Number.POSITIVE_INFINITY);
    default:
      return isPlain(keyword) ? true : undefined;
  }
}
