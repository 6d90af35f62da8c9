import type { SchemaData, SchemaObject } from "../../schema-data.js";
import { fail } from "../issue.js";
import type { Check, Keyword, Rule, Scope } from "../keyword.js";
import type { Json } from "../rule.js";
import { reachedFrom, targetOf } from "../types-of.js";
import { explainClosest } from "./explain-closest.js";
import { partOf } from "./part-of.js";

/** `oneOf` and `anyOf`. */
export const alternatives: Keyword = (schema, scope) => ({
  any: (["oneOf", "anyOf"] as const).flatMap((keyword) => {
    const branches = schema[keyword];
    if (!branches || leadsBack(scope, branches)) return [];
    const checks = branches.map((branch) => partOf(scope, branch, true));
    return [choice(fitsSeveral(schema, scope) ? "anyOf" : keyword, checks)];
  }),
});

/** Reports that no branch has the tag of the value. */
export const LOST: readonly Check[] = [];

/**
 * Checks `oneOf` and `anyOf`.
 * @param narrow selects branches by the tag of the value; `undefined` for all of them
 * @param failTag reports the tag as the mistake
 */
export function choice(
  keyword: "oneOf" | "anyOf",
  all: readonly Check[],
  narrow?: (value: unknown) => readonly Check[] | undefined,
  failTag?: Rule<Json>,
): Check {
  return (value, path, issues, depth) => {
    const narrowed = narrow?.(value) ?? all;
    const isLost = narrowed === LOST;
    const checks = isLost ? all : narrowed;
    const [only] = checks;
    if (only && checks.length === 1 && !isLost) return only(value, path, issues, depth);
    let matches = 0;
    for (const check of checks) {
      if (check(value, path)) matches += 1;
      if (matches > 0 && (keyword === "anyOf" || (matches > 1 && !issues))) break;
    }
    if (matches === 1) return true;
    // A tag is only a hint. If another alternative allows the value, it is valid. Otherwise the tag is reported.
    if (isLost && failTag) return failTag(value as Json, path, issues);
    if (matches > 1) {
      return fail(issues, path, keyword, "must match only one of the alternatives");
    }
    issues?.push(...explainClosest(keyword, checks, value, path, depth));
    return false;
  };
}

/** True if this schema is a part of the schema of the branches. Then Cat does not have to check the branches of Pet. */
export function leadsBack({ active = new Map() }: Scope, branches: readonly SchemaData[]): boolean {
  const wholes = [...active].filter(([, isPart]) => isPart);
  return (
    wholes.length > 0 &&
    branches.some((branch) => {
      const reached = reachedFrom(branch);
      return wholes.some(([schema]) => reached.has(schema));
    })
  );
}

/**
 * True if a value may match several alternatives of a `oneOf`. This is allowed in requests if each alternative
 * describes values of its own. Alternatives that only require or forbid properties exclude each other.
 */
export function fitsSeveral({ anyOf, oneOf = [] }: SchemaObject, { view }: Scope): boolean {
  return view === "request" && !anyOf && oneOf.every(isKind);
}

function isKind(branch: SchemaData): boolean {
  const schema = targetOf(branch);
  if (typeof schema === "boolean") return false;
  const { type = "object", properties, items, enum: values, const: value, allOf, anyOf, oneOf } = schema;
  return Boolean(type !== "object" || properties || items || values || value !== undefined || allOf || anyOf || oneOf);
}
