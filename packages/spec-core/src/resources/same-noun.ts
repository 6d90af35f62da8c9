/** Is one word the other, or its plural? Both folded: `pets` and `pet`, `policies` and `policy`, `people` and `person`. */
export function sameNoun(a: string, b: string): boolean {
  return a === b || (a.length > b.length ? isPlural(a, b) : isPlural(b, a));
}

/** Is `plural` an English plural of `singular`? */
export function isPlural(plural: string, singular: string): boolean {
  if (singular === "" || plural === singular) return false;
  if (plural === `${singular}s` || plural === `${singular}es`) return true;
  return IRREGULAR.some(([one, many]) => singular.endsWith(one) && plural === singular.slice(0, -one.length) + many);
}

/** Endings, in the singular and in the plural. */
const IRREGULAR: readonly (readonly [string, string])[] = [
  ["y", "ies"],
  ["is", "es"],
  ["ex", "ices"],
  ["ix", "ices"],
  ["f", "ves"],
  ["fe", "ves"],
  ["z", "zzes"],
  ["us", "i"],
  ["on", "a"],
  ["um", "a"],
  ["person", "people"],
  ["child", "children"],
  ["man", "men"],
  ["mouse", "mice"],
  ["foot", "feet"],
  ["tooth", "teeth"],
  ["goose", "geese"],
];
