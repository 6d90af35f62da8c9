import { TypedPart, type WireValue } from "@onespec/http-requests";
import type { JsonSchema, SchemaRegistry } from "@onespec/spec-core";
import { type ValueShape, valueShape } from "./value-shape.js";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Gives wire values the types that a schema asks for. What does not fit stays text, for validation to name. */
export interface ValueDecoder {
  readonly shape: ValueShape;
  decode(value: WireValue): unknown;
}

/** Decoders of one application, each made once. */
export function createValueDecoders(schemas: SchemaRegistry): (schema: JsonSchema) => ValueDecoder {
  const known = new Map<JsonSchema, ValueDecoder>();
  const decoderOf = (schema: JsonSchema): ValueDecoder => {
    const target = schemas.follow(schema);
    let decoder = known.get(target);
    if (decoder === undefined) {
      const shape = valueShape(schemas, target);
      decoder = { shape, decode: (value) => decode(shape, value) };
      known.set(target, decoder);
    }
    return decoder;
  };
  const decode = (shape: ValueShape, value: WireValue): unknown => {
    if (typeof value === "string") return decodeText(shape, value);
    if (value instanceof TypedPart) return value.value;
    if (isList(value)) {
      // A list of one where the schema knows no lists is the value itself.
      const [only] = value;
      if (only !== undefined && value.length === 1 && shape.types.size > 0 && !shape.types.has("array")) {
        return decode(shape, only);
      }
      return value.map((item) => decoderOf(shape.items).decode(item));
    }
    const decoded: [string, unknown][] = Object.entries(value).map(([name, item]) => [
      name,
      decoderOf(shape.properties.get(name) ?? shape.others ?? true).decode(item),
    ]);
    return Object.fromEntries(decoded);
  };
  const decodeText = (shape: ValueShape, text: string): unknown => {
    const { types, isFreeText } = shape;
    if (types.size === 0 || shape.texts.has(text)) return text;
    if ((types.has("integer") || types.has("number")) && NUMBER.test(text)) {
      const number = Number(text);
      if (!isFreeText || String(number) === text) return number;
    }
    if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
    if (isFreeText) return text;
    if (types.has("null") && (text === "" || text === "null")) return null;
    if (types.has("array")) return text === "" ? [] : [decoderOf(shape.items).decode(text)];
    return text;
  };
  return decoderOf;
}

function isList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value);
}
