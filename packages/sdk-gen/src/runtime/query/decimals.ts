const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** Exact, of decimals as texts and of numbers. NaN when one of the two is none. */
export function compareDecimals(left: unknown, right: unknown): number {
  const [first, second] = [partsOf(left), partsOf(right)];
  if (!first || !second) return Number.NaN;
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

function partsOf(value: unknown): Parts | undefined {
  if (!/^(string|number|bigint)$/.test(typeof value)) return undefined;
  const [, sign = "", digits = "", fraction = ""] = DECIMAL.exec(String(value)) ?? [];
  // Beyond that no number is meant, and reading it takes long.
  if (digits.length + fraction.length === 0 || digits.length + fraction.length > 1000) return undefined;
  return { sign: sign === "-" ? "-" : "", digits: digits || "0", fraction };
}
