import type { Steps } from "../in-one-go.js";
import type { CheckedUnit } from "./checked-schema.js";
import type { SchemaViolation } from "./schema.js";
import type { SchemaView } from "./schema-view.js";
import { LargeValueWalk, STEP } from "./walk/large-value-walk.js";
import { DECIDE, type UnitCheck, ValueWalk } from "./walk/value-walk.js";

/**
 * Finds how a value breaks a schema, for people: of alternatives it explains the one that comes closest. What it finds
 * nothing in, the compiled schema accepts, and the other way round; a property test holds the two together.
 * @param most violations after which it stops
 */
export function explainValue(
  view: SchemaView,
  unit: CheckedUnit,
  value: unknown,
  most: number,
  checkOf: UnitCheck,
): readonly SchemaViolation[] {
  const walk = new ValueWalk(view, { violations: most, depth: Number.POSITIVE_INFINITY }, checkOf);
  walk.schema(unit.schema, value, "");
  return walk.found.violations;
}

/** The same, step by step, for values of any size. @param step values that are walked in one step */
export function* explainLargeValue(
  view: SchemaView,
  unit: CheckedUnit,
  value: unknown,
  most: number,
  checkOf: UnitCheck,
  step: number = STEP,
): Steps<readonly SchemaViolation[]> {
  const walk = new LargeValueWalk(view, { violations: most, depth: Number.POSITIVE_INFINITY }, checkOf, step);
  yield* walk.schema(unit.schema, value, "");
  return walk.violations;
}

/** Is the value valid, and how many steps did it take to find out? */
export function decideValue(
  view: SchemaView,
  unit: CheckedUnit,
  value: unknown,
  checkOf: UnitCheck,
): { readonly isValid: boolean; readonly steps: number } {
  const walk = new ValueWalk(view, DECIDE, checkOf);
  walk.schema(unit.schema, value, "");
  return { isValid: walk.found.violations.length === 0, steps: walk.steps };
}
