/** One text for a list of texts, different for different lists, whatever characters they hold. */
export function joinParts(parts: readonly string[]): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return escapePart(only);
  return parts.map(escapePart).join("\u0000");
}

/** What `joinParts` makes of a list of one text. */
export function escapePart(part: string): string {
  // Almost no text holds the separator, and then it costs nothing.
  return SPECIAL.test(part) ? part.replaceAll("\u0001", "\u0001\u0001").replaceAll("\u0000", "\u0001\u0002") : part;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the separators
const SPECIAL = /[\u0000\u0001]/;
