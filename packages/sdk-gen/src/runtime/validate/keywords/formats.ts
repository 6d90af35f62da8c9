import type { Format } from "../keyword.js";

export const int32: Format = { name: "int32", said: "an integer of 32 bits", number: (value) => isInteger(value, 32) };
export const int64: Format = { name: "int64", said: "an integer of 64 bits", number: (value) => isInteger(value, 64) };

function isInteger(value: number | bigint, bits: number): boolean {
  const bound = 2 ** (bits - 1);
  return (typeof value === "bigint" || Number.isInteger(value)) && value >= -bound && value < bound;
}

export const dateTime: Format = {
  name: "date-time",
  said: "a date and time such as 2026-01-31T12:00:00Z",
  text: (text) => isDateTime(text, true),
};
export const isoDateTime: Format = { name: "iso-date-time", text: (text) => isDateTime(text, false) };
export const date: Format = { name: "date", said: "a date such as 2026-01-31", text: isDate };
export const time: Format = { name: "time", said: "a time such as 12:00:00Z", text: (text) => isTime(text, true) };
export const isoTime: Format = { name: "iso-time", text: (text) => isTime(text, false) };

/** RFC 3339, section 5.6. Accepts a space between date and time. */
function isDateTime(text: string, zoned: boolean): boolean {
  return isDate(text.slice(0, 10)) && /^[t\s]$/i.test(text.charAt(10)) && isTime(text.slice(11), zoned);
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d):(?:[0-5]\d|(60))(?:\.\d+)?(?:(z)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/i;

/** Accepts a leap second only at 23:59:60 UTC. @param zoned requires a time zone */
function isTime(text: string, zoned: boolean): boolean {
  const [match, hour, minute, leap, utc, sign, zoneHour = 0, zoneMinute = 0] = TIME.exec(text) ?? [];
  if (match === undefined || (zoned && !utc && !sign)) return false;
  const offset = Number(`${sign ?? ""}1`) * (Number(zoneHour) * 60 + Number(zoneMinute));
  return !leap || (Number(hour) * 60 + Number(minute) - offset + 1440) % 1440 === 1439;
}

/** Decimal numbers as texts. They are not checked, but compared exactly. */
export const decimal: Format = { name: "decimal", compare: compareDecimals };

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** Compares texts and numbers exactly. NaN if one of the two is no decimal. */
function compareDecimals(left: unknown, right: unknown): number {
  const [first, second] = [digitsOf(left), digitsOf(right)];
  if (!first || !second) return NaN;
  const scale = Math.max(first.fraction.length, second.fraction.length);
  const whole = ({ sign, digits, fraction }: Parts): bigint => BigInt(`${sign}${digits}${fraction.padEnd(scale, "0")}`);
  const difference = whole(first) - whole(second);
  return difference < 0n ? -1 : Number(difference > 0n);
}

interface Parts {
  readonly sign: string;
  readonly digits: string;
  readonly fraction: string;
}

function digitsOf(value: unknown): Parts | undefined {
  if (!/^(string|number|bigint)$/.test(typeof value)) return undefined;
  const [, sign = "", digits = "", fraction = ""] = DECIMAL.exec(String(value)) ?? [];
  // Longer texts are no numbers, and slow to parse.
  if (digits.length + fraction.length === 0 || digits.length + fraction.length > 1000) return undefined;
  return { sign: sign === "-" ? "-" : "", digits: digits || "0", fraction };
}

export const duration: Format = {
  name: "duration",
  said: "a duration such as P1DT12H",
  text: (text) => /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/.test(text),
};
export const email: Format = {
  name: "email",
  said: "an email address",
  text: (text) =>
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(
      text,
    ),
};
export const hostname: Format = {
  name: "hostname",
  said: "a host name",
  text: (text) =>
    /^(?=.{1,253}\.?$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(text),
};
export const uuid: Format = {
  name: "uuid",
  said: "a UUID",
  text: (text) => /^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
};
export const jsonPointer: Format = {
  name: "json-pointer",
  said: "a JSON pointer",
  text: (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
};
export const relativeJsonPointer: Format = {
  name: "relative-json-pointer",
  said: "a relative JSON pointer",
  text: (text) => /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/.test(text),
};
export const byte: Format = {
  name: "byte",
  said: "text in base64",
  text: (text) => /^([a-z\d+/]{4})*([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i.test(text),
};
export const regex: Format = {
  name: "regex",
  said: "a regular expression",
  text: (text) => !/[^\\]\\Z/.test(text) && isRegExp(text),
};

function isRegExp(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

const URI = /* @__PURE__ */ uriExpression("", "");
/** Accepts quotes, as ajv does. */
const REFERENCE = /* @__PURE__ */ uriExpression("?", '"');

export const uri: Format = { name: "uri", said: "an absolute URI", text: (text) => fits(URI, text) };
/** ajv's is a rule for public web pages: it rejects localhost and private addresses. */
export const url: Format = { name: "url", said: "an absolute URL", text: (text) => fits(URI, text) };
export const uriReference: Format = {
  name: "uri-reference",
  said: "a URI or a relative reference",
  text: (text) => fits(REFERENCE, text),
};
export const uriTemplate: Format = {
  name: "uri-template",
  said: "a URI template",
  text: (text) =>
    hasWholeEscapes(text) &&
    /^([^\0- "'<>\\^`{|}]|\{[+#./;?&=,!@|]?[\w%]+(:[1-9]\d{0,3}|\*)?(,[\w%]+(:[1-9]\d{0,3}|\*)?)*\})*$/.test(text),
};
export const jsonPointerUriFragment: Format = {
  name: "json-pointer-uri-fragment",
  text: (text) => hasWholeEscapes(text) && /^#(\/([\w.!$&'()*+,;:=@%-]|~[01])*)*$/.test(text),
};
export const ipv4: Format = { name: "ipv4", said: "an IPv4 address", text: (text) => IPV4.test(text) };
export const ipv6: Format = { name: "ipv6", said: "an IPv6 address", text: (text) => isIpv6(text) };

const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/;
/** Hosts in a URI, as ajv accepts them. */
const LOOSE_IPV4 = /^((25[0-5]|2[0-4]\d|[01]?\d\d?)(\.(?!$)|$)){4}$/;

function fits(expression: RegExp, text: string): boolean {
  const match = expression.exec(text);
  const { ip } = match?.groups ?? {};
  return match !== null && hasWholeEscapes(text) && (ip === undefined || isIpv6(ip, LOOSE_IPV4));
}

/** True if two digits follow each percent sign. */
function hasWholeEscapes(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}

/** Eight groups, or six groups and an IPv4 address. */
const LONGEST_IPV6 = 45;

/** @param tail how the last two groups may be written in the manner of IPv4 */
function isIpv6(text: string, tail: RegExp = IPV4): boolean {
  if (text.length > LONGEST_IPV6) return false;
  const halves = text.replace(/[^:]+$/, (last) => (tail.test(last) ? "0:0" : last)).split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}

/** The grammar of RFC 3986, appendix A. @param optional `?`: scheme and path may be absent. @param quote a further character of names */
function uriExpression(optional: string, quote: string): RegExp {
  const user = "\\w.~!$&'()*+,;=:%-";
  const path = `${quote}@${user}`;
  const ip = "\\[(v[\\da-f]+\\.[\\w.~!$&'()*+,;=:-]+|(?<ip>[\\da-f:.]+))\\]";
  const authority = `([${user}]*@)?(${ip}|[${quote}\\w.~!$&'()*+,;=%-]*)(:\\d*)?`;
  const rest = `(\\?[/?${path}]*)?(#[/?${path}]*)?`;
  return new RegExp(
    `^([a-z][a-z\\d+.-]*:)${optional}(/?/${authority}(/[/${path}]*)?|/?[${path}][/${path}]*)${optional}${rest}$`,
    "i",
  );
}
