/** Splits a text into words. A long list of names is easier to read without quotes and commas. */
export function wordList(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** A map from words to values. Each row has a value and its words. */
export function wordTable<T>(rows: readonly (readonly [value: T, words: string])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([value, words]) => wordList(words).map((word) => [word, value] as const)));
}
