/** The words of a name in lower case: `createdAt`, `created_at` and `Created-At` are `created`, `at`; `URLName` is `url`, `name`. */
export function nameWords(name: string): readonly string[] {
  const known = split.get(name);
  if (known) return known;
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  if (split.size < MAX_KEPT && name.length < MAX_LENGTH) split.set(name, words);
  return words;
}

// A pure function's results: descriptions use the same few thousand names again and again.
const split = new Map<string, readonly string[]>();
const MAX_KEPT = 20_000;
const MAX_LENGTH = 64;
