import { memoize } from "../words/memoize.js";
import { nameWords } from "../words/name-words.js";
import type { Random } from "./random.js";

const DAY = 86_400_000;
/**
 * First and last day, relative to now. Chosen so that `createdAt` precedes `updatedAt`, and `startDate` precedes
 * `endDate`.
 */
const WINDOWS: readonly (readonly [RegExp, number, number])[] = [
  [/^(birth|birthday|birthdate|dob|born)$/, -70 * 365, -20 * 365],
  [
    /^(update|updated|modified|modification|changed|last|completed|finished|closed|resolved|paid|seen|used|deleted|archived)$/,
    -50,
    -1,
  ],
  [
    /^(expires|expiry|expiration|expire|exp|due|end|ends|ending|until|to|next|renews|renewal|deadline|estimated)$/,
    10,
    400,
  ],
  [/^(start|starts|starting|from|since|begin|begins)$/, -50, -1],
];

/** Two to fourteen months ago, when most things were created. */
const USUAL: readonly [number, number] = [-430, -60];

const windows = memoize((name): readonly [number, number] => {
  const parts = nameWords(name);
  const window = WINDOWS.find(([expression]) => parts.some((part) => expression.test(part)));
  return window ? [window[1], window[2]] : USUAL;
});

/** An instant for a property of that name, in milliseconds since 1970, without fractions of a second. */
export function momentFor(name: string, now: number, random: Random): number {
  const [from, to] = windows(name);
  return Math.floor((now + (from + random.next() * (to - from)) * DAY) / 1000) * 1000;
}

/** The instant in RFC 3339, in UTC, without fractions. */
export function instantText(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}

/** The notations of an instant in RFC 3339, the most usual first. */
export function instantNotations(moment: number): readonly string[] {
  const start = new Date(moment).toISOString().slice(0, 19);
  return ENDINGS.map((ending) => start + ending);
}

const ENDINGS = ["Z", ".000Z", "+00:00", ".000+00:00", ".000000Z", ".000000+00:00", ".0000000Z", ".000000000Z"];

/** The date of an instant: `full-date` of RFC 3339, in UTC. */
export function dateText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
