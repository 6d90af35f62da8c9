import { isMultipleOf } from "../json/multiple-of.js";
import { getOrMake } from "../lazy/get-or-make.js";
import { isOfFormat } from "./is-of-format.js";
import { momentFor } from "./moment.js";
import { isMomentName, type NumberHint, numberHint } from "./number-hints.js";
import { type Place, randomAt } from "./place.js";
import type { Random } from "./random.js";
import { NOTHING, type Run } from "./run.js";
import type { Shape } from "./shape.js";

interface NumberLimits {
  readonly min: number;
  readonly max: number;
  readonly above: number;
  readonly below: number;
  readonly steps: readonly number[];
  readonly format: string | undefined;
}

const ATTEMPTS = 40;
const PLAIN = 3;
/** Largest distance from a bound that stands alone. */
const REACH = 1000;
/** Upper bounds from here on say how a number is kept, not how large it gets: 2,147,483,647, 9,007,199,254,740,991. */
const TECHNICAL = 2 ** 31 - 1;
/** A hint that leaves less than this of the range of a number does not know it. */
const LEAST_SHARE = 0.1;
const limitsOf = new WeakMap<Shape, NumberLimits>();

export function sampleNumber(run: Run, shape: Shape, place: Place, whole: boolean): number | typeof NOTHING {
  const limits = numberLimits(shape);
  const variation = run.variationAt(place);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const random = randomAt(place, variation * ATTEMPTS + attempt);
    const value = candidate(run, limits, place, random, whole, attempt === 0 && variation < PLAIN);
    // Validators that divide in floating point find 45.21 / 0.01 no whole number: another amount suits them too.
    const divides = limits.steps.every((step) => Number.isInteger(value / step));
    if (isRight(limits, value, whole) && (divides || attempt >= ATTEMPTS / 2)) return value;
  }
  // Where floating point leaves few numbers, the bounds themselves are the likeliest.
  const bounds = [Math.ceil(limits.min), Math.floor(limits.max), limits.min, limits.max];
  return bounds.find((value) => Number.isFinite(value) && isRight(limits, value, whole)) ?? NOTHING;
}

function numberLimits(shape: Shape): NumberLimits {
  return getOrMake(limitsOf, shape, () => {
    const { parts } = shape;
    const format = parts.find((part) => part.format !== undefined)?.format;
    const bound = format === "int32" ? 2 ** 31 : Number.POSITIVE_INFINITY;
    return {
      min: Math.max(-bound, ...parts.map((part) => part.minimum ?? Number.NEGATIVE_INFINITY)),
      max: Math.min(bound - 1, ...parts.map((part) => part.maximum ?? Number.POSITIVE_INFINITY)),
      above: Math.max(...parts.map((part) => part.exclusiveMinimum ?? Number.NEGATIVE_INFINITY)),
      below: Math.min(...parts.map((part) => part.exclusiveMaximum ?? Number.POSITIVE_INFINITY)),
      steps: parts.flatMap((part) => (part.multipleOf === undefined ? [] : [part.multipleOf])),
      format,
    };
  });
}

function candidate(
  run: Run,
  limits: NumberLimits,
  place: Place,
  random: Random,
  whole: boolean,
  hinted: boolean,
): number {
  if (hinted && isMoment(limits, place)) {
    const moment = momentFor(place.name, run.now, random);
    const unit = limits.min > 4e9 || /ms$|millis/i.test(place.name) ? 1 : 1000;
    return Math.floor(moment / unit);
  }
  const range = hinted ? narrowed(limits, numberHint(place.name)) : undefined;
  const [min, max] = range ? [range.min, range.max] : usualRange(limits);
  const decimals = range?.decimals ?? 2;
  const [step] = limits.steps;
  if (step !== undefined) {
    const unit = limits.steps.every((other) => other === step) && !whole ? step : commonStep(limits.steps, whole);
    const first = Math.ceil(min / unit);
    const last = Math.max(first, Math.floor(max / unit));
    const times = random.integer(Math.max(first, -(2 ** 53) + 1), Math.min(last, 2 ** 53 - 1));
    // The product as people write it: 4521 times 0.01 is 45.21, not 45.210000000000001.
    return Number.isInteger(unit) ? unit * times : Number((unit * times).toPrecision(15));
  }
  if (whole)
    return random.integer(
      Math.max(Math.ceil(min), -(2 ** 53) + 1),
      Math.min(Math.floor(Math.max(min, max)), 2 ** 53 - 1),
    );
  const value = min + random.next() * (max - min);
  const rounded = Number(value.toFixed(decimals));
  return isRight(limits, rounded, whole) ? rounded : value;
}

function isMoment({ steps, max, format }: NumberLimits, { name }: Place): boolean {
  return steps.length === 0 && max > 2e9 && (isMomentName(name) || /timestamp|unix|epoch/i.test(format ?? ""));
}

/** The range that hint and limits have in common; `undefined` when there is none, or the limits tell more. */
function narrowed(limits: NumberLimits, hint: NumberHint | undefined): NumberHint | undefined {
  if (!hint) return undefined;
  const low = lowest(limits);
  const high = highest(limits);
  const min = Math.max(hint.min, low);
  const max = Math.min(hint.max, high);
  // A price from 100 to 50,000 is counted in another unit: the bottom of the range is all that the hint would leave of it.
  if (low > hint.min && high < TECHNICAL && max - min < (high - low) * LEAST_SHARE) return undefined;
  return min <= max ? { ...hint, min, max } : undefined;
}

function usualRange(limits: NumberLimits): readonly [number, number] {
  const { format } = limits;
  // A bound that is left open gets a near one, as data far from the other bound looks broken.
  const low = lowest(limits);
  const high = highest(limits);
  const open = format === "int32" && limits.min === -(2 ** 31);
  const [step = 1] = limits.steps;
  const reach = Math.max(REACH, step * 10);
  if (open || low === Number.NEGATIVE_INFINITY) {
    return high >= reach ? [1, Math.min(high, reach)] : high >= 1 ? [Math.min(1, high), high] : [high - reach, high];
  }
  return [low, high < TECHNICAL ? high : Math.min(high, low + reach)];
}

function lowest({ min, above }: NumberLimits): number {
  return Math.max(min, above);
}

function highest({ max, below }: NumberLimits): number {
  return Math.min(max, below);
}

/** The least common multiple, in whole numbers when the value must be whole. */
function commonStep(steps: readonly number[], whole: boolean): number {
  const scale = 1e6;
  return (whole ? [1, ...steps] : steps).reduce((left, right) => {
    const [a, b] = [Math.round(left * scale), Math.round(right * scale)];
    return (a / greatestDivisor(a, b)) * (b / scale);
  });
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function isRight({ min, max, above, below, steps, format }: NumberLimits, value: number, whole: boolean): boolean {
  return (
    value >= min &&
    value <= max &&
    value > above &&
    value < below &&
    (!whole || Number.isInteger(value)) &&
    steps.every((step) => isMultipleOf(value, step)) &&
    isOfFormat(format, "number", value)
  );
}
