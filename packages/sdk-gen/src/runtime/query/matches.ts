import type { SchemaData } from "../schema-data.js";
import { isSame } from "../validate/json-equal.js";
import { valueAt } from "../value-at.js";
import { type Compare, compareInstants, comparePlain, comparisonOf } from "./compared-as.js";
import type { Condition, Operator } from "./condition.js";
import { fieldAt } from "./fields.js";

/** Tests records against the condition of a query. */
export type Predicate = (record: unknown) => boolean;

export function toPredicate(condition: Condition, schema: SchemaData): Predicate {
  switch (condition.kind) {
    case "test": {
      const { property, value } = condition;
      const field = fieldAt(schema, property);
      // A field without a schema may be a time. It is one if it is compared with a `Date`, which is a text here.
      const isTime = field === true && /-\d\dT[\d:]{8}\.\d{3}Z/.test(String(value));
      const holds = toTest(condition, isTime ? compareInstants : comparisonOf(field));
      return (record) => holds(valueAt(record, property));
    }
    case "not": {
      const holds = toPredicate(condition.of, schema);
      return (record) => !holds(record);
    }
  }
  const parts = condition.of.map((part) => toPredicate(part, schema));
  const combine = condition.kind === "and" ? "every" : "some";
  return (record) => parts[combine]((holds) => holds(record));
}

type Holds = (value: unknown) => boolean;

const OPPOSITES: Partial<Record<Operator, Operator>> = { "!=": "=", nin: "in", notContains: "contains" };

/** A list matches if one element matches; for `!=`, `nin` and `notContains`, if no element matches the opposite. */
function toTest({ operator, value: wanted, ...test }: Condition & { kind: "test" }, compare?: Compare): Holds {
  const opposite = OPPOSITES[operator];
  if (opposite) {
    const holds = toTest({ ...test, operator: opposite, value: wanted }, compare);
    return (value) => !holds(value);
  }
  if (/^i[a-z]{2}/.test(operator)) {
    // The operators that ignore case are named like those that do not.
    const holds = toTest({ ...test, operator: operator.slice(1) as Operator, value: fold(wanted) }, compare);
    return text((value) => holds(fold(value)));
  }
  const equals = (one: unknown, value: unknown): boolean =>
    one === null ? value === null || value === undefined : isEqual(value, one, compare);
  switch (operator) {
    case "in":
      return some((value) => (wanted as readonly unknown[]).some((one) => equals(one, value)));
    case "<":
    case "<=":
    case ">":
    case ">=":
      return some((value) => {
        const sign = (compare ?? comparePlain)(value, wanted);
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

function isEqual(value: unknown, wanted: unknown, compare: Compare | undefined): boolean {
  if (compare?.(value, wanted) === 0) return true;
  // Exact integers may be texts or bigints.
  if (typeof value === "bigint" || typeof wanted === "bigint") return String(value) === String(wanted);
  return isSame(value, wanted);
}

/**
 * Creates a test for an SQL pattern: `%` is any text, `_` any character, `\` escapes the next one. The number of steps
 * is at most the length of the text times that of the pattern, so no pattern takes exponential time.
 */
function like(pattern: string): (text: string) => boolean {
  const marks = [...pattern.matchAll(/\\(.)|./gsu)];
  return (text) => {
    const characters = [...text];
    // True at each length of a beginning of the text that the marks so far match.
    let ends = [true, ...characters.map(() => false)];
    for (const [mark, escaped = mark] of marks) {
      const first = ends.indexOf(true);
      ends = ends.map((_, at) =>
        mark === "%"
          ? first >= 0 && at >= first
          : ends[at - 1] === true && (mark === "_" || escaped === characters[at - 1]),
      );
    }
    return ends.at(-1) === true;
  };
}
