/**
 * A plain decimal text (see `decimalText`) as a text that sorts as the number does, for decimals of more digits than Decimal128 holds
 * and for servers without it: sign, count of digits before the point, digits. Those of negative numbers are turned round.
 */
export function decimalKey(text: string): string {
  const negative = text.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  // Without trailing zeros, so that equal numbers are equal texts.
  const key = `${String(whole.length).padStart(3, "0")}${whole}.${fraction.replace(/0+$/, "")}`;
  return negative ? `-${turned(key)}~` : `0${key}`;
}

/** The way back. */
export function decimalOfKey(key: string): string {
  const negative = key.startsWith("-");
  const plain = negative ? turned(key.slice(1, -1)) : key.slice(1);
  const [whole = "", fraction = ""] = plain.slice(3).split(".");
  return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function turned(digits: string): string {
  return digits.replace(/\d/g, (digit) => String(9 - Number(digit)));
}
