import { singularize } from "inflection";

/** The English singular of a word: `policy` of `policies`. */
export function singular(word: string): string {
  const known = singulars.get(word);
  if (known !== undefined) return known;
  const text = singularize(word);
  if (singulars.size < MAX_KEPT && word.length < MAX_LENGTH) singulars.set(word, text);
  return text;
}

// A pure function's results: a hundred rules are tried for each word, and names of groups are asked for again and again.
const singulars = new Map<string, string>();
const MAX_KEPT = 20_000;
const MAX_LENGTH = 64;
