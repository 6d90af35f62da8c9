import type { FieldType } from "../entity/field-type.js";
import { FrameworkError } from "../errors/framework-error.js";

/**
 * Sequelize's `DataTypes`, as plain descriptions: an application's models load without Sequelize, and those that use Sequelize's
 * own objects are read alike (both carry `key` and their options).
 * @see https://sequelize.org/docs/v6/core-concepts/model-basics/#data-types
 */
export interface DataType {
  /** Sequelize's name: `STRING`, `DECIMAL`, `BIGINT`, `UUIDV4` ... */
  readonly key: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

interface SizedType extends DataType {
  (length?: number): DataType;
}

interface DecimalType extends DataType {
  (precision?: number, scale?: number, reads?: "string" | "number"): DataType;
}

interface IntegerType extends DataType {
  readonly UNSIGNED: IntegerType;
  readonly ZEROFILL: IntegerType;
}

export interface DataTypeTable {
  readonly STRING: SizedType;
  readonly TEXT: SizedType;
  readonly CHAR: SizedType;
  readonly UUID: DataType;
  readonly UUIDV1: DataType;
  readonly UUIDV4: DataType;
  readonly NOW: DataType;
  readonly INTEGER: IntegerType;
  readonly BIGINT: IntegerType;
  readonly SMALLINT: IntegerType;
  readonly TINYINT: IntegerType;
  readonly MEDIUMINT: IntegerType;
  readonly FLOAT: DataType;
  readonly DOUBLE: DataType;
  readonly REAL: DataType;
  readonly DECIMAL: DecimalType;
  readonly BOOLEAN: DataType;
  readonly DATE: DataType;
  readonly DATEONLY: DataType;
  readonly TIME: DataType;
  readonly JSON: DataType;
  readonly JSONB: DataType;
  readonly BLOB: SizedType;
  readonly ENUM: (...values: readonly string[]) => DataType;
  /** No column: what `get` and `set` make of the others. */
  readonly VIRTUAL: DataType;
}

/** The types an attribute may have: `DataTypes.STRING(120)`. */
export const DataTypes: DataTypeTable = {
  STRING: sized("STRING"),
  TEXT: sized("TEXT"),
  CHAR: sized("CHAR"),
  UUID: { key: "UUID" },
  UUIDV1: { key: "UUIDV1" },
  UUIDV4: { key: "UUIDV4" },
  NOW: { key: "NOW" },
  INTEGER: integer("INTEGER"),
  BIGINT: integer("BIGINT"),
  SMALLINT: integer("SMALLINT"),
  TINYINT: integer("TINYINT"),
  MEDIUMINT: integer("MEDIUMINT"),
  FLOAT: { key: "FLOAT" },
  DOUBLE: { key: "DOUBLE" },
  REAL: { key: "REAL" },
  DECIMAL: withCall("DECIMAL", (precision = 10, scale = 0, reads: "string" | "number" = "string") => ({
    precision,
    scale,
    reads,
  })),
  BOOLEAN: { key: "BOOLEAN" },
  DATE: { key: "DATE" },
  DATEONLY: { key: "DATEONLY" },
  TIME: { key: "TIME" },
  JSON: { key: "JSON" },
  JSONB: { key: "JSONB" },
  BLOB: sized("BLOB"),
  ENUM: (...values: readonly string[]): DataType => ({ key: "ENUM", options: { values } }),
  VIRTUAL: { key: "VIRTUAL" },
};

/** The signs are hidden from whoever lists the type: each has both in turn. */
function integer(key: string, options?: Readonly<Record<string, true>>): IntegerType {
  return Object.defineProperties({ key, ...(options !== undefined && { options }) } as IntegerType, {
    UNSIGNED: { get: () => integer(key, { ...options, unsigned: true }) },
    ZEROFILL: { get: () => integer(key, { ...options, zerofill: true }) },
  });
}

function sized(key: string): SizedType {
  return withCall(key, (length?: number) => (length === undefined ? {} : { length }));
}

function withCall<A extends readonly unknown[]>(
  key: string,
  options: (...args: A) => Record<string, unknown>,
): DataType & ((...args: A) => DataType) {
  return Object.assign((...args: A): DataType => ({ key, options: options(...args) }), { key });
}

/** The data type of a field in a model file; the inverse of `readFieldType`. */
export function dataTypeOf(type: FieldType): DataType {
  switch (type.kind) {
    case "string":
      return DataTypes.STRING(type.length);
    case "decimal":
      return DataTypes.DECIMAL(type.precision, type.scale, type.reads);
    case "enum":
      return DataTypes.ENUM(...type.values);
    default:
      return { key: KEYS[type.kind] };
  }
}

const KEYS: Readonly<Record<Exclude<FieldType["kind"], "string" | "decimal" | "enum">, keyof DataTypeTable>> = {
  text: "TEXT",
  uuid: "UUID",
  integer: "INTEGER",
  bigint: "BIGINT",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  timestamp: "DATE",
  date: "DATEONLY",
  time: "TIME",
  json: "JSON",
  binary: "BLOB",
};

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
