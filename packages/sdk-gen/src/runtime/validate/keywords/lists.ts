import { eachItem, type List } from "../array-rules.js";
import { ALWAYS, type Rule } from "../check.js";
import { fail } from "../issue.js";
import { keyOf } from "../json-equal.js";
import type { Keyword } from "../keyword.js";
import { limit } from "../rule.js";

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
