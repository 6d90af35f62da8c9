import type { SchemaObject } from "../schema-data.js";
import type { Check, Scope } from "./check.js";
import { escapeToken, fail, hideReceived } from "./issue.js";
import { toRegExp } from "./pattern.js";
import { checkOf, limit, type Rule } from "./rule.js";

export type Json = Readonly<Record<string, unknown>>;

/** The keywords about objects. A property that is `undefined` is not there. */
export function objectChecks(schema: SchemaObject, scope: Scope): Check[] {
  return checkOf(isObject, [
    ...limit(
      schema,
      "minProperties",
      "have at least",
      (value: Json, least) => namesOf(value).length >= least,
      "property",
    ),
    ...limit(schema, "maxProperties", "have at most", (value: Json, most) => namesOf(value).length <= most, "property"),
    ...required(schema, scope),
    ...dependent(schema, scope),
    ...members(schema, scope),
    ...propertyNames(schema, scope),
  ]);
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function has(value: Json, name: string): boolean {
  return value[name] !== undefined && Object.hasOwn(value, name);
}

function namesOf(value: Json): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}

export function pathTo(path: string, name: string): string {
  return `${path}/${escapeToken(name)}`;
}

function required(schema: SchemaObject, { optional }: Scope): Rule<Json>[] {
  const names = (schema.required ?? []).filter((name) => !optional.has(name));
  return names.map(
    (name) => (value, path, issues) => has(value, name) || fail(issues, pathTo(path, name), "required", "is required"),
  );
}

function dependent({ dependentRequired = {}, dependentSchemas = {} }: SchemaObject, scope: Scope): Rule<Json>[] {
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
    const check = scope.part(schema, true);
    return (value, path, issues, depth) => !has(value, name) || check(value, path, issues, depth);
  });
  return [...names, ...schemas];
}

function members(schema: SchemaObject, { inside, unchecked, secret }: Scope): Rule<Json>[] {
  const { properties = {}, patternProperties = {}, additionalProperties = true } = schema;
  const named = new Map(
    Object.entries(properties).map(([name, property]) => [name, inside(unchecked.has(name) || property)]),
  );
  const patterns = Object.entries(patternProperties).map(
    ([pattern, property]) => [toRegExp(pattern), inside(property)] as const,
  );
  const rest = inside(additionalProperties);
  if (named.size === 0 && patterns.length === 0 && additionalProperties === true) return [];
  return [
    (value, path, issues, depth) => {
      if (depth === 0) return true;
      let right = true;
      for (const name of Object.keys(value)) {
        const member = value[name];
        if (member === undefined) continue;
        const here = issues ? pathTo(path, name) : path;
        const before = issues?.length ?? 0;
        const own = named.get(name);
        let fits = !own || own(member, here, issues, depth - 1);
        let known = own !== undefined;
        for (const [expression, check] of patterns) {
          if (!expression.test(name)) continue;
          known = true;
          if (!check(member, here, issues, depth - 1)) fits = false;
        }
        if (!known && additionalProperties === false) {
          fits = fail(issues, here, "additionalProperties", "is not a known property");
        } else if (!known && !rest(member, here, issues, depth - 1)) fits = false;
        if (fits) continue;
        if (!issues) return false;
        right = false;
        if (secret.has(name)) hideReceived(issues, before);
      }
      return right;
    },
  ];
}

function propertyNames({ propertyNames: allowed }: SchemaObject, scope: Scope): Rule<Json>[] {
  if (allowed === undefined) return [];
  const check = scope.inside(allowed);
  return [
    (value, path, issues, depth) => {
      const wrong = depth === 0 ? [] : namesOf(value).filter((name) => !check(name, path));
      for (const name of wrong) fail(issues, pathTo(path, name), "propertyNames", "has a name that is not allowed");
      return wrong.length === 0;
    },
  ];
}
