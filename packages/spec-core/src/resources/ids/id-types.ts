import type { JsonSchema } from "../../schema/schema.js";
import type { SchemaFacts, SchemaReader } from "../shapes/schema-reader.js";

/** True if values of the schema may be ids: strings and numbers, but not objects or lists. */
export function canBeId({ types, properties }: SchemaFacts): boolean {
  if (types.size === 0) return properties.size === 0;
  return types.has("string") || types.has("integer") || types.has("number");
}

/**
 * True if values of the schema may be values of the path's parameter, judged by type, format and pattern.
 * @param parameterSchema the schema of the item path's parameter
 */
export function typeFits(
  reader: SchemaReader,
  schema: JsonSchema,
  { parameterSchema }: { readonly parameterSchema: JsonSchema | undefined },
): boolean {
  if (parameterSchema === undefined) return true;
  const property = reader.facts(schema);
  const parameter = reader.facts(parameterSchema);
  if (property.types.size === 0 || parameter.types.size === 0) return true;
  if (property.format === "uuid" || parameter.format === "uuid") return property.format === parameter.format;
  if (isDigits(parameter.json) && isText(property.json)) return false;
  for (const type of parameter.types) {
    if (property.types.has(type) || (type === "number" && property.types.has("integer"))) return true;
  }
  return false;
}

/** True if the pattern allows only digits: `^[0-9]+$`. */
function isDigits(json: JsonSchema): boolean {
  return typeof json === "object" && DIGITS.test(json.pattern ?? "");
}

function isText(json: JsonSchema): boolean {
  return typeof json === "object" && json.pattern !== undefined && !DIGITS.test(json.pattern);
}

const DIGITS = /^\^(?:\[0-9\]|\\d)(?:[+*]|\{[\d,]+\})\$$/;

/** The prefix of ids whose pattern is only a prefix: `ses_` for `^ses`. `undefined` for other patterns. */
export function idPrefix(pattern = ""): string | undefined {
  const prefix = /^\^([\w-]+)$/.exec(pattern)?.[1];
  return prefix === undefined || /[-_]$/.test(prefix) ? prefix : `${prefix}_`;
}
