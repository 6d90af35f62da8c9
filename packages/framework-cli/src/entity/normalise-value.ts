import { Buffer } from "node:buffer";
import { decimalText, roundDecimal } from "./decimal-text.js";
import type { FieldType } from "./field-type.js";

export const UUID: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.0+)?)?$/;
const INTEGER = /^[+-]?\d{1,25}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** U+0000 and half a surrogate pair as JSON writes them: databases cannot keep them. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;
const LONE_SURROGATE = /\p{Cs}/u;
const INT32 = 2 ** 31;
const INT64 = 2n ** 63n;

/** Converts a value to the form that will be read again, see `FieldType`, or explains why it cannot. Never sees null. */
export type Normaliser = (value: unknown) => unknown | Refusal;

/** Strings of digits count as numbers, `Date` as a timestamp, base64 as binary. */
export function normaliserOf(type: FieldType): Normaliser {
  switch (type.kind) {
    case "string":
      return (value) => textUpTo(value, type.length);
    case "text":
      return (value) => textUpTo(value, Number.POSITIVE_INFINITY);
    case "enum":
      return (value) =>
        type.values.includes(value as string) ? value : new Refusal(`must be one of ${type.values.join(", ")}`);
    case "uuid":
      return (value) =>
        typeof value === "string" && UUID.test(value) ? value.toLowerCase() : new Refusal("must be a UUID");
    case "integer": {
      const [least, most] = type.sign === undefined ? [-INT32, INT32 - 1] : [0, 2 * INT32 - 1];
      return (value) => integer(value, least, most);
    }
    case "bigint":
      return bigint;
    case "double":
      return double;
    case "decimal":
      return (value) => decimal(value, type);
    case "boolean":
      return (value) => (typeof value === "boolean" ? value : new Refusal("must be true or false"));
    case "timestamp":
      return (value) => timestampText(value) ?? new Refusal("must be a time such as 2026-01-31T12:30:00Z");
    case "date":
      return (value) =>
        typeof value === "string" && isDate(value) ? value : new Refusal("must be a date such as 2026-01-31");
    case "time":
      return time;
    case "json":
      return json;
    case "binary":
      return binary;
  }
}

/** Length in characters, as JSON Schema and databases count them: a surrogate pair is one. */
export function characters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}

function textUpTo(value: unknown, length: number): unknown {
  if (typeof value !== "string") return new Refusal("must be a text");
  if (value.length > length && characters(value) > length) {
    return new Refusal(`must not be longer than ${length} characters`);
  }
  // PostgreSQL cannot store NUL, and half a surrogate pair cannot be encoded as UTF-8.
  if (value.includes("\0")) return new Refusal("must not hold the character U+0000");
  return LONE_SURROGATE.test(value) ? new Refusal("must be well-formed Unicode") : value;
}

function integer(value: unknown, least: number, most: number): unknown {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  const number = isNumber || (typeof value === "string" && INTEGER.test(value)) ? Number(value) : Number.NaN;
  if (!Number.isInteger(number)) return new Refusal("must be a whole number");
  if (number < least || number > most) return new Refusal(`must lie between ${least} and ${most}`);
  return number === 0 ? 0 : number;
}

function bigint(value: unknown): unknown {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const whole =
    typeof value === "bigint" || Number.isInteger(value) || (typeof value === "string" && INTEGER.test(value))
      ? BigInt(value as bigint | number | string)
      : undefined;
  if (whole === undefined) return new Refusal("must be a whole number");
  if (whole < -INT64 || whole >= INT64) return new Refusal("must fit into 64 bits");
  return exactNumber(whole);
}

/** A number while that is exact. */
export function exactNumber(whole: bigint): number | bigint {
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

function double(value: unknown): unknown {
  const number = typeof value === "string" && decimalText(value) !== undefined ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return new Refusal("must be a number");
  return number === 0 ? 0 : number;
}

function decimal(value: unknown, type: Extract<FieldType, { readonly kind: "decimal" }>): unknown {
  const text = decimalText(value);
  if (text === undefined) return new Refusal("must be a decimal number");
  const rounded = roundDecimal(text, type.scale);
  const whole = rounded.replace("-", "").split(".")[0] ?? "";
  const most = (type.precision ?? Infinity) - (type.scale ?? 0);
  if (whole !== "0" && whole.length > most)
    return new Refusal(`must not have more than ${most} digits before the point`);
  return type.reads === "number" ? Number(rounded) : rounded;
}

function time(value: unknown): unknown {
  if (typeof value !== "string" || !TIME.test(value)) return new Refusal("must be a time of day such as 12:30:00");
  return value.length === 5 ? `${value}:00` : value.slice(0, 8);
}

function json(value: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  if (text === undefined) return new Refusal("must be a JSON value");
  const [found] = UNSTORABLE.exec(text) ?? [];
  if (found?.endsWith("0000")) return new Refusal("must not hold the character U+0000");
  return found === undefined ? JSON.parse(text) : new Refusal("must be well-formed Unicode");
}

function binary(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === "string" && BASE64.test(value)) return Buffer.from(value, "base64");
  return new Refusal("must be a Buffer or base64 text");
}

/** RFC 3339, section 5.6. The time and the offset are optional; the defaults are midnight and UTC. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Formats a time as `2026-01-31T12:30:00.000Z`, and cuts digits beyond milliseconds. `undefined` if it is not a time.
 */
export function timestampText(value: unknown): string | undefined {
  if (value instanceof Date) return isoText(value);
  if (typeof value !== "string") return undefined;
  const [match, date = "", time = "00:00", seconds = ":00", offset = "Z"] = DATE_TIME.exec(value) ?? [];
  if (match === undefined || !isDate(date)) return undefined;
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  return isoText(new Date(`${date}T${time}${seconds}${zone}`));
}

/** `undefined` also for years that RFC 3339 cannot write, `9999-12-31T23:59:59-12:00` is in the year 10000, and the year 0, which PostgreSQL has not. */
function isoText(moment: Date): string | undefined {
  const text = Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
  return /^(?!0000)\d{4}-/.test(text) ? text : undefined;
}

/** True for a day that exists: `2026-01-31`. */
function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** The reason why a value cannot be stored: the end of a sentence that begins with the field's name. */
export class Refusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
