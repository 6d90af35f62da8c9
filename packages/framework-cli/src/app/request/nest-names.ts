import type { WireValue } from "./decode-value.js";

/** Deeper brackets than anyone writes by hand; what is below is left out. */
const DEEPEST = 20;

interface Node {
  readonly values: WireValue[];
  readonly children: Map<string, Node>;
}

/**
 * `a[b]=1&a[c][]=2&a[c][]=3` as `{ a: { b: "1", c: ["2", "3"] } }`. A name that comes more than once is a list. What would be called
 * `__proto__` is left out: code that copies objects key by key would change all objects with it.
 */
export function nestNames(
  pairs: Iterable<readonly [name: string, value: WireValue]>,
): Readonly<Record<string, WireValue>> {
  const root: Node = { values: [], children: new Map() };
  for (const [name, value] of pairs) {
    let node = root;
    const keys = keysOf(name).slice(0, DEEPEST);
    if (keys.includes("__proto__")) continue;
    for (const key of keys) {
      // `[]` alone is no key: the values gather where they are.
      if (key === "" && node !== root) continue;
      const next = node.children.get(key) ?? { values: [], children: new Map() };
      node.children.set(key, next);
      node = next;
    }
    node.values.push(value);
  }
  return toObject(root);
}

function keysOf(name: string): readonly string[] {
  const [, head, brackets = ""] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (head === undefined || brackets === "") return [name];
  return [head, ...brackets.slice(1, -1).split("][")];
}

function toObject({ children }: Node): Readonly<Record<string, WireValue>> {
  return Object.fromEntries([...children].map(([key, node]) => [key, toValue(node)]));
}

function toValue(node: Node): WireValue {
  const { values, children } = node;
  const [first] = values;
  if (children.size === 0) return values.length === 1 && first !== undefined ? first : values;
  const isList = [...children.keys()].every((key) => /^\d+$/.test(key));
  return isList ? [...children.values()].map(toValue) : toObject(node);
}
