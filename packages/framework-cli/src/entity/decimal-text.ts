const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * Formats a number as a plain decimal without exponent, leading zeros or negative zero: `-12.5`. `undefined` if it is
 * not a number.
 */
export function decimalText(value: unknown): string | undefined {
  const text =
    typeof value === "string"
      ? value.trim()
      : typeof value === "number" || typeof value === "bigint"
        ? String(value)
        : "";
  const [match, sign, whole = "", fraction = "", exponent = "0"] = DECIMAL.exec(text) ?? [];
  if (match === undefined || whole.length + fraction.length === 0) return undefined;
  const shift = Number(exponent);
  // Bounds the length of the text.
  if (Math.abs(shift) > 400) return undefined;
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point < 0 ? "0".repeat(-point) + digits : digits.padEnd(point, "0");
  const split = Math.max(point, 0);
  return join(sign === "-", padded.slice(0, split), withoutTrailingZeros(padded.slice(split)));
}

/** Rounded half away from zero, as PostgreSQL and MySQL do, with exactly `scale` digits after the point. */
export function roundDecimal(text: string, scale: number | undefined): string {
  const negative = text.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  if (scale === undefined) return join(negative, whole, withoutTrailingZeros(fraction));
  if (fraction.length <= scale) return join(negative, whole, fraction.padEnd(scale, "0"));
  const up = fraction.charCodeAt(scale) >= 53;
  const kept = (BigInt(whole + fraction.slice(0, scale)) + (up ? 1n : 0n)).toString().padStart(scale + 1, "0");
  return join(negative, kept.slice(0, kept.length - scale), kept.slice(kept.length - scale));
}

/** A loop, because a regular expression takes quadratic time for zeros before another digit. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === "0") end -= 1;
  return digits.slice(0, end);
}

function join(negative: boolean, whole: string, fraction: string): string {
  const plain = whole.replace(/^0+(?=\d)/, "") || "0";
  const text = fraction === "" ? plain : `${plain}.${fraction}`;
  return negative && /[1-9]/.test(text) ? `-${text}` : text;
}
