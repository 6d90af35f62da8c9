import type { Check, Rule } from "../check.js";
import { fail } from "../issue.js";
import type { Keyword } from "../keyword.js";
import { eachMember, has, namesOf, pathTo, restOf } from "../object-rules.js";
import { isUntested, toRegExp } from "../pattern.js";
import { type Json, limit, together } from "../rule.js";
import { partOf } from "./part-of.js";

/** `minProperties` and `maxProperties`. */
export const propertyCounts: Keyword = (schema) => ({
  object: [
    ...limit(
      schema,
      "minProperties",
      "have at least",
      (value: Json, least) => namesOf(value).length >= least,
      "property",
    ),
    ...limit(schema, "maxProperties", "have at most", (value: Json, most) => namesOf(value).length <= most, "property"),
  ],
});

/** `patternProperties`, and `properties` and `additionalProperties` beside them. */
export const patternProperties: Keyword = (schema, scope) => {
  const named = new Map(Object.entries(schema.properties ?? {}));
  const patterns = Object.entries(schema.patternProperties ?? {}).map(
    ([pattern, property]) => [toRegExp(pattern), scope.inside(property)] as const,
  );
  const rest = restOf(schema, scope);
  const checkOf = (name: string): Check => {
    const own = named.get(name);
    const matching = isUntested(name, schema)
      ? [scope.inside(true)]
      : patterns.flatMap(([pattern, check]) => (pattern.test(name) ? [check] : []));
    return (
      together([...(own === undefined ? [] : [scope.inside(scope.unchecked.has(name) || own)]), ...matching])[0] ?? rest
    );
  };
  return { object: [eachMember(checkOf, scope)] };
};

export const propertyNames: Keyword = ({ propertyNames: allowed = true }, scope) => {
  const check = scope.inside(allowed);
  return {
    object: [
      (value, path, issues, depth) => {
        const wrong = depth === 0 ? [] : namesOf(value).filter((name) => !check(name, path));
        for (const name of wrong) fail(issues, pathTo(path, name), "propertyNames", "is not an allowed name");
        return wrong.length === 0;
      },
    ],
  };
};

/** `dependentRequired` and `dependentSchemas`. */
export const dependents: Keyword = ({ dependentRequired = {}, dependentSchemas = {} }, scope) => {
  const names = Object.entries(dependentRequired).flatMap(([name, needs]) =>
    needs
      .filter((need) => !scope.optional.has(need))
      .map(
        (need): Rule<Json> =>
          (value, path, issues) =>
            !has(value, name) ||
            has(value, need) ||
            fail(issues, pathTo(path, need), "dependentRequired", `is required beside ${name}`),
      ),
  );
  const schemas = Object.entries(dependentSchemas).map(([name, schema]): Rule<Json> => {
    const check = partOf(scope, schema, true);
    return (value, path, issues, depth) => !has(value, name) || check(value, path, issues, depth);
  });
  return { object: [...names, ...schemas] };
};
