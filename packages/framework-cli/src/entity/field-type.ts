/**
 * The type of a column, independent of the database. Records carry JSON-ready values, the same from every
 * database: text, `uuid`, `date` (`2026-01-31`), `time` (`12:30:00`), `timestamp` (`2026-01-31T12:30:00.000Z`) and `enum` are
 * strings; `integer` and `double` numbers; `bigint` a number, beyond 2^53 a `bigint`; `decimal` what `reads` says; `json` its
 * value; `binary` a Buffer.
 */
export type FieldType =
  | { readonly kind: "string" /** Most characters it may hold. */; readonly length: number }
  | { readonly kind: "text" }
  | { readonly kind: "uuid" }
  | IntegerType
  | { readonly kind: "double" }
  | {
      readonly kind: "decimal";
      /** Digits, and those of them after the point. Absent: what the database does with a bare DECIMAL. */
      readonly precision?: number;
      readonly scale?: number;
      /** A string keeps every digit; a number is what an OpenAPI `number` asks for. */
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
