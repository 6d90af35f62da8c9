/**
 * The operand of a value that begins with an operator, as in PostgREST: `5` for `gt.5`, `["a", "b,c"]` for
 * `in.(a,"b,c")`. `undefined` if the value begins differently.
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
