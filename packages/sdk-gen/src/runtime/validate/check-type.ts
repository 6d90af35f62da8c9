import type { SchemaObject } from "../schema-data.js";
import { fail, type Issue } from "./issue.js";
import { keyOf } from "./json-equal.js";
import type { Check } from "./keyword.js";
import { isObject } from "./rule.js";

/** `type`, `enum` and `const`. Values that fail one of them are not checked further. */
export function typeChecks(schema: SchemaObject): Check[] {
  const checks: Check[] = [];
  const { type, enum: members } = schema;
  if (type !== undefined) {
    const types = typeof type === "string" ? [type] : type;
    const [isFirst, ...others] = types.flatMap((name) => IS[name] ?? []);
    checks.push(
      (value, path, issues) =>
        isFirst?.(value) || others.some((isOther) => isOther(value)) || failType(issues, path, types, value, type),
    );
  }
  if ("const" in schema) checks.push(oneOf("const", [schema.const]));
  if (members) checks.push(oneOf("enum", members));
  return checks;
}

/** Reports a value of another type: `must be an integer or null`. */
export function failType(
  issues: Issue[] | undefined,
  path: string,
  types: readonly unknown[],
  value: unknown,
  expected: unknown = types,
): false {
  const named = types.map((type) => (type === "null" ? type : /^[aeiou]/.test(`${type}`) ? `an ${type}` : `a ${type}`));
  const text = named.join(", ").replace(/, ([^,]*)$/, " or $1");
  return fail(issues, path, "type", `must be ${text}`, value, expected);
}

/** Integers of 64 bits may be bigints. */
const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => Number.isFinite(value) || typeof value === "bigint",
  integer: (value) => Number.isInteger(value) || typeof value === "bigint",
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  array: Array.isArray,
  null: (value) => value === null,
};

/** How many values a message lists. */
const MOST_LISTED = 12;

function oneOf(keyword: "const" | "enum", members: readonly unknown[]): Check {
  const known = new Set(members);
  const listed = members.slice(0, MOST_LISTED).map(keyOf).join(", ");
  const more = members.length > MOST_LISTED ? `, ... (${members.length} values)` : "";
  let keys: ReadonlySet<string> | undefined;
  return (value, path, issues) => {
    if (known.has(value)) return true;
    keys ??= new Set(members.map(keyOf));
    if (keys.has(keyOf(value))) return true;
    return fail(
      issues,
      path,
      keyword,
      `must be ${members.length === 1 ? "" : "one of "}${listed}${more}`,
      value,
      keyword === "const" ? members[0] : members,
    );
  };
}
