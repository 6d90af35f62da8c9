import type { Steps } from "../in-one-go.js";
import type { CheckedSchema, CheckedSchemaObject } from "./checked-schema.js";
import type { Matcher } from "./matcher.js";

/** Says whether a value satisfies a schema. */
interface Passes {
  passesInSteps(schema: CheckedSchema, value: unknown): Steps<boolean>;
}

/** Members that are looked at in one step. */
const STEP = 500;

/**
 * Names of the properties that a keyword beside `unevaluatedProperties`, or in a schema that applies as well, has looked at.
 * @see JSON Schema 2020-12, section 11.3
 */
export function* evaluatedProperties(
  schema: CheckedSchemaObject,
  value: Readonly<Record<string, unknown>>,
  check: Passes,
  matcher: (pattern: string) => Matcher,
): Steps<ReadonlySet<string>> {
  const found = new Set<string>();
  const names = Object.keys(value);
  function* add(part: CheckedSchemaObject, isRoot: boolean): Steps<void> {
    const patterns = Object.keys(part.patternProperties ?? {}).map(matcher);
    const takesAll = part.additionalProperties !== undefined || (!isRoot && part.unevaluatedProperties !== undefined);
    for (const [index, name] of names.entries()) {
      const declared = part.properties !== undefined && Object.hasOwn(part.properties, name);
      if (takesAll || declared || patterns.some((pattern) => pattern.test(name))) found.add(name);
      if (index % STEP === 0) yield;
    }
    for (const applied of yield* appliedParts(part, value, check)) yield* add(applied, false);
  }
  yield* add(schema, true);
  return found;
}

/** Positions of the items that a keyword beside `unevaluatedItems`, or in a schema that applies as well, has looked at. */
export function* evaluatedItems(
  schema: CheckedSchemaObject,
  value: readonly unknown[],
  check: Passes,
): Steps<ReadonlySet<number>> {
  const found = new Set<number>();
  function* add(part: CheckedSchemaObject, isRoot: boolean): Steps<void> {
    const { prefixItems = [], items, contains } = part;
    const takesAll = items !== undefined || (!isRoot && part.unevaluatedItems !== undefined);
    for (const [index, item] of value.entries()) {
      const isContained = contains !== undefined && (yield* check.passesInSteps(contains, item));
      if (takesAll || index < prefixItems.length || isContained) found.add(index);
      if (index % STEP === 0) yield;
    }
    for (const applied of yield* appliedParts(part, value, check)) yield* add(applied, false);
  }
  yield* add(schema, true);
  return found;
}

/** The schemas inside `part` that apply to the same value and accept it. */
function* appliedParts(
  part: CheckedSchemaObject,
  value: unknown,
  check: Passes,
): Steps<readonly CheckedSchemaObject[]> {
  const applied: (CheckedSchema | undefined)[] = [...(part.allOf ?? [])];
  for (const branch of [...(part.anyOf ?? []), ...(part.oneOf ?? [])]) {
    if (yield* check.passesInSteps(branch, value)) applied.push(branch);
  }
  if (part.if !== undefined) {
    if (yield* check.passesInSteps(part.if, value)) applied.push(part.if, part.then);
    else applied.push(part.else);
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  for (const [name, dependent] of Object.entries(part.dependentSchemas ?? {})) {
    if (isObject && Object.hasOwn(value, name)) applied.push(dependent);
  }
  return applied.filter((schema) => typeof schema === "object");
}
