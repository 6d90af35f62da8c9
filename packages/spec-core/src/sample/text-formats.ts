import { dateText, instantNotations, momentFor } from "./moment.js";
import type { Random } from "./random.js";
import { type HintSource, textHint, uuidText } from "./text-hints.js";
import { DIGITS, LETTERS, word, words } from "./words.js";

/**
 * A text of a format. It fits the lengths if possible, and uses a notation that `isWanted` accepts if there is one. The
 * caller checks the result. `undefined` if the format is neither in `FORMATS` nor a name with a hint, such as `iban`.
 */
export function sampleFormat(
  format: string,
  source: HintSource,
  minLength: number,
  maxLength: number,
  isWanted: IsWanted,
): string | undefined {
  const sampler = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return sampler ? sampler(source, minLength, maxLength, isWanted) : textHint(format)?.(source);
}

type FormatSampler = (source: HintSource, minLength: number, maxLength: number, isWanted: IsWanted) => string;

/** True if a text has the right length and matches the patterns. */
type IsWanted = (text: string) => boolean;

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

/** The first wanted text. If there is none, the usual one, which the caller rejects. */
function wanted(texts: readonly string[], isWanted: IsWanted): string {
  return texts.find(isWanted) ?? texts[0] ?? "";
}

function filled(random: Random, ending: string, minLength: number, maxLength: number, usual: number): string {
  const length = Math.max(minLength, Math.min(maxLength, usual + ending.length)) - ending.length;
  let text = random.text(Math.max(1, Math.min(length, 60)), LETTERS);
  // A label of a host name, or the local part of an email address, has at most 63 characters. Longer texts get more
  // labels in front.
  while (text.length < length)
    text = `${random.text(Math.min(60, Math.max(1, length - text.length - 1)), LETTERS)}.${text}`;
  return text + ending;
}
