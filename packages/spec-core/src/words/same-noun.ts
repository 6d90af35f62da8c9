/** True if the words are equal, or one is the plural of the other. Both are folded: `pets` and `pet`, `policies` and `policy`, `people` and `person`. */
export function sameNoun(a: string, b: string): boolean {
  return a === b || (a.length > b.length ? isPlural(a, b) : isPlural(b, a));
}

/** A folded noun and its possible singulars. */
export function nounForms(noun: string): readonly string[] {
  const singular = [noun.replace(/ies$/, "y"), noun.replace(/es$/, ""), noun.replace(/s$/, "")];
  return [...new Set([...singular.filter((form) => sameNoun(form, noun)), noun])].filter((form) => form !== "");
}

/** True if `plural` is an English plural of `singular`. */
export function isPlural(plural: string, singular: string): boolean {
  // Even irregular ones keep their first letter.
  if (singular === "" || plural === singular || plural[0] !== singular[0]) return false;
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
