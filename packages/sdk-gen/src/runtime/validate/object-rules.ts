import type { SchemaObject } from "../schema-data.js";
import { escapeToken, fail, hideReceived, type Issue } from "./issue.js";
import type { Check, Keyword, Rule, Scope } from "./keyword.js";
import { partOf } from "./keywords/part-of.js";
import { isUntested, toRegExp } from "./pattern.js";
import { type Json, limit, together } from "./rule.js";

/** `required`, `properties` and `additionalProperties`. Ignores properties that are `undefined`. */
export const objectMembers: Keyword = (schema, scope) => ({
  object: [...required(schema, scope), ...members(schema, scope)],
});

export function has(value: Json, name: string): boolean {
  return value[name] !== undefined && Object.hasOwn(value, name);
}

export function namesOf(value: Json): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}

export function pathTo(path: string, name: string): string {
  return `${path}/${escapeToken(name)}`;
}

function required(schema: SchemaObject, { optional }: Scope): Rule<Json>[] {
  const names = (schema.required ?? []).filter((name) => !optional.has(name));
  if (names.length === 0) return [];
  // Every object inherits names such as `constructor`. Only such names need the slower check.
  const inherits = names.some((name) => name in Object.prototype);
  return [
    (value, path, issues) => {
      let right = true;
      for (const name of names) {
        if (inherits ? has(value, name) : value[name] !== undefined) continue;
        if (!issues) return false;
        right = fail(issues, pathTo(path, name), "required", "is required");
      }
      return right;
    },
  ];
}

function members(schema: SchemaObject, scope: Scope): Rule<Json>[] {
  const { properties = {}, patternProperties, additionalProperties = true } = schema;
  const entries = Object.entries(properties);
  if (patternProperties || (entries.length === 0 && additionalProperties === true)) return [];
  const named = new Map(entries.map(([name, property]) => [name, scope.inside(scope.unchecked.has(name) || property)]));
  const rest = restOf(schema, scope);
  return [eachMember((name) => named.get(name) ?? rest, scope)];
}

/** The check of additional properties. */
export function restOf({ additionalProperties = true }: SchemaObject, { inside }: Scope): Check {
  if (additionalProperties !== false) return inside(additionalProperties);
  return (_, path, issues) => issues !== undefined && failUnknown(issues, path, "additionalProperties");
}

export function failUnknown(issues: Issue[], path: string, keyword: string): false {
  return fail(issues, path, keyword, "is not a known property");
}

export function eachMember(checkOf: (name: string) => Check, { writeOnly }: Scope): Rule<Json> {
  return (value, path, issues, depth) => {
    if (depth === 0) return true;
    let right = true;
    // Listing own names is slow, so inherited names are filtered out only after a mistake.
    for (const name in value) {
      const member = value[name];
      if (member === undefined) continue;
      const check = checkOf(name);
      if (check(member, path) || !Object.hasOwn(value, name)) continue;
      if (!issues) return false;
      const before = issues.length;
      if (!check(member, pathTo(path, name), issues, depth && depth - 1)) right = false;
      if (writeOnly.has(name)) hideReceived(issues, before);
    }
    return right;
  };
}

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

/** `patternProperties`, together with `properties` and `additionalProperties`. */
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
