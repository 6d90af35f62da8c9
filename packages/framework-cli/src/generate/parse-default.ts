import { decimalText } from "../entity/decimal-text.js";
import type { JsonValue } from "../entity/entity.js";
import type { FieldType } from "../entity/field-type.js";
import { normaliserOf, Refusal } from "../entity/normalise-value.js";
import { type DataType, DataTypes } from "../model/data-types.js";

/** The meaning of `default=…` for a type: a value, or with `uuid` and `now` a new one for each record. */
export function parseDefault(
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

/** `undefined` for JSON that is none. */
function givenValue(text: string, kind: FieldType["kind"]): unknown {
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
