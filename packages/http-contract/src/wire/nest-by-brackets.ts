import { getOrMake } from "@onespec/spec-core";
import type { WireValue } from "./wire-value.js";

interface Branch {
  readonly values: WireValue[];
  readonly children: Map<string, Branch>;
  /** True after `[]`: the children are numbered. */
  isList: boolean;
}

/** Deeper brackets than anyone writes by hand; the rest of the name is dropped. */
export const DEEPEST = 20;

/**
 * Splits `a[b][c]` into `["a", "b", "c"]`, and `a[]` into `["a", ""]`. A name with unbalanced brackets is not split.
 */
function parseBracketName(name: string): readonly string[] {
  const open = name.indexOf("[");
  if (open <= 0 || !name.endsWith("]")) return [name];
  const keys = name.slice(open + 1, -1).split("][", DEEPEST - 1);
  return keys.some((key) => key.includes("[") || key.includes("]")) ? [name] : [name.slice(0, open), ...keys];
}

/**
 * Nests values by the brackets in their names: `a[b]=1&a[c][]=2` becomes `{ a: { b: "1", c: ["2"] } }`, and
 * `a[][b]=1&a[][b]=2` becomes `{ a: [{ b: "1" }, { b: "2" }] }`. A repeated name becomes a list. Names with `__proto__`
 * are dropped: code that copies such an object key by key would change the prototype of all objects.
 */
export function nestByBrackets(pairs: Iterable<readonly [string, WireValue]>): { readonly [name: string]: WireValue } {
  const root = createBranch();
  for (const [name, value] of pairs) {
    const keys = parseBracketName(name);
    if (keys.includes("__proto__")) continue;
    let branch = root;
    keys.forEach((key, index) => {
      branch = key === "" && index > 0 ? nextItem(branch, keys[index + 1]) : child(branch, key);
    });
    branch.values.push(value);
  }
  return membersOf(root);
}

/** A final `[]` starts a new item. Before another key, it starts one only if the current item already has that key. */
function nextItem(branch: Branch, following: string | undefined): Branch {
  branch.isList = true;
  const current = branch.children.get(String(branch.children.size - 1));
  const goesOn = current !== undefined && following !== undefined && !current.children.has(following);
  return goesOn ? current : child(branch, String(branch.children.size));
}

function child(branch: Branch, key: string): Branch {
  return getOrMake(branch.children, key, () => createBranch());
}

function createBranch(): Branch {
  return { values: [], children: new Map(), isList: false };
}

function membersOf({ children }: Branch): { readonly [name: string]: WireValue } {
  return Object.fromEntries([...children].map(([name, inner]) => [name, toValue(inner)]));
}

function toValue(branch: Branch): WireValue {
  const { values, children, isList } = branch;
  const [first] = values;
  if (children.size === 0) return values.length === 1 && first !== undefined ? first : values;
  const members = membersOf(branch);
  return isList ? Object.values(members) : members;
}

/** Turns `{ 0: a, 1: b }`, which comes from numbers in brackets, into `[a, b]`. `undefined` for other names. */
export function listOfIndexes(nested: { readonly [name: string]: WireValue }): readonly WireValue[] | undefined {
  const names = Object.keys(nested);
  return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(nested) : undefined;
}
