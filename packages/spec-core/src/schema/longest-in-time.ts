import { toRegExp } from "./pattern.js";
import { patternDegree } from "./pattern-degree.js";

/** Steps that a match may take at the worst: some milliseconds. */
const MOST_STEPS = 2_000_000;
/** Every pattern of `FEW_PLACES` characters copes with texts of so few. */
const SHORT = 12;
const FEW_PLACES = 40;
/** Of a pattern that is worth to be looked at, in characters. */
const LONGEST = 10_000;

/** Is it sure without a look at the pattern? */
export function isSurelyInTime(pattern: string, text: string): boolean {
  return text.length <= SHORT && pattern.length <= FEW_PLACES;
}

/**
 * How long a text may be for JavaScript's own expression of a pattern to be sure to end within milliseconds, in characters. Infinite
 * where any text is tested in a time that its length bounds, and for what is no pattern.
 */
export function longestInTime(pattern: string): number {
  if (isPlain(pattern)) return Number.POSITIVE_INFINITY;
  if (pattern.length > LONGEST) return hasFewChoices(pattern) ? Number.POSITIVE_INFINITY : SHORT;
  const native = toRegExp(pattern);
  if (native === undefined) return Number.POSITIVE_INFINITY;
  const degree = patternDegree(pattern, native.unicode);
  if (Number.isNaN(degree)) return 0;
  if (degree <= 1) return Number.POSITIVE_INFINITY;
  return degree === Number.POSITIVE_INFINITY ? SHORT : Math.floor(MOST_STEPS ** (1 / degree));
}

/** Nothing but a list of texts, however long. */
function hasFewChoices(pattern: string): boolean {
  return !/[*+?{]/.test(pattern) && pattern.split("(").length < 10;
}

/** Begins at the beginning and repeats one thing at most: most patterns do, and need not be parsed. */
function isPlain(pattern: string): boolean {
  if (!pattern.startsWith("^") || /[(|]/.test(pattern)) return false;
  return (pattern.replace(/\{\d+\}/g, "").match(/[*+?{]/g)?.length ?? 0) <= 1;
}
