import { inOneGo, type Steps } from "@onespec/spec-core";
import type { WireValue } from "./wire-value.js";

interface Branch {
  readonly values: WireValue[];
  readonly children: Map<string, Branch>;
  /** It had `[]`: its children are numbered. */
  isList: boolean;
  /** Values in it, at any depth. */
  size: number;
}

/** What names may say. */
export interface NestRules {
  /** Leave out what would be called `__proto__`: code that copies objects key by key would change all objects with it. */
  readonly refusesPrototypes?: boolean;
  /** `a[0]` and `a[1]` make a list of `a`. */
  readonly numbersAreLists?: boolean;
}

/** Values that are put in place, or together, in one step. */
const STEP = 100;

/** Deeper brackets than anyone writes by hand; what is below is left out. */
const DEEPEST = 20;

/** Characters that are read at once: longer names may hold more brackets than are read. */
const SHORT = 200;

/** The same name without the brackets that are left out: with a thousand of them each look-up by it takes a thousand times as long. */
export function cutBrackets(name: string): string {
  if (name.length < SHORT || !name.endsWith("]")) return name;
  let at = name.indexOf("[");
  for (let depth = 1; depth < DEEPEST && at >= 0; depth += 1) at = name.indexOf("][", at + 1);
  return at < 0 ? name : `${name.slice(0, at)}]`;
}

/** `a[b][c]` as `["a", "b", "c"]`; `a[]` as `["a", ""]`; a name whose brackets do not pair is one whole name. */
function parseBracketName(name: string): readonly string[] {
  const open = name.indexOf("[");
  if (open <= 0 || !name.endsWith("]")) return [name];
  const keys = name.slice(open + 1, -1).split("][", DEEPEST - 1);
  return keys.some((key) => key.includes("[") || key.includes("]")) ? [name] : [name.slice(0, open), ...keys];
}

/**
 * Puts named values together as brackets say: `a[b]=1&a[c][]=2` is `{ a: { b: "1", c: ["2"] } }`, and `a[][b]=1&a[][b]=2` is
 * `{ a: [{ b: "1" }, { b: "2" }] }`. A name given more than once is a list.
 */
export function nestByBrackets(
  pairs: Iterable<readonly [string, WireValue]>,
  rules?: NestRules,
): { readonly [name: string]: WireValue } {
  return inOneGo(nestInSteps(pairs, rules));
}

/** The same, step by step. */
export function* nestInSteps(
  pairs: Iterable<readonly [string, WireValue]>,
  { refusesPrototypes = false, numbersAreLists = false }: NestRules = {},
): Steps<{ readonly [name: string]: WireValue }> {
  const root = createBranch();
  for (const [name, value] of pairs) {
    const keys = parseBracketName(name);
    if (refusesPrototypes && keys.includes("__proto__")) continue;
    let branch = root;
    keys.forEach((key, index) => {
      branch.size += 1;
      branch = key === "" && index > 0 ? nextItem(branch, keys[index + 1]) : child(branch, key);
    });
    branch.values.push(value);
    if (root.size % STEP === 0) yield;
  }
  return Object.fromEntries(yield* members(root, numbersAreLists));
}

/** `[]` at the end starts a new item; before another key it starts one when the current item has that key already. */
function nextItem(branch: Branch, following: string | undefined): Branch {
  branch.isList = true;
  const current = branch.children.get(String(branch.children.size - 1));
  const goesOn = current !== undefined && following !== undefined && !current.children.has(following);
  return goesOn ? current : child(branch, String(branch.children.size));
}

function child(branch: Branch, key: string): Branch {
  let next = branch.children.get(key);
  if (!next) {
    next = createBranch();
    branch.children.set(key, next);
  }
  return next;
}

function createBranch(): Branch {
  return { values: [], children: new Map(), isList: false, size: 0 };
}

type Member = readonly [name: string, value: WireValue];

function toValue(branch: Branch, numbersAreLists: boolean): WireValue {
  const { values, children } = branch;
  const [first] = values;
  if (children.size === 0) return values.length === 1 && first !== undefined ? first : values;
  const inside = [...children].map(([name, inner]): Member => [name, toValue(inner, numbersAreLists)]);
  return together(branch, inside, numbersAreLists);
}

/** What is inside a branch, step by step; what is small in it at one go. */
function* members({ children }: Branch, numbersAreLists: boolean): Steps<readonly Member[]> {
  const inside: Member[] = [];
  let behind = 0;
  for (const [name, inner] of children) {
    const isSmall = inner.size <= STEP;
    const value = isSmall
      ? toValue(inner, numbersAreLists)
      : together(inner, yield* members(inner, numbersAreLists), numbersAreLists);
    inside.push([name, value]);
    behind += inner.size + 1;
    if (behind < STEP) continue;
    behind = 0;
    yield;
  }
  return inside;
}

function together({ isList, children }: Branch, inside: readonly Member[], numbersAreLists: boolean): WireValue {
  const isArray = isList || (numbersAreLists && isNumbered(children.keys()));
  return isArray ? inside.map(([, value]) => value) : Object.fromEntries(inside);
}

/** `{ 0: a, 1: b }`, as brackets with numbers give it, as `[a, b]`; `undefined` of other names. */
export function listOfIndexes(nested: { readonly [name: string]: WireValue }): readonly WireValue[] | undefined {
  const names = Object.keys(nested);
  return names.length > 0 && isNumbered(names) ? Object.values(nested) : undefined;
}

function isNumbered(names: Iterable<string>): boolean {
  for (const name of names) if (!/^\d+$/.test(name)) return false;
  return true;
}
