import { type JsonSchema, type SchemaRegistry, type SchemaShape, schemaShape } from "@onespec/spec-core";
import { listOfIndexes } from "./nest-by-brackets.js";
import { TypedPart, type WireValue } from "./wire-value.js";

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Python's clients write `True`, Go's and Docker's `1`. */
const BOOLEAN = /^(?:[Tt]rue|[Ff]alse|[01])$/;
const PLAIN = /^[tf]/;

/**
 * Reads text as what the schema says it is: `"5"` is a number where the schema asks for one and stays text where it does not.
 * Text that does not fit is left as it is, for validation to name.
 */
export function coerceValue(schemas: SchemaRegistry, schema: JsonSchema, raw: WireValue): unknown {
  return coerceTo(schemas, schemaShape(schemas, schema), raw);
}

/** The same, for a schema whose shape is known. */
export function coerceTo(schemas: SchemaRegistry, shape: SchemaShape, raw: WireValue): unknown {
  if (typeof raw === "string") return coerceText(schemas, raw, shape);
  if (raw instanceof TypedPart) return isLoneItem(shape, raw.value) ? [raw.value] : raw.value;
  if (isList(raw)) {
    const lone = loneItem(shape, raw);
    return lone === undefined ? coerceItems(schemas, shape, raw) : coerceTo(schemas, shape, lone);
  }
  const indexed = shape.types.has("array") || shape.types.size === 0 ? listOfIndexes(raw) : undefined;
  if (indexed) return coerceItems(schemas, shape, indexed);
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      const property = shape.properties.get(name)?.schema ?? shape.additional ?? true;
      return [name, coerceValue(schemas, property, value)];
    }),
  );
}

function coerceItems(schemas: SchemaRegistry, { items = true }: SchemaShape, raw: readonly WireValue[]): unknown[] {
  const shape = schemaShape(schemas, items);
  return raw.map((item) => coerceTo(schemas, shape, item));
}

function coerceText(schemas: SchemaRegistry, text: string, shape: SchemaShape): unknown {
  const { types, values } = shape;
  if (types.size === 0 || values.includes(text)) return text;
  if ((types.has("integer") || types.has("number")) && NUMBER.test(text)) {
    const number = Number(text);
    // Larger ones would lose their digits.
    if (Math.abs(number) >= 1e21) return text;
    // Where text is allowed as well, `007` and `1e3` are more likely text than numbers.
    if (!shape.isFreeText || String(number) === text) return number;
  }
  if (types.has("boolean") && BOOLEAN.test(text) && !(shape.isFreeText && !PLAIN.test(text)))
    return /^[t1]/i.test(text);
  if (shape.isFreeText) return text;
  if (types.has("null") && (text === "" || text === "null")) return null;
  if (types.has("array")) return text === "" ? [] : coerceItems(schemas, shape, [text]);
  return text;
}

/** Returns the item of a list of one where the schema takes no lists: the item is the value itself. */
function loneItem({ types }: SchemaShape, list: readonly WireValue[]): WireValue | undefined {
  return list.length === 1 && types.size > 0 && !types.has("array") ? list[0] : undefined;
}

/** True for a part that is the only item of a list. */
function isLoneItem({ types }: SchemaShape, value: unknown): boolean {
  return types.size === 1 && types.has("array") && !Array.isArray(value);
}

function isList(raw: WireValue): raw is readonly WireValue[] {
  return Array.isArray(raw);
}
