import { listOfIndexes, TypedPart, type WireValue } from "@onespec/http-requests";
import type { JsonSchema, SchemaRegistry } from "@onespec/spec-core";
import { type SchemaShape, schemaShape } from "./schema-shape.js";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Reads text as what the schema says it is: `"5"` is a number where the schema asks for one and stays text where it does not.
 * Text that does not fit is left as it is, for validation to name.
 */
export function coerceValue(schemas: SchemaRegistry, schema: JsonSchema, raw: WireValue): unknown {
  const shape = schemaShape(schemas, schema);
  if (raw instanceof TypedPart) return isLoneItem(shape, raw.value) ? [raw.value] : raw.value;
  if (typeof raw === "string") return coerceText(schemas, raw, shape);
  if (isList(raw)) {
    if (!shape.types.has("array") && shape.types.size > 0 && raw.length === 1) {
      return coerceValue(schemas, schema, raw[0] ?? "");
    }
    return raw.map((item) => coerceValue(schemas, shape.items ?? true, item));
  }
  const indexed = shape.types.has("array") ? listOfIndexes(raw) : undefined;
  if (indexed) return indexed.map((item) => coerceValue(schemas, shape.items ?? true, item));
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      const property = shape.properties.get(name)?.schema ?? shape.additional ?? true;
      return [name, coerceValue(schemas, property, value)];
    }),
  );
}

function coerceText(schemas: SchemaRegistry, text: string, shape: SchemaShape): unknown {
  const { types, values } = shape;
  if (types.size === 0 || values.includes(text)) return text;
  if ((types.has("integer") || types.has("number")) && NUMBER.test(text)) {
    const number = Number(text);
    // Where text is allowed as well, `007` and `1e3` are more likely text than numbers.
    if (!shape.isFreeText || String(number) === text) return number;
  }
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (shape.isFreeText) return text;
  if (types.has("null") && (text === "" || text === "null")) return null;
  if (types.has("array")) return text === "" ? [] : [coerceValue(schemas, shape.items ?? true, text)];
  return text;
}

/** The only item of a list that comes as a part for each of them. */
function isLoneItem({ types }: SchemaShape, value: unknown): boolean {
  return types.size === 1 && types.has("array") && !Array.isArray(value);
}

function isList(raw: WireValue): raw is readonly WireValue[] {
  return Array.isArray(raw);
}
