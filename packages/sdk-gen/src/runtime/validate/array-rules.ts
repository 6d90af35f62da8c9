import type { SchemaObject } from "../schema-data.js";
import type { Check, Rule, Scope } from "./check.js";
import { limit } from "./rule.js";

type List = readonly unknown[];

/** The common keywords of arrays. */
export function arrayRules(schema: SchemaObject, scope: Scope): Rule<List>[] {
  return [
    ...limit(schema, "minItems", "have at least", (list: List, least) => list.length >= least, "item"),
    ...limit(schema, "maxItems", atMost, hasAtMost, "item"),
    ...items(schema, scope),
  ];
}

/** `items: false` after the first `count` items. */
export function noMore(count: number): Rule<List>[] {
  return limit({ maxItems: count }, "maxItems", atMost, hasAtMost, "item");
}

const atMost = "have at most";
const hasAtMost = (list: List, most: number): boolean => list.length <= most;

function items({ items: schema = true, prefixItems }: SchemaObject, { inside }: Scope): Rule<List>[] {
  if (schema === true || prefixItems) return [];
  if (schema === false) return noMore(0);
  const check = inside(schema);
  return [eachItem(() => check)];
}

export function eachItem(checkAt: (at: number) => Check): Rule<List> {
  return (list, path, issues, depth) => {
    if (depth === 0) return true;
    let right = true;
    for (let at = 0; at < list.length; at += 1) {
      if (checkAt(at)(list[at], issues ? `${path}/${at}` : path, issues, depth && depth - 1)) continue;
      if (!issues) return false;
      right = false;
    }
    return right;
  };
}
