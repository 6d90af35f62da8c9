import type { Format } from "../keyword.js";

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
