/**
 * The operand of a value that begins with its operator, as PostgREST writes it: `5` of `gt.5`, `["a", "b,c"]` of `in.(a,"b,c")`.
 * `undefined` for a value with another beginning.
 */
export function operandOf(value: unknown, prefix: string): string | readonly string[] | undefined {
  if (typeof value !== "string" || !value.startsWith(prefix)) return undefined;
  const operand = value.slice(prefix.length);
  const [, list] = /^\((.*)\)$/s.exec(operand) ?? [];
  if (prefix !== "in." || list === undefined) return operand;
  return [...list.matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs)].map(([text, quoted]) =>
    quoted === undefined ? text : quoted.replace(/\\(.)/gs, "$1"),
  );
}
