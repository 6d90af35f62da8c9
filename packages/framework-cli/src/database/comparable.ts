import { decimalText, roundDecimal } from "../entity/decimal-text.js";
import type { FieldType } from "../entity/field-type.js";
import { normaliserOf, Refusal } from "../entity/normalise-value.js";

/** Replaces a compared value that no record can have, such as `abc` for a UUID. */
export const NO_SUCH_VALUE: unique symbol = Symbol("no such value");

/** Makes a condition's value comparable with values of a field of this type; never called with null. */
export function comparableOf(type: FieldType): (value: unknown) => unknown {
  switch (type.kind) {
    case "string":
    case "text":
    case "enum":
      return (value) => {
        if (typeof value !== "string") return new Refusal("is compared with a text");
        return value.includes("\0") || LONE_SURROGATE.test(value) ? NO_SUCH_VALUE : value;
      };
    case "uuid": {
      const normalise = normaliserOf(type);
      return (value) => {
        const normal = normalise(value);
        return normal instanceof Refusal && typeof value === "string" ? NO_SUCH_VALUE : normal;
      };
    }
    // Beyond the column's range a number still compares.
    case "integer":
    case "bigint":
      return normaliserOf({ kind: "bigint" });
    case "decimal":
      return (value) => {
        const text = decimalText(value);
        if (text === undefined) return new Refusal("is compared with a decimal number");
        const { length = 0 } = text.split(".")[1] ?? "";
        return length > (type.scale ?? 0) ? text : roundDecimal(text, type.scale);
      };
    case "double":
    case "boolean":
    case "timestamp":
    case "date":
    case "time":
      return normaliserOf(type);
    case "json":
    case "binary":
      return () => new Refusal("can only be asked for isNull");
  }
}

const LONE_SURROGATE = /\p{Cs}/u;
