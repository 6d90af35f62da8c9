import type { Property } from "./model.js";

/** A condition in the form of the control plane. */
export interface Condition {
  /** A JSON pointer, or a name. */
  readonly property: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

export type Operator = "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "contains" | "startsWith" | "exists";

const NAMES: Readonly<Record<Operator, string>> = {
  eq: "is",
  ne: "is not",
  contains: "contains",
  startsWith: "starts with",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  exists: "is set",
};

/** The operators that make sense for a property, with their names. */
export function operatorsOf({ types, values, items }: Property): readonly (readonly [Operator, string])[] {
  const own = types.filter((type) => type !== "null");
  const isText = own.length === 0 || own.includes("string");
  const isOrdered = isText || own.includes("number") || own.includes("integer");
  const wanted: readonly Operator[] = [
    "eq",
    "ne",
    ...(isText && !values ? (["contains", "startsWith"] as const) : items ? (["contains"] as const) : []),
    ...(isOrdered && !values ? (["gt", "gte", "lt", "lte"] as const) : []),
    "exists",
  ];
  return wanted.map((operator) => [operator, NAMES[operator]]);
}

/** Converts the entered text to the property's type. */
export function conditionValue(property: Property | undefined, operator: Operator, text: string): unknown {
  if (operator === "exists") return text !== "false";
  const types = (property?.items ?? property)?.types.filter((type) => type !== "null") ?? [];
  if (text === "") return null;
  if (types.some((type) => type === "number" || type === "integer") && Number.isFinite(Number(text)))
    return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Reads conditions from the address. Skips unreadable ones. */
export function readConditions(text: string): readonly Condition[] {
  if (text === "") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as readonly Condition[]) : [];
  } catch {
    return [];
  }
}
