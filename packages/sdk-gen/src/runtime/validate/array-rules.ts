import type { Check, Rule } from "./check.js";
import type { Keyword } from "./keyword.js";

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
