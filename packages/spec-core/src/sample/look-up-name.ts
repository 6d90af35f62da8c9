import { nameWords } from "../words/name-words.js";

/**
 * The entry of `table` for a name: for the whole name (`countryCode`), or else for its longest known ending
 * (`shippingCountryCode`). Plurals are found by their singular.
 */
export function lookUpName<T>(table: ReadonlyMap<string, T>, name: string): T | undefined {
  const parts = nameWords(name);
  for (let from = 0; from < parts.length; from++) {
    const ending = parts.slice(from).join("");
    const found = table.get(ending) ?? table.get(singularOf(ending));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The singular of a word: `tag` for `tags`. This is good enough to look names up, but not correct grammar. */
function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(sses|shes|ches|xes)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
