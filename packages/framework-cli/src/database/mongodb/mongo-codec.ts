import { Buffer } from "node:buffer";
import { decimalText, roundDecimal } from "../../entity/decimal-text.js";
import type { FieldType } from "../../entity/field-type.js";
import { exactNumber } from "../../entity/normalise-value.js";
import { decimalKey, decimalOfKey } from "./decimal-key.js";
import { decodeJsonNames, encodeJsonNames } from "./json-names.js";
import type { MongoConnection } from "./mongo-connection.js";

/** Between a record's values and BSON's. Neither sees null, which is not stored at all. */
export interface MongoCodec {
  encode(value: unknown): unknown;
  decode(raw: unknown): unknown;
  /** Names of the BSON types that the field may have, for the collection's validator. */
  readonly bsonTypes: readonly string[];
}

/** Digits that Decimal128 holds. */
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
      const native = features.decimals && type.precision <= DECIMAL128_DIGITS;
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
      return { encode: encodeJsonNames, decode: (raw) => decodeJsonNames(decodeJson(raw)), bsonTypes: [] };
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

/** Decimal128 would round beyond its digits; only a value to compare with has so many. */
function encodeDecimal(text: string, native: boolean, driver: Parts["driver"]): unknown {
  return native ? driver.Decimal128.fromStringWithRounding(text) : decimalKey(text);
}

function decodeDecimal(raw: unknown): string {
  const text = typeof raw === "string" ? decimalOfKey(raw) : String(raw);
  return decimalText(text) ?? "0";
}

/** Numbers beyond 32 bits may be 64-bit integers there. */
function decodeJson(raw: unknown): unknown {
  if (typeof raw === "bigint") return Number(raw);
  if (Array.isArray(raw)) return raw.map(decodeJson);
  if (raw === null || typeof raw !== "object" || Object.getPrototypeOf(raw) !== Object.prototype) return raw;
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, decodeJson(value)]));
}

function decodeBinary(raw: unknown): unknown {
  if (Buffer.isBuffer(raw)) return raw;
  const { buffer } = raw as { readonly buffer?: Uint8Array };
  return buffer === undefined ? raw : Buffer.from(buffer);
}
