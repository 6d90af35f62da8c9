import type { NestedParameters } from "./nested-parameters.js";

/** Puts the operator before the value: `price=gt.5`, `title=in.(a,"b c")`. Lists of PostgREST bring it along. */
export const operatorValues: NestedParameters = {
  has: (parameter) => parameter !== undefined,
  put: (_before, [prefix], value) => `${prefix}${Array.isArray(value) ? `(${value.map(inList)})` : value}`,
};

function inList(value: unknown): string {
  const text = String(value);
  return /[,.:()"\\\s]/.test(text) ? JSON.stringify(text) : text;
}
