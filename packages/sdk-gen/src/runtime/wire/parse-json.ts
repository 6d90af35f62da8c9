/** How to read integers beyond 2^53: as exact text, as BigInt, or rounded as `JSON.parse` does. */
export type Int64 = "string" | "bigint" | "number";

/** Finds 16 or more digits in a row, probably outside strings: a fast test before the slow scan. */
const LONG_INTEGER = /(?<!\d)\d{16,}(\s|[,\]}]|$)/;

/** Parses JSON. Returns other text as it is, and `undefined` for empty text. */
export function parseJson(text: string, int64: Int64): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Scans only valid JSON, because strings in other texts may not end.
    return int64 === "number" || !LONG_INTEGER.test(text) ? value : parseExactly(text, int64);
  } catch {
    return text.trim() === "" ? undefined : text;
  }
}

function parseExactly(text: string, int64: Int64): unknown {
  // Unlike any text of the server.
  const mark = int64 === "bigint" ? `${Math.random()}:` : "";
  // Matches whole strings, so that digits inside them stay.
  const quoted = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?[\d.eE+-]+/g, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token,
  );
  return JSON.parse(quoted, (_name, value) =>
    mark && typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}
