import type { FieldType } from "../entity/field-type.js";
import { FrameworkError } from "../errors/framework-error.js";
import type { DataType } from "./data-types.js";

/**
 * Reads one of our data types, or Sequelize's (a class, or an instance with `options` and underscored fields).
 *
 * @param isSequelize whether a model of Sequelize's own has it: a DECIMAL without digits is then the database's (else it has 10, none
 *   after the point), and an ARRAY is PostgreSQL's
 */
export function readFieldType(type: DataType, place: string, isSequelize = false): FieldType {
  const option = (name: string): unknown =>
    type.options?.[name] ?? (type as unknown as Record<string, unknown>)[`_${name}`];
  const number = (name: string): number | undefined => {
    const value = option(name);
    return typeof value === "number" && value > 0 ? value : undefined;
  };
  const sign = (): { sign?: "unsigned" | "zerofill" } =>
    option("zerofill") === true ? { sign: "zerofill" } : option("unsigned") === true ? { sign: "unsigned" } : {};
  switch (type?.key) {
    case "STRING":
    case "CHAR":
      return { kind: "string", length: number("length") ?? 255 };
    case "INTEGER":
    case "SMALLINT":
    case "TINYINT":
    case "MEDIUMINT":
      return { kind: "integer", ...sign() };
    case "BIGINT":
      return { kind: "bigint", ...sign() };
    case "DECIMAL": {
      const reads = option("reads") === "number" ? "number" : "string";
      const precision = number("precision");
      if (precision === undefined && isSequelize) return { kind: "decimal", reads };
      return { kind: "decimal", precision: precision ?? 10, scale: number("scale") ?? 0, reads };
    }
    case "ARRAY": {
      const { type: element } = type as unknown as { readonly type: DataType };
      if (!isSequelize) break;
      // Only a migration written by hand makes the type of an ENUM's elements.
      return element.key === "ENUM"
        ? { kind: "json" }
        : { kind: "json", elements: readFieldType(element, place, isSequelize) };
    }
    case "ENUM": {
      const values = option("values") ?? (type as unknown as { values?: unknown }).values;
      if (Array.isArray(values) && values.length > 0) return { kind: "enum", values: values.map(String) };
    }
  }
  const kind = PLAIN.get(type?.key);
  if (kind !== undefined) return { kind };
  throw new FrameworkError(
    "MODEL_INVALID",
    `${place}: ${String(type?.key ?? type)} is not a type that every database can hold.`,
    {
      hint: "Use STRING, TEXT, UUID, INTEGER, BIGINT, DOUBLE, DECIMAL, BOOLEAN, DATE, DATEONLY, TIME, JSON, BLOB or ENUM with its values.",
    },
  );
}

type PlainKind = Exclude<FieldType["kind"], "string" | "integer" | "bigint" | "decimal" | "enum">;

/** The types without numbers of their own. */
const PLAIN: ReadonlyMap<string, PlainKind> = new Map<string, PlainKind>([
  ["TEXT", "text"],
  ["UUID", "uuid"],
  ["FLOAT", "double"],
  ["DOUBLE", "double"],
  ["DOUBLE PRECISION", "double"],
  ["REAL", "double"],
  ["NUMBER", "double"],
  ["BOOLEAN", "boolean"],
  ["DATE", "timestamp"],
  ["DATEONLY", "date"],
  ["TIME", "time"],
  ["JSON", "json"],
  ["JSONB", "json"],
  ["BLOB", "binary"],
]);
