import { getOrMake } from "../lazy/caches.js";
import { isOfFormat } from "./is-of-format.js";
import type { Pattern } from "./pattern.js";
import { type Place, randomAt } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import type { Shape } from "./shape.js";
import { sampleFormat } from "./text-formats.js";
import { type HintSource, textHint } from "./text-hints.js";
import { resize, words } from "./words.js";

interface TextLimits {
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly Pattern[];
  readonly formats: readonly string[];
  readonly isBase64: boolean;
}

const ATTEMPTS = 12;
/** Longest sample, in characters. */
const LONGEST = 1_000_000;
/** From this length on, a text is slow to create and to check. */
const LONG = 10_000;
/** From this variation on, the property's name no longer decides: earlier texts were rejected. */
const PLAIN = 3;
const limitsOf = new WeakMap<Shape, TextLimits>();

export function sampleText(run: Run, shape: Shape, place: Place): string | typeof NOTHING {
  const limits = textLimits(run, shape);
  if (limits.minLength > limits.maxLength || limits.minLength > LONGEST) return NOTHING;
  const variation = run.variationAt(place);
  const attempts = limits.minLength > LONG ? 2 : ATTEMPTS;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const source = hintSource(run, place, limits, variation * ATTEMPTS + attempt);
    const text = candidate(limits, source, attempt, variation);
    if (text !== undefined && isRight(limits, text)) return text;
  }
  return NOTHING;
}

function textLimits(run: Run, shape: Shape): TextLimits {
  return getOrMake(limitsOf, shape, () => {
    const { parts } = shape;
    return {
      minLength: Math.max(0, ...parts.map((part) => part.minLength ?? 0)),
      maxLength: Math.min(...parts.map((part) => part.maxLength ?? Number.POSITIVE_INFINITY)),
      patterns: parts.flatMap((part) => (part.pattern === undefined ? [] : [run.shapes.pattern(part.pattern)])),
      formats: parts.flatMap((part) => (part.format === undefined ? [] : [part.format])),
      isBase64: parts.some((part) => part.contentEncoding === "base64"),
    };
  });
}

/**
 * A text for one attempt. The first attempts use the format and the property's name, later ones only the pattern, or
 * plain words.
 */
function candidate(limits: TextLimits, source: HintSource, attempt: number, variation: number): string | undefined {
  const { minLength, maxLength, patterns, formats } = limits;
  const { random, name } = source;
  const isWanted = (text: string): boolean => isRight(limits, text);
  if (formats.length > 0 && (patterns.length === 0 || attempt % 2 === 0)) {
    for (const format of formats) {
      const text = sampleFormat(format, source, minLength, maxLength, isWanted);
      if (text !== undefined) return text;
    }
  }
  if (limits.isBase64) return sampleFormat("byte", source, minLength, maxLength, isWanted);
  const hinted = attempt < 2 && variation < PLAIN ? textHint(name)?.(source) : undefined;
  if (hinted !== undefined && (patterns.length === 0 || attempt === 0)) {
    return patterns.length === 0 ? resize(random, hinted, minLength, maxLength) : hinted;
  }
  const pattern = patterns[attempt % patterns.length];
  if (pattern)
    return pattern.sample(random, minLength, maxLength) ?? resize(random, words(random, 1), minLength, maxLength);
  return resize(random, words(random, attempt % 2 === 0 ? 2 : 1), minLength, maxLength);
}

function isRight({ minLength, maxLength, patterns, formats }: TextLimits, text: string): boolean {
  const length = minLength === 0 && maxLength === Number.POSITIVE_INFINITY ? 0 : [...text].length;
  return (
    length >= minLength &&
    length <= maxLength &&
    patterns.every((pattern) => pattern.test(text)) &&
    formats.every((format) => isOfFormat(format, "string", text))
  );
}

function hintSource(run: Run, place: Place, limits: TextLimits, variation: number): HintSource {
  const random = randomAt(place, variation);
  return {
    random,
    now: run.now,
    name: place.name,
    owner: place.owner,
    isCode: limits.maxLength <= 3 || limits.patterns.length > 0,
    faker: () => run.fakes.faker(random),
    person: () => run.fakes.person(place.objectSeed),
  };
}
