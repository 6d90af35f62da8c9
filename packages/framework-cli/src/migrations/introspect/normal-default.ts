const NUMBER = /^(?:tinyint|smallint|int|integer|bigint|double|decimal|numeric|float|real)\b/;
const FLOAT = /^(?:double|float|real)\b/;

/**
 * One spelling of a default, whether it is from a snapshot or from a catalogue. Numbers are spelled in many ways: `1.50`, `1.5`, `1e0`.
 *
 * @param type of the column, normal
 */
export function normalDefault(text: string, type: string): string {
  if (!NUMBER.test(type)) return text;
  const plain = text.replace(/^\((.*)\)$/s, "$1");
  const exact = FLOAT.test(type) ? undefined : exactNumber(plain);
  if (exact !== undefined) return exact;
  return plain.trim() === "" || Number.isNaN(Number(plain)) ? plain : String(Number(plain) + 0);
}

/** Without zeros that say nothing; `undefined` for what is written with an exponent, or is no number. */
function exactNumber(text: string): string | undefined {
  const [, sign, whole = "", fraction = ""] = /^([-+]?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const digits = fraction === "" ? whole : `${whole}.${fraction}`;
  return sign === "-" && /[1-9]/.test(digits) ? `-${digits}` : digits;
}
