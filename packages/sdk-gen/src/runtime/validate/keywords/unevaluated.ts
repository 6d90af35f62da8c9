import type { SchemaObject } from "../../schema-data.js";
import { fail } from "../issue.js";
import type { Check, Keyword, Mark, Marking, Rules, Scope } from "../keyword.js";
import { failUnknown, pathTo } from "../object-rules.js";
import { isUntested, toRegExp } from "../pattern.js";
import { isObject } from "../rule.js";
import { leadsBack } from "./alternatives.js";
import { partOf } from "./part-of.js";

const marking: Marking = (check, schema, scope) => {
  const marked: Check = (value, path, issues, depth) => check(value, path, issues, depth);
  marked.mark = markOf(schema, scope);
  return marked;
};

/** `unevaluatedProperties` and `unevaluatedItems`. */
export const unevaluated: Keyword = /* @__PURE__ */ Object.assign(checks, { mark: marking });

function checks(schema: SchemaObject, scope: Scope): Rules {
  const { unevaluatedProperties: properties, unevaluatedItems: items } = schema;
  // Without the `unevaluated` keywords of the schema itself.
  const { unevaluatedProperties: _, unevaluatedItems: __, ...others } = schema;
  const mark = markOf(others, scope);
  const check: Check = (value, path, issues, depth) => {
    const rest = Array.isArray(value) ? items : isObject(value) ? properties : undefined;
    if (rest === undefined || typeof value !== "object" || value === null) return true;
    const seen = new Set<string>();
    mark(value, seen);
    const left = Object.entries(value).filter(([name, member]) => member !== undefined && !seen.has(name));
    if (rest === false) {
      if (left.length > 0 && Array.isArray(value)) {
        const most = value.length - left.length;
        return fail(issues, path, "unevaluatedItems", `must have at most ${most} items`, value, most);
      }
      for (const [name] of issues ? left : []) failUnknown(issues ?? [], pathTo(path, name), "unevaluatedProperties");
      return left.length === 0;
    }
    const inside = scope.inside(rest);
    const wrong = left.filter(
      ([name, member]) => depth !== 0 && !inside(member, pathTo(path, name), issues, depth && depth - 1),
    );
    return wrong.length === 0;
  };
  return { last: [check] };
}

/** The parts of a value that the schema evaluates. */
function markOf(schema: SchemaObject, scope: Scope): Mark {
  const { properties = {}, prefixItems = [], contains } = schema;
  const patterns = Object.keys(schema.patternProperties ?? {}).map(toRegExp);
  const contained = contains === undefined ? undefined : scope.inside(contains);
  const { additionalProperties, unevaluatedProperties, items, unevaluatedItems } = schema;
  const allProperties = (additionalProperties ?? unevaluatedProperties) !== undefined;
  const allItems = (items ?? unevaluatedItems) !== undefined;
  return (value, seen) => {
    for (const [name, member] of Object.entries(value)) {
      if (
        Array.isArray(value)
          ? allItems || Number(name) < prefixItems.length || contained?.(member, "")
          : allProperties ||
            Object.hasOwn(properties, name) ||
            isUntested(name, schema) ||
            patterns.some((pattern) => pattern.test(name))
      )
        seen.add(name);
    }
    for (const check of appliedParts(schema, scope, value)) check.mark?.(value, seen);
  };
}

/** The subschemas for the same value that accept it. */
function appliedParts(schema: SchemaObject, scope: Scope, value: object): Check[] {
  const { allOf = [], if: condition, dependentSchemas = {} } = schema;
  const branches = [schema.anyOf, schema.oneOf].flatMap((list) => (list && !leadsBack(scope, list) ? list : []));
  const applied = branches.map((branch) => partOf(scope, branch, true)).filter((check) => check(value, ""));
  if (condition !== undefined) {
    const check = partOf(scope, condition, true);
    const holds = check(value, "");
    if (holds) applied.push(check);
    const then = holds ? schema.then : schema.else;
    if (then !== undefined) applied.push(partOf(scope, then, true));
  }
  for (const [name, part] of Object.entries(dependentSchemas)) {
    if (Object.hasOwn(value, name)) applied.push(partOf(scope, part, true));
  }
  return [...allOf.map((part) => partOf(scope, part)), ...applied];
}
