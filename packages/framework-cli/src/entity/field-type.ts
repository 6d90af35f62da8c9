/**
 * The type of a column, independent of the database. Records have JSON-ready values that are the same on every
 * database. Text, `uuid`, `date` (`2026-01-31`), `time` (`12:30:00`), `timestamp` (`2026-01-31T12:30:00.000Z`) and
 * `enum` are strings. `integer` and `double` are numbers. `bigint` is a number, or a `bigint` beyond 2^53. `decimal`
 * depends on `reads`. `json` is its value, and `binary` a Buffer.
 */
export type FieldType =
  | { readonly kind: "string" /** Most characters it may hold. */; readonly length: number }
  | { readonly kind: "text" }
  | { readonly kind: "uuid" }
  | IntegerType
  | { readonly kind: "double" }
  | {
      readonly kind: "decimal";
      /** Number of digits, and of digits after the point. Absent: the database's default for DECIMAL. */
      readonly precision?: number;
      readonly scale?: number;
      /** `string` keeps every digit. `number` is for an OpenAPI `number`. */
      readonly reads: "string" | "number";
    }
  | { readonly kind: "boolean" }
  | { readonly kind: "timestamp" }
  | { readonly kind: "date" }
  | { readonly kind: "time" }
  | JsonType
  | { readonly kind: "binary" }
  | { readonly kind: "enum"; readonly values: readonly string[] };

interface JsonType {
  readonly kind: "json";
  /** PostgreSQL only: an array column of this type. */
  readonly elements?: FieldType;
}

interface IntegerType {
  readonly kind: "integer" | "bigint";
  /** MySQL and MariaDB only; a `zerofill` column is unsigned. */
  readonly sign?: "unsigned" | "zerofill";
}
