import type { FilterSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import { typesOf } from "../validate/types-of.js";
import { comparisonOf } from "./compared-as.js";
import type { Condition } from "./condition.js";
import { fieldAt } from "./fields.js";
import type { Test } from "./push-filters.js";

/** Lists with filters by another operator than `=` and `in` bring it along. */
export const furtherOperators = { operand: operandOf as typeof operandOf, testsIn: testsIn as typeof testsIn };

/** The tests inside a condition. */
function testsIn(condition: Condition): Test[] {
  return condition.kind === "test" ? [condition] : [condition.of].flat().flatMap(testsIn);
}

/**
 * The value of a parameter that filters with an operator other than `=` and `in`. `undefined` if it would exclude
 * matching records. It is not known whether the server includes a bound, so both kinds of bounds use the same
 * parameter.
 */
function operandOf(filter: FilterSpec, { operator: asked, value, property }: Test, schema: SchemaData): unknown {
  const { operator } = filter;
  if (operator === "all") return filter.value;
  if (operator === "isNull" || operator === "exists") {
    const isThere = asked === "exists" ? value : value === null && /^!?=$/.test(asked) ? asked === "!=" : undefined;
    return isThere === undefined ? undefined : isThere === (operator === "exists");
  }
  const isBound = /^[<>]=$/.test(operator) && operator.startsWith(asked);
  const isServed = operator === asked || isBound || WIDER[operator]?.includes(asked);
  // Many databases ignore the case of ASCII letters only.
  const isBeyond = operator.startsWith("i") && /[^\0-~]/.test(String(value));
  if (!isServed || isBeyond || [value].flat().includes(null)) return undefined;
  // The server may compare numbers although the client compares texts. For numbers `"9.9"` equals `"9.90"` and is less
  // than `"10"`.
  const isUnclear = /^[<>!n]/.test(operator) && [value].flat().some((one) => /^[-+]?\d*\.?\d+$/.test(String(one)));
  return isUnclear && isPlainText(fieldAt(schema, property)) ? undefined : value;
}

function isPlainText(field: SchemaData = true): boolean {
  return typesOf(field).has("string") && !comparisonOf(field);
}

/** Text operators with the narrower operators that they can serve. */
const WIDER: Readonly<Partial<Record<FilterSpec["operator"], readonly string[]>>> = {
  "i=": ["="],
  contains: ["startsWith", "endsWith"],
  icontains: ["contains", "startsWith", "endsWith", "istartsWith", "iendsWith"],
  istartsWith: ["startsWith"],
  iendsWith: ["endsWith"],
};
