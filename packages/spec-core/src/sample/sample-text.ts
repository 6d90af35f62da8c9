import { getOrMake } from "../lazy/caches.js";
import { isOfFormat } from "./is-of-format.js";
import { dateText, instantNotations, momentFor } from "./moment.js";
import type { Pattern } from "./pattern.js";
import { type Place, randomAt } from "./place.js";
import type { Random } from "./random.js";
import { NOTHING, type Run } from "./run.js";
import type { Shape } from "./shape.js";
import { type HintSource, textHint, uuidText } from "./text-hints.js";
import { resize, word, words } from "./words.js";

interface TextLimits {
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly Pattern[];
  readonly formats: readonly string[];
  readonly isBase64: boolean;
}

const ATTEMPTS = 12;
/** Characters; nobody wants a longer sample. */
const LONGEST = 1_000_000;
/** From so many characters on, a text takes a moment to make and to check. */
const LONG = 10_000;
/** From this variation on, names and formats no longer decide: something else was wanted. */
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
    const patterns = parts.flatMap((part) => (part.pattern === undefined ? [] : [run.shapes.pattern(part.pattern)]));
    const atLeast = Math.max(0, ...parts.map((part) => part.minLength ?? 0));
    // One pattern alone knows its lengths when it is asked for a text; several have to agree on them.
    const lengths = patterns.length > 1 || atLeast > LONG ? patterns.map((pattern) => pattern.lengths()) : [];
    return {
      minLength: Math.max(atLeast, ...lengths.map(({ min }) => min)),
      maxLength: Math.min(
        ...parts.map((part) => part.maxLength ?? Number.POSITIVE_INFINITY),
        ...lengths.map(({ max }) => max),
      ),
      patterns,
      formats: parts.flatMap((part) => (part.format === undefined ? [] : [part.format])),
      isBase64: parts.some((part) => part.contentEncoding === "base64"),
    };
  });
}

/** Attempts go from the most telling text to any text: name, format, pattern, words. */
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

/** The data that hints use at a place. */
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

type FormatSampler = (source: HintSource, minLength: number, maxLength: number, isWanted: IsWanted) => string;

/** True if the text has the right length and matches the patterns. */
type IsWanted = (text: string) => boolean;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";

const moment = ({ name, now, random }: HintSource): number => momentFor(name, now, random);
const instant: FormatSampler = (source, _min, _max, isWanted) => wanted(instantNotations(moment(source)), isWanted);
const time: FormatSampler = (source, _min, _max, isWanted) =>
  wanted(
    instantNotations(moment(source)).map((text) => text.slice(11)),
    isWanted,
  );

const email: FormatSampler = (source, minLength, maxLength) => {
  const usual = source.person().email;
  if (usual.length >= minLength && usual.length <= maxLength) return usual;
  const host = maxLength < 14 ? "@a.io" : "@example.com";
  return filled(source.random, host, minLength, maxLength, 10);
};

const hostname: FormatSampler = ({ random }, minLength, maxLength) => {
  const usual = `${word(random)}.example.com`;
  return usual.length >= minLength && usual.length <= maxLength
    ? usual
    : filled(random, ".io", minLength, maxLength, 8);
};

const url: FormatSampler = (source, minLength, maxLength) => {
  const { random } = source;
  const hint = textHint("url");
  const usual = hint?.(source) ?? "https://example.com";
  if (usual.length >= minLength && usual.length <= maxLength) return usual;
  const stem = maxLength < 21 ? "https://a.io/" : "https://example.com/";
  const space = maxLength - stem.length;
  return stem + random.text(Math.max(0, Math.min(space, Math.max(minLength - stem.length, 4))), LETTERS);
};

const base64: FormatSampler = ({ random }, minLength, maxLength) => {
  const usual = btoa(words(random, 2));
  const length = Math.min(Math.floor(maxLength / 4) * 4, Math.max(Math.ceil(minLength / 4) * 4, usual.length));
  return length === usual.length ? usual : random.text(length, LETTERS + LETTERS.toUpperCase() + DIGITS);
};

const password: FormatSampler = ({ random }, minLength, maxLength) => {
  const length = Math.max(minLength, Math.min(14, maxLength));
  return `A7${random.text(Math.max(0, length - 3), LETTERS + DIGITS)}!`.slice(0, length);
};

const whole: FormatSampler = ({ random }, minLength, maxLength) => {
  const length = Math.max(1, minLength, Math.min(5, maxLength));
  return random.text(1, "123456789") + random.text(length - 1, DIGITS);
};

const fraction: FormatSampler = ({ random }) => (random.integer(100, 20_000) / 100).toFixed(2);

const FORMATS: Readonly<Record<string, FormatSampler>> = {
  "date-time": instant,
  "iso-date-time": instant,
  date: (source) => dateText(moment(source)),
  time,
  "iso-time": time,
  duration: ({ random }) => random.pick(["PT15M", "PT1H", "P1D", "P7D", "P1M"]),
  email,
  "idn-email": email,
  hostname,
  "idn-hostname": hostname,
  uri: url,
  url,
  iri: url,
  "uri-reference": url,
  "iri-reference": url,
  "uri-template": ({ random }) => `https://example.com/${word(random)}/{id}`,
  uuid: ({ random }) => uuidText(random),
  "json-pointer": ({ random }) => `/${word(random)}/${random.integer(0, 9)}`,
  "json-pointer-uri-fragment": ({ random }) => `#/${word(random)}/${random.integer(0, 9)}`,
  "relative-json-pointer": ({ random }) => `${random.integer(0, 3)}/${word(random)}`,
  regex: ({ random }) => `^${word(random)}[a-z]+$`,
  byte: base64,
  base64,
  binary: ({ random }) => words(random, 3),
  password,
  int32: whole,
  int64: whole,
  integer: whole,
  float: fraction,
  double: fraction,
  number: fraction,
  decimal: fraction,
};

/**
 * A text of a format, of that many characters and as it is wanted where the format leaves a choice; the caller checks.
 * `undefined` for a format that is known neither here nor as a name.
 */
function sampleFormat(
  format: string,
  source: HintSource,
  minLength: number,
  maxLength: number,
  isWanted: IsWanted,
): string | undefined {
  const sampler = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return sampler ? sampler(source, minLength, maxLength, isWanted) : textHint(format)?.(source);
}

/** The first of these that is wanted; when none is, the usual one, for the caller to reject. */
function wanted(texts: readonly string[], isWanted: IsWanted): string {
  return texts.find(isWanted) ?? texts[0] ?? "";
}

function filled(random: Random, ending: string, minLength: number, maxLength: number, usual: number): string {
  const length = Math.max(minLength, Math.min(maxLength, usual + ending.length)) - ending.length;
  let text = random.text(Math.max(1, Math.min(length, 60)), LETTERS);
  // Labels of a host name and local parts end at 63 characters: longer texts get further labels in front.
  while (text.length < length)
    text = `${random.text(Math.min(60, Math.max(1, length - text.length - 1)), LETTERS)}.${text}`;
  return text + ending;
}
