import type { FieldType } from "../entity/field-type.js";

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
