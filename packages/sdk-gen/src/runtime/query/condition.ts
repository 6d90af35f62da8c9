import type { Place } from "../resource-spec.js";

export type Operator =
  | "="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "nin"
  | "contains"
  | "notContains"
  | "startsWith"
  | "endsWith"
  | "like"
  | "icontains"
  | "istartsWith"
  | "iendsWith"
  | "ilike"
  | "exists";

/** A `find` criterion in the engine's form. Each test has one operator; ranges and lists are split into tests. */
export type Condition =
  | { readonly kind: "test"; readonly property: Place; readonly operator: Operator; readonly value: unknown }
  | { readonly kind: "and"; readonly of: readonly Condition[] }
  | { readonly kind: "or"; readonly of: readonly Condition[] }
  | { readonly kind: "not"; readonly of: Condition };

/** Conditions that must all be true. */
export function conjunction(where: Condition | undefined): readonly Condition[] {
  if (!where) return [];
  return where.kind === "and" ? where.of.flatMap(conjunction) : [where];
}

/** The properties that a condition names. */
export function placesIn(condition: Condition): readonly Place[] {
  return condition.kind === "test" ? [condition.property] : [condition.of].flat().flatMap(placesIn);
}

const OPERATORS =
  "=|!= ! not|< lessThan|<= lessThanOrEqual|> greaterThan|>= greaterThanOrEqual|in|nin|contains|notContains|startsWith|endsWith|like|icontains|istartsWith|iendsWith|ilike|exists";

/** Operators by their spellings. With a list, `!` and `not` mean `nin`. */
export const SPELLINGS: ReadonlyMap<string, Operator> = new Map(
  OPERATORS.split("|").flatMap((group) => {
    const [operator, ...others] = group.split(" ") as Operator[];
    return operator ? [operator, ...others].map((spelling) => [spelling, operator]) : [];
  }),
);
