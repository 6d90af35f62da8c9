import type { Place } from "../resource-spec.js";

/** Sets members of object parameters, such as `price[gte]`. */
export interface NestedParameters {
  readonly has: (parameter: unknown, at: Place) => boolean;
  /** The parameter with one more member. */
  readonly put: (parameter: unknown, at: Place, value: unknown) => unknown;
}

/** Lists with object parameters bring it along. */
export const nestedParameters: NestedParameters = {
  has: (parameter, at) =>
    at.reduce((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], parameter) !==
    undefined,
  put: putMember,
};

function putMember(before: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const members = before as Readonly<Record<string, unknown>> | undefined;
  return { ...members, [name]: putMember(members?.[name], rest, value) };
}

/** Puts the operator before the value: `price=gt.5`, `title=in.(a,"b c")`. Lists of PostgREST bring it along. */
export const operatorValues: NestedParameters = {
  has: (parameter) => parameter !== undefined,
  put: (_before, [prefix], value) => `${prefix}${Array.isArray(value) ? `(${value.map(inList)})` : value}`,
};

function inList(value: unknown): string {
  const text = String(value);
  return /[,.:()"\\\s]/.test(text) ? JSON.stringify(text) : text;
}
