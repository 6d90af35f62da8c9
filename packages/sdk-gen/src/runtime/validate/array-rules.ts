import type { SchemaObject } from "../schema-data.js";
import type { Rule, Scope } from "./check.js";
import { fail } from "./issue.js";
import { keyOf } from "./json-equal.js";
import { limit } from "./rule.js";

type List = readonly unknown[];

/** The keywords about arrays. */
export function arrayRules(schema: SchemaObject, scope: Scope): Rule<List>[] {
  return [
    ...limit(schema, "minItems", "have at least", (list: List, least) => list.length >= least, "item"),
    ...limit(schema, "maxItems", "have at most", (list: List, most) => list.length <= most, "item"),
    ...(schema.uniqueItems ? [uniqueItems] : []),
    ...contains(schema, scope),
    ...items(schema, scope),
  ];
}

const uniqueItems: Rule<List> = (list, path, issues) =>
  new Set(list.map(keyOf)).size === list.length || fail(issues, path, "uniqueItems", "must not repeat an item");

function contains({ contains: wanted, minContains = 1, maxContains }: SchemaObject, scope: Scope): Rule<List>[] {
  if (wanted === undefined) return [];
  const check = scope.inside(wanted);
  const counts = maxContains === undefined ? `at least ${minContains}` : `${minContains} to ${maxContains}`;
  return [
    (list, path, issues) => {
      const count = list.filter((item) => check(item, path)).length;
      return (
        (count >= minContains && count <= (maxContains ?? count)) ||
        fail(issues, path, "contains", `must contain ${counts} matching items`)
      );
    },
  ];
}

function items({ prefixItems = [], items: others }: SchemaObject, scope: Scope): Rule<List>[] {
  const first = prefixItems.map(scope.inside);
  const rest = typeof others === "boolean" || others === undefined ? undefined : scope.inside(others);
  const rules: Rule<List>[] = [];
  if (first.length > 0 || rest) {
    rules.push((list, path, issues, depth) => {
      if (depth === 0) return true;
      let right = true;
      for (let at = 0; at < list.length; at += 1) {
        const check = first[at] ?? rest;
        if (!check) break;
        if (!check(list[at], issues ? `${path}/${at}` : path, issues, depth && depth - 1)) {
          if (!issues) return false;
          right = false;
        }
      }
      return right;
    });
  }
  if (others === false) {
    rules.push(
      ...limit(
        { maxItems: first.length },
        "maxItems",
        "have at most",
        (list: List, most) => list.length <= most,
        "item",
      ),
    );
  }
  return rules;
}
