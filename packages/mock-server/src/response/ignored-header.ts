import type { Answer } from "@onespec/http-contract";
import { foldName, isObject } from "@onespec/spec-core";

/**
 * Adds names to the header `Mock-Ignored`: parts of the request that have no effect, and fields that no record has. Names at most 20 of
 * them.
 */
export function withIgnored(answer: Answer, names: readonly string[]): Answer {
  const shown = [...names.slice(0, MOST_NAMES).map(headerText), ...(names.length > MOST_NAMES ? ["..."] : [])];
  const said = [answer.headers["mock-ignored"], ...shown].filter((text) => text !== undefined);
  return { ...answer, headers: { ...answer.headers, "mock-ignored": said.join(", ") } };
}

const MOST_NAMES = 20;

/** The fields that were sent for nothing: they have no effect, and the answer shows none of that name. */
export function unusedNames(sent: unknown, shown: unknown, hasEffect: (name: string) => boolean): readonly string[] {
  if (!isObject(sent)) return [];
  const names = Object.keys(sent).filter((name) => sent[name] !== null && sent[name] !== undefined && !hasEffect(name));
  if (names.length === 0) return names;
  const known = new Set<string>();
  addNames(shown, known, 0);
  return names.filter((name) => !known.has(foldName(name)));
}

/** Adds the names of an answer, and of the objects around what it tells. */
function addNames(value: unknown, known: Set<string>, depth: number): void {
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    known.add(foldName(name));
    if (depth < DEEPEST) addNames(inner, known, depth + 1);
  }
}

const DEEPEST = 2;

/**
 * The fields with plain values that an answer shows with other values, since the record's schema does not allow what the request's does;
 * all fields where the record has none of them.
 */
export function changedNames(sent: unknown, shown: unknown, isDeclared: (name: string) => boolean): readonly string[] {
  if (!isObject(sent) || !isObject(shown)) return [];
  const names = Object.keys(sent);
  if (!names.some((name) => isDeclared(name) || Object.hasOwn(shown, name))) return names;
  return names.filter(
    (name) => typeof sent[name] !== "object" && Object.hasOwn(shown, name) && shown[name] !== sent[name],
  );
}

/** A name as a header can hold it. */
export function headerText(name: string): string {
  return name.slice(0, LONGEST_NAME).replace(/[^\x21-\x7e]/g, "?");
}

const LONGEST_NAME = 100;
