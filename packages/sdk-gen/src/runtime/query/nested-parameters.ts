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
