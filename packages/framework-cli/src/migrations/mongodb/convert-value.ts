import { decimalText, roundDecimal } from "../../entity/decimal-text.js";
import type { FieldType } from "../../entity/field-type.js";
import { normaliserOf } from "../../entity/normalise-value.js";
import { Refusal } from "../../entity/refusal.js";

/** A record's value of one type as one of another, or why it does not fit. Values that were converted before stay as they are. */
export function convertValue(value: unknown, to: FieldType): unknown | Refusal {
  const normalise = normaliserOf(to);
  switch (to.kind) {
    case "string":
    case "text":
      return normalise(typeof value === "string" ? value : plainText(value));
    case "integer":
    case "bigint":
      if (typeof value === "boolean") return normalise(Number(value));
      return normalise(typeof value === "bigint" ? value : roundedText(value));
    case "double":
    case "decimal":
      return normalise(typeof value === "boolean" ? Number(value) : value);
    case "boolean":
      if (typeof value === "boolean") return value;
      if (value === "true" || value === "1") return true;
      if (value === "false" || value === "0") return false;
      return typeof value === "number" || typeof value === "bigint" ? Number(value) !== 0 : normalise(value);
    case "uuid":
    case "timestamp":
    case "date":
    case "time":
    case "json":
    case "binary":
    case "enum":
      return normalise(value);
  }
}

/** Numbers are rounded as SQL databases do; a text must be whole by itself. */
function roundedText(value: unknown): unknown {
  const text = typeof value === "number" ? decimalText(value) : undefined;
  return text === undefined ? value : roundDecimal(text, 0);
}

function plainText(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  return new Refusal("must be a text");
}
