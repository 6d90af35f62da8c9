import type { CheckedSchema, CheckedSchemaObject } from "./checked-schema.js";
import type { Matcher } from "./matcher.js";

/** Says whether a value satisfies a schema. */
export interface Passes {
  passes(schema: CheckedSchema, value: unknown): boolean;
}

/**
 * Names of the properties that a keyword beside `unevaluatedProperties`, or in a schema that applies as well, has looked at.
 * @see JSON Schema 2020-12, section 11.3
 */
export function evaluatedProperties(
  schema: CheckedSchemaObject,
  value: Readonly<Record<string, unknown>>,
  check: Passes,
  matcher: (pattern: string) => Matcher,
): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (part: CheckedSchemaObject, isRoot: boolean): void => {
    const patterns = Object.keys(part.patternProperties ?? {}).map(matcher);
    const takesAll = part.additionalProperties !== undefined || (!isRoot && part.unevaluatedProperties !== undefined);
    for (const name of Object.keys(value)) {
      const declared = part.properties !== undefined && Object.hasOwn(part.properties, name);
      if (takesAll || declared || patterns.some((pattern) => pattern.test(name))) names.add(name);
    }
    for (const applied of appliedParts(part, value, check)) add(applied, false);
  };
  add(schema, true);
  return names;
}

/** Positions of the items that a keyword beside `unevaluatedItems`, or in a schema that applies as well, has looked at. */
export function evaluatedItems(
  schema: CheckedSchemaObject,
  value: readonly unknown[],
  check: Passes,
): ReadonlySet<number> {
  const positions = new Set<number>();
  const add = (part: CheckedSchemaObject, isRoot: boolean): void => {
    const { prefixItems = [], items, contains } = part;
    const takesAll = items !== undefined || (!isRoot && part.unevaluatedItems !== undefined);
    for (const [index, item] of value.entries()) {
      const isContained = contains !== undefined && check.passes(contains, item);
      if (takesAll || index < prefixItems.length || isContained) positions.add(index);
    }
    for (const applied of appliedParts(part, value, check)) add(applied, false);
  };
  add(schema, true);
  return positions;
}

/** The schemas inside `part` that apply to the same value and accept it. */
function appliedParts(part: CheckedSchemaObject, value: unknown, check: Passes): CheckedSchemaObject[] {
  const alternatives = [...(part.anyOf ?? []), ...(part.oneOf ?? [])].filter((branch) => check.passes(branch, value));
  const conditional: (CheckedSchema | undefined)[] = [];
  if (part.if !== undefined) {
    if (check.passes(part.if, value)) conditional.push(part.if, part.then);
    else conditional.push(part.else);
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const dependent = Object.entries(part.dependentSchemas ?? {})
    .filter(([name]) => isObject && Object.hasOwn(value, name))
    .map(([, schema]) => schema);
  return [...(part.allOf ?? []), ...alternatives, ...conditional, ...dependent].filter(
    (schema) => typeof schema === "object",
  );
}
