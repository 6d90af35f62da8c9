import type { Steps } from "../in-one-go.js";
import { holdsMoreThan } from "./walk/holds-more-than.js";

/** Positions of two equal items, the earliest there are; in one pass, however long the array. */
export function findEqualItems(items: readonly unknown[]): readonly [number, number] | undefined {
  if (items.length < 2 || (items.every(isScalar) && new Set(items).size === items.length)) return undefined;
  const seen = new Map<unknown, number>();
  for (const [index, item] of items.entries()) {
    const key = identity(item);
    const before = seen.get(key);
    if (before !== undefined) return [before, index];
    seen.set(key, index);
  }
  return undefined;
}

/** Those are their own identity. */
function isScalar(item: unknown): boolean {
  return typeof item !== "object" || item === null;
}

/** Items that are compared in one step. */
const STEP = 500;
/** Tables that items are spread over: one of millions would take longer to grow than others should wait. */
const TABLES = 64;

/** The same in steps, however large the array and its items are. */
export function* equalItemsInSteps(items: readonly unknown[]): Steps<readonly [number, number] | undefined> {
  const seen = Array.from({ length: TABLES }, () => new Map<unknown, number>());
  for (const [index, item] of items.entries()) {
    const key = holdsMoreThan(item, STEP) ? yield* canonicalTextInSteps(item) : identity(item);
    const table = seen[tableOf(key)];
    const before = table?.get(key);
    if (before !== undefined) return [before, index];
    table?.set(key, index);
    if (index % STEP === 0 || typeof item === "object") yield;
  }
  return undefined;
}

/** The same for equal items, and for no others. */
function identity(item: unknown): unknown {
  if (typeof item === "object" && item !== null) return canonicalText(item);
  return typeof item === "string" ? `"${item}` : item;
}

const bits = new DataView(new ArrayBuffer(8));

function tableOf(key: unknown): number {
  if (typeof key === "number") {
    // Zero and minus zero are equal.
    bits.setFloat64(0, key + 0);
    return spread(bits.getInt32(0) ^ bits.getInt32(4));
  }
  if (typeof key !== "string") return 0;
  let hash = key.length;
  const stride = Math.max(1, key.length >> 4);
  for (let at = 0; at < key.length; at += stride) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
  return spread(hash);
}

/** Neighbours come into different tables. */
function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) >>> 0) % TABLES;
}

function* canonicalTextInSteps(value: unknown): Steps<string> {
  if (!holdsMoreThan(value, STEP)) return canonicalText(value);
  yield;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      parts.push(yield* canonicalTextInSteps(item));
      if (parts.length % STEP === 0) yield;
    }
    return `[${parts.join(",")}]`;
  }
  for (const [name, member] of sortedMembers(value as object)) {
    parts.push(`${JSON.stringify(name)}:${yield* canonicalTextInSteps(member)}`);
    if (parts.length % STEP === 0) yield;
  }
  return `{${parts.join(",")}}`;
}

/** The same text for equal values, whatever the order of their properties. */
export function canonicalText(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  return `{${sortedMembers(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`)
    .join(",")}}`;
}

function sortedMembers(value: object): readonly (readonly [string, unknown])[] {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Are two JSON values the same? */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqualJson(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  let count = 0;
  for (const name of Object.keys(one)) {
    if (one[name] === undefined) continue;
    count += 1;
    if (!Object.hasOwn(other, name) || !isEqualJson(one[name], other[name])) return false;
  }
  return Object.keys(other).filter((name) => other[name] !== undefined).length === count;
}
