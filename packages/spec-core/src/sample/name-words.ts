/** The words of a property name in lower case: `billingAddress_line1` is `billing`, `address`, `line1`. */
export function nameWords(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");
}

/** `tags` as `tag`; what is no plural stays. Good enough to look names up, no grammar. */
function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(sses|shes|ches|xes)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/**
 * The entry of `table` that a name leads to: that of the whole name (`countryCode`), else that of its longest ending
 * (`shippingCountryCode`), in the singular as well.
 */
export function lookUpName<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  const parts = nameWords(name);
  for (let from = 0; from < parts.length; from++) {
    const ending = parts.slice(from).join("");
    for (const key of [ending, singularOf(ending)]) {
      if (Object.hasOwn(table, key)) return table[key];
    }
  }
  return undefined;
}
