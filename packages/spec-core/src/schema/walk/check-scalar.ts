import { isLongerThan, isShorterThan } from "../character-count.js";
import type { CheckedSchemaObject } from "../checked-schema.js";
import { knownFormats } from "../formats.js";
import { isOfType } from "../is-of-type.js";
import type { Matcher } from "../matcher.js";
import { isMultipleOf } from "../multiple-of.js";
import { isEqualJson } from "../unique-items.js";
import type { Findings, Params } from "./findings.js";

/** `type`, `const` and `enum`. A value that breaks one of them is not looked at any closer: `false`. */
export function checkKind(found: Findings, schema: CheckedSchemaObject, value: unknown, path: string): boolean {
  const { type } = schema;
  if (type !== undefined) {
    const fits = typeof type === "string" ? isOfType(value, type) : type.some((name) => isOfType(value, name));
    if (!fits) {
      found.add("type", path, { type });
      return false;
    }
  }
  if ("const" in schema && !isEqualJson(schema.const, value)) {
    found.add("const", path, { allowedValue: schema.const });
    return false;
  }
  if (schema.enum && !schema.enum.some((allowed) => isEqualJson(allowed, value))) {
    found.add("enum", path, { allowedValues: schema.enum });
    return false;
  }
  return true;
}

export function checkNumber(found: Findings, schema: CheckedSchemaObject, value: number, path: string): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && !(value >= minimum)) found.add("minimum", path, bound(">=", minimum));
  if (maximum !== undefined && !(value <= maximum)) found.add("maximum", path, bound("<=", maximum));
  if (exclusiveMinimum !== undefined && !(value > exclusiveMinimum)) {
    found.add("exclusiveMinimum", path, bound(">", exclusiveMinimum));
  }
  if (exclusiveMaximum !== undefined && !(value < exclusiveMaximum)) {
    found.add("exclusiveMaximum", path, bound("<", exclusiveMaximum));
  }
  if (multipleOf !== undefined && !isMultipleOf(value, multipleOf)) found.add("multipleOf", path, { multipleOf });
  checkFormat(found, schema, "number", value, path);
}

export function checkString(
  found: Findings,
  schema: CheckedSchemaObject,
  value: string,
  path: string,
  matcher: (pattern: string) => Matcher,
): void {
  const { minLength, maxLength, pattern } = schema;
  if (minLength !== undefined && isShorterThan(value, minLength)) found.add("minLength", path, { limit: minLength });
  if (maxLength !== undefined && isLongerThan(value, maxLength)) found.add("maxLength", path, { limit: maxLength });
  if (pattern !== undefined && !matcher(pattern).test(value)) found.add("pattern", path, { pattern });
  checkFormat(found, schema, "string", value, path);
}

function checkFormat(
  found: Findings,
  { format }: CheckedSchemaObject,
  type: "string" | "number",
  value: string | number,
  path: string,
): void {
  if (format === undefined) return;
  const check = knownFormats().get(format);
  if (check?.type === type && !check.test(value)) found.add("format", path, { format });
}

function bound(comparison: string, limit: number): Params {
  return { comparison, limit };
}
