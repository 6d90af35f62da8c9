import { decimalText, roundDecimal } from "../entity/decimal-text.js";
import type { Field } from "../entity/entity.js";
import type { FieldType } from "../entity/field-type.js";
import type { Where } from "./repository.js";

/** The records in which an amount can be added to a field: null, and what gives a sum that its type and its rules take. */
export function roomFor({ name, type, rules: { minimum, maximum } }: Field, amount: unknown): Where {
  if (type.kind === "double") {
    const [least, most] = [-Number.MAX_VALUE, Number.MAX_VALUE];
    const clamp = (value: number): number => Math.max(least, Math.min(most, value));
    const [gte, lte] = [minimum ?? least, maximum ?? most].map((bound) => clamp(bound - Number(amount)));
    return { or: [{ [name]: null }, { [name]: { gte, lte } }] } as Where;
  }
  const scale = type.kind === "decimal" ? (type.scale ?? 30) : 0;
  const units = (value: unknown): bigint => BigInt(roundDecimal(decimalText(value) ?? "0", scale).replace(".", ""));
  const [least, most] = boundsOf(type);
  const room = (bound: bigint): string => {
    const [, count] = [least, bound - units(amount), most].sort((a, b) => (a < b ? -1 : 1));
    return decimalText(`${count}e-${scale}`) ?? "0";
  };
  const gte = room(minimum === undefined ? least : units(minimum));
  const lte = room(maximum === undefined ? most : units(maximum));
  return { or: [{ [name]: null }, { [name]: { gte, lte } }] };
}

/** In units of the last digit. */
function boundsOf(type: FieldType): readonly [least: bigint, most: bigint] {
  if (type.kind === "integer") return type.sign === undefined ? [-(2n ** 31n), 2n ** 31n - 1n] : [0n, 2n ** 32n - 1n];
  if (type.kind !== "decimal") return [-(2n ** 63n), 2n ** 63n - 1n];
  const most = 10n ** BigInt(type.precision ?? 60) - 1n;
  return [-most, most];
}
