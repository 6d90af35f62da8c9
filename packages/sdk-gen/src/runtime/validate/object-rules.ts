import type { SchemaObject } from "../schema-data.js";
import type { Check, Rule, Scope } from "./check.js";
import { escapeToken, fail, hideReceived } from "./issue.js";
import { toRegExp } from "./pattern.js";
import { type Json, limit, together } from "./rule.js";

/** The keywords about objects. A property that is `undefined` is not there. */
export function objectRules(schema: SchemaObject, scope: Scope): Rule<Json>[] {
  return [
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
  ];
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
  if (names.length === 0) return [];
  // Every object has a `constructor`: only such names need a closer look, which costs time.
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
  const rest = additionalProperties === false ? UNKNOWN : inside(additionalProperties);
  if (named.size === 0 && patterns.length === 0 && additionalProperties === true) return [];
  const checkByPattern = (name: string): Check => {
    const own = named.get(name);
    const matching = patterns.flatMap(([pattern, check]) => (pattern.test(name) ? [check] : []));
    return together([...(own ? [own] : []), ...matching])[0] ?? rest;
  };
  return [
    (value, path, issues, depth) => {
      if (depth === 0) return true;
      let right = true;
      // Listing the names is what costs most, so only mistakes are asked whether they are inherited.
      for (const name in value) {
        const member = value[name];
        if (member === undefined) continue;
        const check = patterns.length > 0 ? checkByPattern(name) : (named.get(name) ?? rest);
        if (check(member, path) || !Object.hasOwn(value, name)) continue;
        if (!issues) return false;
        const before = issues.length;
        if (!check(member, pathTo(path, name), issues, depth && depth - 1)) right = false;
        if (secret.has(name)) hideReceived(issues, before);
      }
      return right;
    },
  ];
}

const UNKNOWN: Check = (_, path, issues) => fail(issues, path, "additionalProperties", "is not a known property");

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
