import { Buffer } from "node:buffer";
import { decimalText, roundDecimal, withoutTrailingZeros } from "../../entity/decimal-text.js";
import type { FieldType } from "../../entity/field-type.js";
import { exactNumber } from "../../entity/normalise-value.js";
import type { MongoConnection } from "./mongo-connection.js";

/** Converts between values of records and BSON. Null is never converted, since it is not stored. */
export interface MongoCodec {
  encode(value: unknown): unknown;
  decode(raw: unknown): unknown;
  /** Names of the BSON types that the field may have. The collection's validator uses them. */
  readonly bsonTypes: readonly string[];
}

/** Number of digits that Decimal128 can store. */
const DECIMAL128_DIGITS = 34;

type Parts = Pick<MongoConnection, "driver" | "features">;

export function mongoCodecOf(type: FieldType, { driver, features }: Parts): MongoCodec {
  const same = (value: unknown): unknown => value;
  switch (type.kind) {
    case "string":
    case "text":
    case "uuid":
    case "enum":
    case "date":
    case "time":
      return { encode: same, decode: same, bsonTypes: ["string"] };
    case "integer":
      return { encode: encodeInteger, decode: Number, bsonTypes: ["int", "long"] };
    case "bigint":
      return { encode: (value) => BigInt(value as number | bigint), decode: decodeBigint, bsonTypes: ["long", "int"] };
    case "double":
      return {
        encode: (value) => new driver.Double(Number(value)),
        decode: Number,
        bsonTypes: ["double", "int", "long"],
      };
    case "decimal": {
      const native = features.decimals && (type.precision ?? 0) <= DECIMAL128_DIGITS;
      return {
        encode: (value) => encodeDecimal(decimalText(value) ?? "0", native, driver),
        decode: (raw) => {
          const text = decodeDecimal(raw);
          return type.reads === "number" ? Number(text) : roundDecimal(text, type.scale);
        },
        bsonTypes: native ? ["decimal", "int", "long", "double"] : ["string"],
      };
    }
    case "boolean":
      return { encode: same, decode: (raw) => raw === true || raw === 1, bsonTypes: ["bool"] };
    case "timestamp":
      return {
        encode: (iso) => new Date(String(iso)),
        decode: (raw) => (raw instanceof Date ? raw.toISOString() : raw),
        bsonTypes: ["date"],
      };
    case "json":
      return {
        encode: (value) => mapNames(value, encodeName),
        decode: (raw) => mapNames(raw, decodeName),
        bsonTypes: [],
      };
    case "binary":
      return { encode: same, decode: decodeBinary, bsonTypes: ["binData"] };
  }
}

function encodeInteger(value: unknown): unknown {
  const number = Number(value);
  return Math.abs(number) < 2 ** 31 ? number : BigInt(value as number | bigint);
}

function decodeBigint(raw: unknown): unknown {
  return typeof raw === "number" && Number.isSafeInteger(raw) ? raw : exactNumber(BigInt(String(raw)));
}

/** Decimal128 would round a value with too many digits. Only compared values can have so many. */
function encodeDecimal(text: string, native: boolean, driver: Parts["driver"]): unknown {
  return native ? driver.Decimal128.fromStringWithRounding(text) : decimalKey(text);
}

function decodeDecimal(raw: unknown): string {
  const text = typeof raw === "string" ? decimalOfKey(raw) : String(raw);
  return decimalText(text) ?? "0";
}

function decodeBinary(raw: unknown): unknown {
  if (Buffer.isBuffer(raw)) return raw;
  const { buffer } = raw as { readonly buffer?: Uint8Array };
  return buffer === undefined ? raw : Buffer.from(buffer);
}

/**
 * JSON allows names that documents do not: `$` would begin an operator, a full stop would be a path, and with
 * `_bsontype` or `toBSON` the driver would take the object for one of its own. These characters are replaced by ones in
 * Unicode's private area.
 */
const DOLLAR = "\ue024";
const STOP = "\ue02e";
/** Marks a name or a character that is meant literally. */
const ESCAPE = "\ue000";
const RESERVED = new Set(["_bsontype", "toBSON"]);

function encodeName(name: string): string {
  if (RESERVED.has(name)) return ESCAPE + name;
  return name.replace(/[$.\ue000\ue024\ue02e]/g, (character) =>
    character === "$" ? DOLLAR : character === "." ? STOP : ESCAPE + character,
  );
}

function decodeName(name: string): string {
  return name.replace(/\ue000(.)|[\ue024\ue02e]/gsu, (character, meant?: string) =>
    meant !== undefined ? meant : character === DOLLAR ? "$" : ".",
  );
}

/** Numbers beyond 32 bits may be 64-bit integers in documents. */
function mapNames(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map((item) => mapNames(item, rename));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), mapNames(inner, rename)]));
}

/**
 * Encodes a plain decimal (see `decimalText`) as a text that sorts like the number: sign, number of digits before the
 * point, digits. The digits of negative numbers are inverted. Used for decimals with more digits than Decimal128 has,
 * and for servers without it.
 */
export function decimalKey(text: string): string {
  const negative = text.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  // Without trailing zeros, so that equal numbers have equal texts.
  const key = `${String(whole.length).padStart(3, "0")}${whole}.${withoutTrailingZeros(fraction)}`;
  return negative ? `-${turned(key)}~` : `0${key}`;
}

/** Decodes the text. */
export function decimalOfKey(key: string): string {
  const negative = key.startsWith("-");
  const plain = negative ? turned(key.slice(1, -1)) : key.slice(1);
  const [whole = "", fraction = ""] = plain.slice(3).split(".");
  return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function turned(digits: string): string {
  return digits.replace(/\d/g, (digit) => String(9 - Number(digit)));
}
