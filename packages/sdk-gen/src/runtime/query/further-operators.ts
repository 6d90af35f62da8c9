import type { FilterSpec } from "../resource-spec.js";
import type { Operator } from "./condition.js";

/** The value of a parameter that filters by another operator than `=` and `in`; `undefined` if that would exclude matching records. */
export type FurtherOperators = (operator: FilterSpec["operator"], asked: Operator, value: unknown) => unknown;

/** Lists with such parameters bring it along. Bounds may be inclusive or not, so each serves both. */
export const furtherOperators: FurtherOperators = (operator, asked, value) => {
  if (operator === "isNull" || operator === "exists") {
    const isThere = asked === "exists" ? value : value === null && /^!?=$/.test(asked) ? asked === "!=" : undefined;
    return isThere === undefined ? undefined : isThere === (operator === "exists");
  }
  const isBound = /^[<>]=$/.test(operator) && operator.startsWith(asked);
  const isServed = operator === asked || isBound || WIDER[operator]?.includes(asked);
  return isServed && value !== null ? value : undefined;
};

/** Text operators with the narrower operators that they can serve. */
const WIDER: Readonly<Partial<Record<FilterSpec["operator"], readonly string[]>>> = {
  "i=": ["="],
  contains: ["startsWith", "endsWith"],
  icontains: ["contains", "startsWith", "endsWith", "istartsWith", "iendsWith"],
  istartsWith: ["startsWith"],
  iendsWith: ["endsWith"],
};
