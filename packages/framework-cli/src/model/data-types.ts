import type { FieldType } from "../entity/field-type.js";
import { FrameworkError } from "../errors/framework-error.js";

/**
 * Sequelize's `DataTypes` as plain data, so that an application's models load without Sequelize. Sequelize's own
 * objects are read in the same way, since both have `key` and their options.
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

const SIZED = ["STRING", "TEXT", "CHAR", "BLOB"] as const;
const INTEGERS = ["INTEGER", "BIGINT", "SMALLINT", "TINYINT", "MEDIUMINT"] as const;
const NUMBERS = ["FLOAT", "DOUBLE", "REAL"] as const;
const TIMES = ["DATE", "DATEONLY", "TIME", "NOW"] as const;
/** `VIRTUAL` is not a column. Its value comes from `get` and `set`. */
const OTHERS = ["UUID", "UUIDV1", "UUIDV4", "BOOLEAN", "JSON", "JSONB", "VIRTUAL"] as const;

type Plain = (typeof NUMBERS | typeof TIMES | typeof OTHERS)[number];

export type DataTypeTable = Readonly<Record<(typeof SIZED)[number], SizedType>> &
  Readonly<Record<(typeof INTEGERS)[number], IntegerType>> &
  Readonly<Record<Plain, DataType>> & {
    readonly DECIMAL: DecimalType;
    readonly ENUM: (...values: readonly string[]) => DataType;
  };

/** The types an attribute may have: `DataTypes.STRING(120)`. */
export const DataTypes: DataTypeTable = {
  ...each(SIZED, sized),
  ...each(INTEGERS, (key) => integer(key)),
  ...each([...NUMBERS, ...TIMES, ...OTHERS], (key): DataType => ({ key })),
  DECIMAL: withCall("DECIMAL", (precision = 10, scale = 0, reads: "string" | "number" = "string") => {
    return { precision, scale, reads };
  }),
  ENUM: (...values: readonly string[]): DataType => ({ key: "ENUM", options: { values } }),
};

function each<K extends string, T>(keys: readonly K[], typeOf: (key: K) => T): Record<K, T> {
  return Object.fromEntries(keys.map((key) => [key, typeOf(key)])) as Record<K, T>;
}

/** `UNSIGNED` and `ZEROFILL` are not enumerable, because each of them returns a type that has both again. */
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
      return { key: NAMES[type.kind][0] };
  }
}

type PlainKind = Exclude<FieldType["kind"], "string" | "decimal" | "enum">;

/** Sequelize's names of the types without sizes, the usual one first. */
const NAMES: Readonly<Record<PlainKind, readonly [keyof DataTypeTable, ...(readonly string[])]>> = {
  text: ["TEXT"],
  uuid: ["UUID"],
  integer: ["INTEGER", "SMALLINT", "TINYINT", "MEDIUMINT"],
  bigint: ["BIGINT"],
  double: ["DOUBLE", "DOUBLE PRECISION", "FLOAT", "REAL", "NUMBER"],
  boolean: ["BOOLEAN"],
  timestamp: ["DATE"],
  date: ["DATEONLY"],
  time: ["TIME"],
  json: ["JSON", "JSONB"],
  binary: ["BLOB"],
};

/**
 * Reads one of our data types or Sequelize's (a class, or an instance with `options` and underscored fields).
 * @param isSequelize true in a Sequelize model. A DECIMAL without digits then has the database's default (otherwise 10
 * digits, none after the point), and an ARRAY is PostgreSQL's.
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
  const kind = (Object.keys(NAMES) as PlainKind[]).find((each) => NAMES[each].includes(type?.key));
  if (kind === "integer" || kind === "bigint") return { kind, ...sign() };
  if (kind !== undefined) return { kind };
  throw new FrameworkError(
    "MODEL_INVALID",
    `${place}: ${String(type?.key ?? type)} is not a type that every database can hold.`,
    {
      hint: "Use STRING, TEXT, UUID, INTEGER, BIGINT, DOUBLE, DECIMAL, BOOLEAN, DATE, DATEONLY, TIME, JSON, BLOB or ENUM with its values.",
    },
  );
}
