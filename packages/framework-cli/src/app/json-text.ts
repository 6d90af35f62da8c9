/** JSON of a value that may hold bigints: they are written as numbers, digit by digit. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (!(error instanceof TypeError) || !/BigInt/i.test(error.message)) throw error;
    // No text of a value begins like this: control characters are escaped in JSON.
    const marked = JSON.stringify(value, (_key, item) => (typeof item === "bigint" ? `\u0000${item}n` : item));
    return marked.replace(/"\\u0000(-?\d+)n"/g, "$1");
  }
}
