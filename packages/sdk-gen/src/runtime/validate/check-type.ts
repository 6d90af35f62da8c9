import type { SchemaObject } from "../schema-data.js";
import type { Check } from "./check.js";
import { fail } from "./issue.js";
import { keyOf } from "./json-equal.js";

/** `type`, `enum` and `const`. A value that fails one of them is not looked at further. */
export function typeChecks(schema: SchemaObject): Check[] {
  const checks: Check[] = [];
  const { type, enum: members } = schema;
  if (type !== undefined) {
    const types = typeof type === "string" ? [type] : type;
    checks.push(
      (value, path, issues) =>
        types.some((name) => isOfType(value, name)) ||
        fail(issues, path, "type", `must be ${types.join(" or ")}`, value, type),
    );
  }
  if ("const" in schema) checks.push(oneOf("const", [schema.const]));
  if (members) checks.push(oneOf("enum", members));
  return checks;
}

function isOfType(value: unknown, type: string): boolean {
  switch (typeof value) {
    case "number":
      return type === "number" ? Number.isFinite(value) : type === "integer" && Number.isInteger(value);
    case "bigint":
      return type === "number" || type === "integer";
    case "object":
      return type === (value === null ? "null" : Array.isArray(value) ? "array" : "object");
    default:
      return type === typeof value;
  }
}

function oneOf(keyword: "const" | "enum", members: readonly unknown[]): Check {
  const known = new Set(members);
  let keys: ReadonlySet<string> | undefined;
  return (value, path, issues) => {
    if (known.has(value)) return true;
    keys ??= new Set(members.map(keyOf));
    if (keys.has(keyOf(value))) return true;
    return fail(
      issues,
      path,
      keyword,
      `must be ${members.length === 1 ? "" : "one of "}${members.map(keyOf).join(", ")}`,
      value,
      keyword === "const" ? members[0] : members,
    );
  };
}
