import { isMultipleOf } from "../json/multiple-of.js";
import { getOrMake } from "../lazy/caches.js";
import { memoize } from "../words/memoize.js";
import { wordTable } from "../words/word-list.js";
import { isOfFormat } from "./is-of-format.js";
import { lookUpName } from "./look-up-name.js";
import { momentFor } from "./moment.js";
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
/** Maximum distance from a bound if the other bound is missing. */
const REACH = 1000;
/** Upper bounds from this one on are limits of storage, not expected sizes: 2,147,483,647, 9,007,199,254,740,991. */
const TECHNICAL = 2 ** 31 - 1;
/** A hint is ignored if it leaves less than this share of a number's range. */
const LEAST_SHARE = 0.1;
const limitsOf = new WeakMap<Shape, NumberLimits>();

export function sampleNumber(run: Run, shape: Shape, place: Place, whole: boolean): number | typeof NOTHING {
  const limits = numberLimits(shape);
  const variation = run.variationAt(place);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const random = randomAt(place, variation * ATTEMPTS + attempt);
    const value = candidate(run, limits, place, random, whole, attempt === 0 && variation < PLAIN);
    // Validators that divide in floating point reject 45.21 for a step of 0.01. So other values are tried first.
    const divides = limits.steps.every((step) => Number.isInteger(value / step));
    if (isRight(limits, value, whole) && (divides || attempt >= ATTEMPTS / 2)) return value;
  }
  // If few floating-point numbers are valid, the bounds are the most likely ones.
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
    // Rounds to the number that people write: 4521 times 0.01 is 45.21, not 45.210000000000001.
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

/** The common range of hint and limits. `undefined` if there is none, or if the limits are more precise. */
function narrowed(limits: NumberLimits, hint: NumberHint | undefined): NumberHint | undefined {
  if (!hint) return undefined;
  const low = lowest(limits);
  const high = highest(limits);
  const min = Math.max(hint.min, low);
  const max = Math.min(hint.max, high);
  // A price from 100 to 50,000 has another unit: the hint would only leave the bottom of the range.
  if (low > hint.min && high < TECHNICAL && max - min < (high - low) * LEAST_SHARE) return undefined;
  return min <= max ? { ...hint, min, max } : undefined;
}

function usualRange(limits: NumberLimits): readonly [number, number] {
  const { format } = limits;
  // A missing bound is set near the other one, because distant values look wrong.
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

/** The least common multiple of the steps. It is an integer if the value must be one. */
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

/** The usual range of numbers with a name, and their decimals. */
interface NumberHint {
  readonly min: number;
  readonly max: number;
  /** Number of digits after the decimal point, if fractions are allowed. */
  readonly decimals: number;
}

const range = (min: number, max: number, decimals = 0): NumberHint => ({ min, max, decimals });

const PRICE = range(5, 200, 2);
const COUNT = range(1, 50);
const SIZE = range(100, 2000);

const NUMBER_HINTS: ReadonlyMap<string, NumberHint> = wordTable<NumberHint>([
  [range(1, 100_000), "id"],
  [PRICE, "price amount cost total subtotal hourlyrate dailyrate nightlyrate"],
  [range(1, 40, 2), "tax"],
  [range(1, 20, 2), "fee"],
  [range(0, 5000, 2), "balance"],
  [range(30_000, 150_000), "salary"],
  [range(1, 50, 2), "discount"],
  [range(1, 20), "quantity qty pagecount totalpages"],
  [COUNT, "count"],
  [range(0, 200), "stock"],
  [SIZE, "size width height length"],
  [range(1000, 5_000_000), "bytes"],
  [range(1, 100, 1), "weight score percent percentage"],
  [range(18, 80), "age"],
  [range(1990, 2025), "year"],
  [range(1, 12), "month"],
  [range(1, 28), "day"],
  [range(1, 14), "night"],
  [range(1, 6), "guest"],
  [range(0, 23), "hour"],
  [range(0, 59), "minute second"],
  [range(30, 3600), "duration"],
  [range(60, 86_400), "ttl"],
  [range(1, 300), "timeout"],
  [range(-60, 70, 6), "latitude lat"],
  [range(-180, 180, 6), "longitude lng lon"],
  [range(1, 5, 1), "rating"],
  [range(1, 5), "stars page priority status"],
  [range(0, 1, 2), "rate ratio"],
  [range(0, 2, 1), "temperature"],
  [range(1024, 49_151), "port"],
  [range(40, 600), "pages"],
  [range(10, 50), "limit perpage pagesize"],
  [range(0, 50), "offset"],
  [range(0, 20), "index position order"],
  [range(1, 100), "rank"],
  [range(1, 10), "level"],
  [range(1, 9), "version"],
  [range(200, 200), "statuscode"],
]);

const hints = memoize((name) => lookUpName(NUMBER_HINTS, name));

function numberHint(name: string): NumberHint | undefined {
  return hints(name);
}

const MOMENT = /^(created|updated|modified|expires|expiry|time|date|timestamp)$|(_at|At|_on|[tT]imestamp|[eE]poch)$/;

/** True for names of numbers that count seconds or milliseconds since 1970. */
function isMomentName(name: string): boolean {
  return MOMENT.test(name);
}
