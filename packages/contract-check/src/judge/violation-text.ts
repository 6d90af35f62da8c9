import { asArray, isObject } from "../description/json.js";

const LONGEST = 120;

/**
 * Describes a violation: the place, what the keyword requires, and the value. `/id must be an integer, and is a
 * string`.
 */
export function violationText(at: string, keyword: string, stated: unknown, value: unknown): string {
  return `${at || "the whole body"} ${demand(keyword, stated, value)}`;
}

function demand(keyword: string, stated: unknown, value: unknown): string {
  const count = (unit: string): string => `${String(stated)} ${unit}${stated === 1 ? "" : "s"}`;
  if (stated === false) return "is not allowed";
  switch (keyword) {
    case "type":
      return `must be ${[stated].flat().map(withArticle).join(" or ")}, and is ${withArticle(typeOf(value))}`;
    case "required":
      return `lacks ${asArray(stated).map(written).join(", ")}`;
    case "enum":
      return `must be one of ${clip(asArray(stated).map(written).join(", "))}`;
    case "const":
      return `must be ${written(stated)}`;
    case "format":
      return `must have the format ${String(stated)}`;
    case "pattern":
      return `must match ${clip(String(stated))}`;
    case "minimum":
      return `must be at least ${String(stated)}`;
    case "maximum":
      return `must be at most ${String(stated)}`;
    case "exclusiveMinimum":
      return `must be more than ${String(stated)}`;
    case "exclusiveMaximum":
      return `must be less than ${String(stated)}`;
    case "multipleOf":
      return `must be a multiple of ${String(stated)}`;
    case "minLength":
      return `must have at least ${count("character")}`;
    case "maxLength":
      return `must have at most ${count("character")}`;
    case "minItems":
      return `must have at least ${count("item")}`;
    case "maxItems":
      return `must have at most ${count("item")}`;
    case "uniqueItems":
      return "must not have the same item twice";
    case "anyOf":
      return "fits none of the alternatives";
    case "oneOf":
      return "must fit exactly one of the alternatives";
    case "not":
      return "has a form that the schema excludes";
    default:
      return `breaks ${keyword} ${clip(written(stated))}`;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isObject(value)) return "object";
  return typeof value;
}

function withArticle(type: unknown): string {
  if (type === "null") return "null";
  return /^[aio]/.test(String(type)) ? `an ${String(type)}` : `a ${String(type)}`;
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function clip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
