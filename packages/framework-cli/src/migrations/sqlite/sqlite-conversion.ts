import { EXACT_DIGITS } from "../../database/sql/column-type.js";
import type { FieldType } from "../../entity/field-type.js";

/**
 * A conversion of values. SQLite converts every value, if necessary to 0, so values that do not fit must be found
 * first.
 */
export interface SqliteConversion {
  /** The value in its new form. */
  readonly value: string;
  /** A condition that is true for values that do not fit. Absent if all fit. */
  readonly misfit?: string;
}

export function sqliteConversion(column: string, from: FieldType, to: FieldType): SqliteConversion {
  if (from.kind === to.kind && to.kind !== "string" && to.kind !== "decimal") return { value: column };
  switch (to.kind) {
    case "string":
    case "text": {
      const value =
        from.kind === "boolean"
          ? `CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`
          : `CAST(${column} AS TEXT)`;
      return to.kind === "text" ? { value } : { value, misfit: `LENGTH(${value}) > ${to.length}` };
    }
    case "integer":
      return {
        value: `CAST(${rounded(column, from)} AS INTEGER)`,
        misfit: `${notNumber(column, from, "whole")} OR CAST(${column} AS REAL) NOT BETWEEN -2147483648 AND 2147483647`,
      };
    case "bigint":
      return {
        value: `CAST(${rounded(column, from)} AS INTEGER)`,
        misfit: `${notNumber(column, from, "whole")} OR (typeof(${column}) = 'real' AND ABS(${column}) >= 9223372036854775808.0)`,
      };
    case "double":
      return { value: `CAST(${column} AS REAL)`, misfit: notNumber(column, from, "any") };
    case "decimal": {
      const misfit = notNumber(column, from, "any");
      const { precision, scale = 0 } = to;
      if (precision === undefined) return { value: `CAST(${column} AS NUMERIC)`, misfit };
      if (precision > EXACT_DIGITS) return { value: `CAST(${column} AS TEXT)`, misfit };
      const bound = 10 ** (precision - scale);
      return {
        value: `ROUND(CAST(${column} AS NUMERIC), ${scale})`,
        misfit: `${misfit} OR ABS(CAST(${column} AS REAL)) >= ${bound}`,
      };
    }
    case "uuid":
      return {
        value: column,
        misfit: `${column} NOT GLOB '????????-????-????-????-????????????' OR ${column} GLOB '*[^0-9a-fA-F-]*'`,
      };
    case "date":
      return { value: column, misfit: `date(${column}) IS NOT ${column}` };
    case "boolean":
      if (from.kind === "string" || from.kind === "text") {
        return {
          value: `CASE ${column} WHEN 'true' THEN 1 WHEN '1' THEN 1 WHEN 'false' THEN 0 WHEN '0' THEN 0 END`,
          misfit: `${column} NOT IN ('true', '1', 'false', '0')`,
        };
      }
      return { value: `${column} <> 0` };
    case "timestamp":
    case "time":
    case "json":
    case "binary":
    case "enum":
      return { value: column };
  }
}

function rounded(column: string, from: FieldType): string {
  return from.kind === "double" || from.kind === "decimal" ? `ROUND(${column})` : column;
}

function notNumber(column: string, from: FieldType, which: "whole" | "any"): string {
  if (from.kind !== "string" && from.kind !== "text") return "0";
  const text = `TRIM(${column})`;
  if (which === "whole") return `CAST(CAST(${text} AS INTEGER) AS TEXT) <> LTRIM(${text}, '+')`;
  // CAST takes the number that a text begins with; a comparison with a number converts only whole texts.
  return `CAST(${text} AS NUMERIC) <> ${text} OR ABS(CAST(${text} AS REAL)) > 1.7976931348623157e308`;
}
