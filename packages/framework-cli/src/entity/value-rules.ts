import { type Matcher, toMatcher } from "@onespec/spec-core";
import type { FieldRules } from "./entity.js";
import { characters, Refusal } from "./normalise-value.js";

/** Checks a normalised value beyond its type. */
export type RuleCheck = (value: unknown) => Refusal | undefined;

interface ValueTest {
  /** @param value normalised: of the field's type */
  test(value: unknown): boolean;
}

/**
 * The rules of a field as one check. `undefined` if there are none.
 * @throws SyntaxError for an invalid or too deeply nested pattern. Models with one are rejected earlier.
 */
export function ruleCheckOf(rules: FieldRules): RuleCheck | undefined {
  const checks: RuleCheck[] = [];
  const add = (isBroken: ValueTest["test"], reason: string): void => {
    const refusal = new Refusal(reason);
    checks.push((value) => (isBroken(value) ? refusal : undefined));
  };
  const { minLength, maxLength, pattern, minimum, maximum, format } = rules;
  if (minLength !== undefined && minLength > 0) {
    add((text: string) => characters(text) < minLength, `must have at least ${minLength} characters`);
  }
  if (maxLength !== undefined) {
    add(
      (text: string) => text.length > maxLength && characters(text) > maxLength,
      `must not be longer than ${maxLength} characters`,
    );
  }
  if (pattern !== undefined) {
    const matcher = matcherOf(pattern);
    add((text: string) => !matcher.test(text), `must match ${pattern}`);
  }
  // Decimals may be texts. Comparing them as numbers is exact to 15 digits, and bounds in JSON have no more.
  if (minimum !== undefined) add((value: number) => Number(value) < minimum, `must be at least ${minimum}`);
  if (maximum !== undefined) add((value: number) => Number(value) > maximum, `must be at most ${maximum}`);
  const shape = format && FORMATS[format];
  if (shape !== undefined) add((text: string) => !shape.test(text), `must be a valid ${format}`);
  if (checks.length === 0) return undefined;
  return (value) => {
    for (const check of checks) {
      const refusal = check(value);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
}

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

const FORMATS: Readonly<Record<NonNullable<FieldRules["format"]>, { test(text: string): boolean }>> = {
  email: new RegExp(`^[^\\s@"(),:;<>\\[\\]\\\\]{1,64}@${LABEL}(?:\\.${LABEL})*$`),
  uri: { test: (text) => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"\\^`{|}]*$/.test(text) && URL.canParse(text) },
};

/** Clients send these texts. A pattern that backtracks must not block the application. */
function matcherOf(pattern: string): Matcher {
  const matcher = toMatcher(pattern);
  if (matcher === undefined) throw new SyntaxError(`No text can be tested by the pattern ${pattern}`);
  return matcher;
}
