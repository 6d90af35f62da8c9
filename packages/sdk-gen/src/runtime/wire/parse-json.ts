/** How to read integers beyond 2^53: as exact text, as BigInt, or rounded as `JSON.parse` does. */
export type Int64 = "string" | "bigint" | "number";

/** Finds 16 or more digits in a row, probably outside strings: a fast test before the slow scan. */
const LONG_INTEGER = /(?<!\d)\d{16,}(\s|[,\]}]|$)/;

/** Parses JSON. Returns other text as it is, and `undefined` for empty text. */
export function parseJson(text: string, int64: Int64): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Scans only valid JSON, because strings in other texts may not end.
    return int64 === "number" || !LONG_INTEGER.test(text)
      ? value
      : JSON.parse(quoteLongIntegers(text), (_name, value) => revive(value, int64));
  } catch {
    return text.trim() === "" ? undefined : text;
  }
}

const MARK = "\u0000int64:";

/** Matches whole strings, so that digits inside them stay. */
function quoteLongIntegers(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"\\u0000int64:${token}"` : token,
  );
}

function revive(value: unknown, int64: Int64): unknown {
  if (typeof value !== "string" || !value.startsWith(MARK)) return value;
  const digits = value.slice(MARK.length);
  return int64 === "bigint" ? BigInt(digits) : digits;
}
