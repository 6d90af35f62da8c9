import type { SchemaData, SchemaObject } from "../../schema-data.js";
import { fail } from "../issue.js";
import type { Check, Keyword, Rule, Rules, Scope } from "../keyword.js";
import { has, pathTo } from "../object-rules.js";
import { isObject, type Json } from "../rule.js";
import { alternatives, choice, fitsSeveral, LOST, leadsBack } from "./alternatives.js";
import { partOf } from "./part-of.js";

/** `oneOf` and `anyOf` with a discriminator. */
export const taggedAlternatives: Keyword = (schema, scope): Rules => {
  // For outer `unevaluated` keywords, every branch is checked.
  if (scope.mark) return alternatives(schema, scope);
  const { oneOf, anyOf, discriminator } = schema;
  const tagged = oneOf ?? anyOf ?? [];
  const keyword = oneOf && !fitsSeveral(schema, scope) ? "oneOf" : "anyOf";
  const checks = leadsBack(scope, tagged) ? [] : [byTag(keyword, tagged, scope, discriminator)];
  return { any: oneOf && anyOf ? [...checks, ...(alternatives({ anyOf }, scope).any ?? [])] : checks };
};

function byTag(
  keyword: "oneOf" | "anyOf",
  branches: readonly SchemaData[],
  scope: Scope,
  { propertyName = "", tags = {}, untagged = [], fallback }: Partial<NonNullable<SchemaObject["discriminator"]>> = {},
): Check {
  const all = branches.map((branch) => partOf(scope, branch, true));
  const at = (positions: readonly number[]): Check[] => positions.flatMap((position) => all[position] ?? []);
  const named = new Map(Object.entries(tags).map(([tag, positions]) => [tag, at(positions)]));
  const others = at(fallback === undefined ? untagged : [fallback]);
  const narrow = (value: unknown): readonly Check[] | undefined => {
    if (!isObject(value)) return undefined;
    const tag = tagOf(value, propertyName);
    const known = tag === undefined ? undefined : named.get(tag);
    return known ?? (fallback !== undefined || (others.length > 0 && has(value, propertyName)) ? others : LOST);
  };
  const failTag: Rule<Json> = (value, path, issues) => {
    const here = pathTo(path, propertyName);
    if (!has(value, propertyName)) return fail(issues, here, "required", "is required");
    const known = [...named.keys()];
    const message = `must be one of ${known.map((tag) => JSON.stringify(tag)).join(", ")}`;
    return fail(issues, here, "discriminator", message, value[propertyName], known);
  };
  return choice(keyword, all, narrow, failTag);
}

/** For a schema without alternatives that other schemas extend. The value must also match the schema of its tag. */
export const subtypes: Keyword = ({ discriminator }, scope) => {
  const entries = Object.entries(discriminator?.subtypes ?? {});
  if (
    !discriminator ||
    scope.mark ||
    leadsBack(
      scope,
      entries.map(([, schema]) => schema),
    )
  )
    return {};
  const named = new Map(entries.map(([tag, schema]) => [tag, partOf(scope, schema, true)]));
  return {
    any: [
      (value, path, issues, depth) => {
        const tag = isObject(value) ? tagOf(value, discriminator.propertyName) : undefined;
        const check = tag === undefined ? undefined : named.get(tag);
        return !check || check(value, path, issues, depth);
      },
    ],
  };
};

function tagOf(value: Json, name: string): string | undefined {
  const tag = value[name];
  return has(value, name) && typeof tag !== "object" ? String(tag) : undefined;
}
