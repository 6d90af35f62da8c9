import { fail } from "./issue.js";
import { keyOf } from "./json-equal.js";
import { ALWAYS, type Check, type Keyword, type Rule } from "./keyword.js";
import { limit } from "./rule.js";

/** The value of an array, whose items are checked. */
export type List = readonly unknown[];

/** The keyword `items`. */
export const itemRules: Keyword = ({ items = true, prefixItems }, { inside }) => {
  if (items === true || prefixItems) return {};
  const check = inside(items);
  return { array: [eachItem(() => check)] };
};

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

/** `minItems` and `maxItems`. */
export const itemCounts: Keyword = (schema) => ({
  array: [
    ...limit(schema, "minItems", "have at least", (list: List, least) => list.length >= least, "item"),
    ...atMost(schema),
  ],
});

function atMost(schema: { readonly maxItems?: number }): Rule<List>[] {
  return limit(schema, "maxItems", "have at most", (list: List, most) => list.length <= most, "item");
}

export const uniqueItems: Keyword = () => ({
  array: [
    (list, path, issues) =>
      new Set(list.map(keyOf)).size === list.length || fail(issues, path, "uniqueItems", "must not repeat an item"),
  ],
});

/** `contains`, `minContains` and `maxContains`. */
export const contains: Keyword = ({ contains: wanted = true, minContains = 1, maxContains }, scope) => {
  const check = scope.inside(wanted);
  const items = minContains === 1 && maxContains === undefined ? "item" : "items";
  const counts = maxContains === undefined ? `at least ${minContains}` : `${minContains} to ${maxContains}`;
  return {
    array: [
      (list, path, issues) => {
        const count = list.filter((item) => check(item, path)).length;
        return (
          (count >= minContains && count <= (maxContains ?? count)) ||
          fail(issues, path, "contains", `must contain ${counts} matching ${items}`)
        );
      },
    ],
  };
};

/** `prefixItems`, and `items` for the rest. */
export const prefixItems: Keyword = ({ prefixItems: prefix = [], items = true }, scope) => {
  const first = prefix.map(scope.inside);
  const rest = items === false ? ALWAYS : scope.inside(items);
  return {
    array: [eachItem((at) => first[at] ?? rest), ...(items === false ? atMost({ maxItems: first.length }) : [])],
  };
};
