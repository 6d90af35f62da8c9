/** The words of a text: a long list of names is easier to read without quotes and commas. */
export function wordList(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** A table from rows of a value and the words that lead to it. */
export function wordTable<T>(rows: readonly (readonly [value: T, words: string])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([value, words]) => wordList(words).map((word) => [word, value] as const)));
}
