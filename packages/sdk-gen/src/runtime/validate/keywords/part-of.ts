import type { SchemaData, SchemaReference } from "../../schema-data.js";
import { compile, compileObject } from "../compile.js";
import { ALWAYS, type Check, type Keyword, NEVER, type SchemaPlace, type Scope } from "../keyword.js";
import { reachedFrom, targetOf } from "../types-of.js";

/** The check of a subschema for the same value. Cached. @param union true if the subschema is optional */
export function partOf(scope: Scope, schema: SchemaData, union = false): Check {
  const { must, may } = parts.get(scope) ?? { must: new Map(), may: new Map() };
  parts.set(scope, { must, may });
  const known = union ? may : must;
  const check = known.get(schema) ?? compilePart(schema, { ...scope, union: scope.union || union });
  known.set(schema, check);
  return check;
}

type PartChecks = Readonly<Record<"must" | "may", Map<SchemaData, Check>>>;

const parts = /* @__PURE__ */ new WeakMap<Scope, PartChecks>();

function compilePart(schema: SchemaData, place: SchemaPlace): Check {
  if (typeof schema === "function") return compileReference(schema, place);
  if (typeof schema === "boolean") return compile(schema, place.view);
  return schema.requestOnly && place.view === "response" ? NEVER : compileObject(schema, place);
}

function compileReference(reference: SchemaReference, place: SchemaPlace): Check {
  const { view, root, union, readOnly, writeOnly, mark, active: outer = new Map() } = place;
  const target = targetOf(reference);
  if (typeof target === "boolean") return compile(target, view);
  // This schema is already being checked for the value. As a part it adds nothing; as an alternative it can never
  // match.
  if (target === root || outer.has(target)) return union ? NEVER : ALWAYS;
  return lazily(() => {
    const around = [...outer, [root, true] as const].map(([schema, isPart]) => [schema, isPart && !union] as const);
    const reached = reachedFrom(target);
    const active = new Map(around.filter(([schema]) => reached.has(schema)));
    if (active.size === 0 && readOnly.size === 0 && writeOnly.size === 0 && !mark) return compile(target, view);
    return compileObject(target, { ...place, root: target, active, union: false });
  });
}

/** Compiles on first use. */
function lazily(make: () => Check): Check {
  let made: Check | undefined;
  const check: Check = (value, path, issues, depth) => {
    made ??= make();
    return made(value, path, issues, depth);
  };
  check.mark = (value, seen) => {
    made ??= make();
    made.mark?.(value, seen);
  };
  return check;
}

export const allOf: Keyword = (schema, scope) => ({ any: (schema.allOf ?? []).map((part) => partOf(scope, part)) });
