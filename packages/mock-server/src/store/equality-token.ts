/**
 * A text that two values share exactly when they are equal: same type and same content. Missing and null are equal,
 * and so are objects with the same properties in another order.
 */
export function equalityToken(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `s${value}`;
    case "number":
      return `n${value}`;
    case "boolean":
      return value ? "true" : "false";
    default:
      return value === undefined || value === null ? "null" : `j${JSON.stringify(sortProperties(value))}`;
  }
}

/** The tokens that a property answers to: its own, and for an array also those of its elements, each once. */
export function equalityTokens(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [equalityToken(value)];
  return [...new Set([equalityToken(value), ...value.map(equalityToken)])];
}

function sortProperties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortProperties);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => [name, sortProperties(part), "property"]);
}
