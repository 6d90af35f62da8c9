/** A source of numbers from 0 up to 1, the same ones for the same seed. */
export type Random = () => number;

/** mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The value with one thing changed, somewhere in it. `stranger` is a value of another schema. */
export function mutant(value: unknown, stranger: unknown, random: Random): unknown {
  const inner = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (inner.length > 0 && random() < 0.8) {
    const name = pick(inner, random);
    const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
    const members = copy as Record<string, unknown>;
    members[name] = mutant(members[name], stranger, random);
    return copy;
  }
  return changed(value, stranger, random);
}

function changed(value: unknown, stranger: unknown, random: Random): unknown {
  if (random() < 0.25) return pick([null, 5, "text", true, [], {}, "12", -1.5, stranger, [value]], random);
  if (Array.isArray(value)) {
    return pick([[...value, ...value], value.slice(1), [...value, stranger], [], [...value, null]], random);
  }
  switch (typeof value) {
    case "number":
      return pick(
        [value + 1, value - 1, -value, value + 0.1, value * 10 ** 9, value / 3, 1e300, -(2 ** 31) - 1, 2 ** 31, -0, 0],
        random,
      );
    case "string":
      return changedText(value, random);
    case "boolean":
      return pick([!value, String(value), Number(value)], random);
    default:
      return typeof value === "object" && value !== null ? changedObject(value, stranger, random) : stranger;
  }
}

function changedText(text: string, random: Random): string {
  const at = Math.floor(random() * (text.length + 1));
  const inserted = pick([..."aZ09-_./:@%#? \n[]{}é🐈"], random);
  return pick(
    [
      "",
      text.slice(0, at) + text.slice(at + 1),
      text.slice(0, at) + inserted + text.slice(at),
      text.slice(0, at) + inserted + text.slice(at + 1),
      text + text,
      text.repeat(30),
      "🐈".repeat(text.length),
      text.toUpperCase(),
    ],
    random,
  );
}

function changedObject(value: object, stranger: unknown, random: Random): object {
  const names = Object.keys(value);
  const dropped = pick([...names, ""], random);
  const { [dropped as never]: _, ...without } = value;
  return pick(
    [
      without,
      without,
      { ...value, [`extra${Math.floor(random() * 9)}`]: 1 },
      { ...value, [pick(["constructor", "__proto__x", "a/b~c", "toString"], random)]: stranger },
      { ...value, ...(typeof stranger === "object" ? stranger : {}) },
      {},
    ],
    random,
  );
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}
