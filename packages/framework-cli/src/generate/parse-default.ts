import type { JsonValue } from "../entity/entity.js";
import type { FieldType } from "../entity/field-type.js";
import { type DataType, DataTypes } from "../model/data-types.js";

/** What `default=…` means for a type. */
export function parseDefault(
  text: string,
  type: FieldType,
): { readonly value: JsonValue | DataType } | { readonly problem: string } {
  const refuse = (wanted: string) => ({ problem: `the default ${text} is not ${wanted}` });
  const when = (isRight: boolean, wanted: string) => (isRight ? { value: text } : refuse(wanted));
  switch (type.kind) {
    case "string":
      return when(text.length <= type.length, `at most ${type.length} characters long`);
    case "text":
      return { value: text };
    case "uuid":
      if (text === "uuid") return { value: DataTypes.UUIDV4 };
      return when(
        /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
        "a UUID, nor the word uuid for a new one each time",
      );
    case "integer":
    case "bigint": {
      const value = Number(text);
      const limit = type.kind === "integer" ? 2 ** 31 : 2 ** 53;
      return /^-?\d+$/.test(text) && value >= -limit && value < limit
        ? { value }
        : refuse(`a whole number that fits ${type.kind}`);
    }
    case "double":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? { value: Number(text) } : refuse("a number");
    case "decimal": {
      const [, whole = "", places = ""] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
      const fits =
        whole !== "" && places.length <= type.scale && whole.replace(/^0+/, "").length <= type.precision - type.scale;
      return when(fits, `a number with at most ${type.precision} digits, ${type.scale} of them after the point`);
    }
    case "boolean":
      return text === "true" || text === "false" ? { value: text === "true" } : refuse("true or false");
    case "timestamp":
      if (text === "now") return { value: DataTypes.NOW };
      return when(
        /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
        "a time like 2026-01-31T12:30:00Z, nor now",
      );
    case "date":
      return when(/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)), "a date like 2026-01-31");
    case "time":
      return when(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text), "a time like 12:30:00");
    case "json":
      try {
        return { value: JSON.parse(text) as JsonValue };
      } catch {
        return refuse("JSON");
      }
    case "enum":
      return when(type.values.includes(text), `one of ${type.values.join(", ")}`);
    case "binary":
      return { problem: "binary has no default" };
  }
}
