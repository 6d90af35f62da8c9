import type { SchemaData } from "../schema-data.js";
import { isSame } from "../validate/json-equal.js";
import { type Kind, kindOf } from "./compared-as.js";
import type { Condition, Operator } from "./condition.js";
import { fieldAt } from "./fields.js";
import { like } from "./like.js";
import { valueAt } from "./value-at.js";

/** Tests records against the condition of a query. */
export type Predicate = (record: unknown) => boolean;

export function toPredicate(condition: Condition, schema: SchemaData): Predicate {
  switch (condition.kind) {
    case "and":
    case "or": {
      const parts = condition.of.map((part) => toPredicate(part, schema));
      return condition.kind === "and"
        ? (record) => parts.every((holds) => holds(record))
        : (record) => parts.some((holds) => holds(record));
    }
    case "not": {
      const holds = toPredicate(condition.of, schema);
      return (record) => !holds(record);
    }
    case "test": {
      const { property } = condition;
      const holds = toTest(condition, kindOf(fieldAt(schema, property)));
      return (record) => holds(valueAt(record, property));
    }
  }
}

type Holds = (value: unknown) => boolean;

const OPPOSITES: Partial<Record<Operator, Operator>> = { "!=": "=", nin: "in", notContains: "contains" };

/** A list matches if one element matches; for `!=`, `nin` and `notContains`, if no element matches the opposite. */
function toTest({ operator, value: wanted, ...test }: Condition & { kind: "test" }, kind: Kind): Holds {
  const opposite = OPPOSITES[operator];
  if (opposite) {
    const holds = toTest({ ...test, operator: opposite, value: wanted }, kind);
    return (value) => !holds(value);
  }
  if (/^i[a-z]{2}/.test(operator)) {
    // The operators that ignore case are named like those that do not.
    const holds = toTest({ ...test, operator: operator.slice(1) as Operator, value: fold(wanted) }, kind);
    return text((value) => holds(fold(value)));
  }
  const equals = (one: unknown, value: unknown): boolean =>
    one === null ? value === null || value === undefined : isEqual(value, one, kind);
  switch (operator) {
    case "in":
      return some((value) => (wanted as readonly unknown[]).some((one) => equals(one, value)));
    case "<":
    case "<=":
    case ">":
    case ">=":
      return some((value) => {
        const sign = compare(value, wanted, kind);
        return sign === 0 ? operator.endsWith("=") : !Number.isNaN(sign) && operator.startsWith(sign < 0 ? "<" : ">");
      });
    case "exists":
      return (value) => (value !== undefined && value !== null) === wanted;
    case "contains":
      return some((value) => (typeof value === "string" ? value.includes(String(wanted)) : isSame(value, wanted)));
    case "startsWith":
    case "endsWith":
      return text((value) => value[operator](String(wanted)));
    case "like":
      return text(like(String(wanted)));
  }
  return some((value) => equals(wanted, value));
}

const some =
  (holds: Holds): Holds =>
  (value) =>
    Array.isArray(value) ? value.some(holds) || holds(value) : holds(value);
const text = (holds: (value: string) => boolean): Holds => some((value) => typeof value === "string" && holds(value));
const fold = (value: unknown): string => String(value).toLowerCase();

function isEqual(value: unknown, wanted: unknown, kind: Kind): boolean {
  if (typeof kind === "function" && kind(value, wanted) === 0) return true;
  if (kind === "instant" && typeof value === "string" && typeof wanted === "string")
    return Date.parse(value) === Date.parse(wanted) || value === wanted;
  // Exact integers may be texts or bigints.
  if (typeof value === "bigint" || typeof wanted === "bigint") return String(value) === String(wanted);
  return isSame(value, wanted);
}

/** Less than, equal to or more than zero; NaN if the values cannot be compared, so that every comparison fails. */
export function compare(left: unknown, right: unknown, kind: Kind): number {
  const isText = typeof left === "string" && typeof right === "string";
  if (typeof kind === "function") return kind(left, right);
  if (isText && kind === "instant") {
    const difference = Date.parse(left) - Date.parse(right);
    if (!Number.isNaN(difference)) return difference;
  }
  if (isText || (isNumber(left) && isNumber(right)) || (typeof left === "boolean" && typeof right === "boolean"))
    return left < right ? -1 : Number(left > right);
  return Number.NaN;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
