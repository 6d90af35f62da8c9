import type { SchemaObject } from "../schema-data.js";
import type { Check, Rule, Scope } from "./check.js";
import { escapeToken, fail, hideReceived, type Issue } from "./issue.js";
import type { Keyword } from "./keyword.js";
import type { Json } from "./rule.js";

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
  // Only names such as `constructor`, which every object inherits, need the slower check.
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
    // Listing names is slow, so inherited names are sorted out only for mistakes.
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
