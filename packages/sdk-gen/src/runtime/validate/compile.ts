import type { SchemaData, SchemaObject } from "../schema-data.js";
import { itemRules } from "./array-rules.js";
import { typeChecks } from "./check-type.js";
import { fail, type Issue } from "./issue.js";
import { ALWAYS, type Check, NEVER, type SchemaPlace, type Scope, type View } from "./keyword.js";
import { byType, formatRules, together } from "./rule.js";
import { targetOf } from "./types-of.js";

export type { Check, View } from "./keyword.js";

const compiled = { request: new WeakMap<object, Check>(), response: new WeakMap<object, Check>() };
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Compiles a schema to a closure on first use. Evaluates no code, so it works under any content security policy. Follows references when
 * data first reaches them.
 */
export function compile(schema: SchemaData, view: View): Check {
  if (typeof schema === "boolean") return schema ? ALWAYS : NEVER;
  if (typeof schema === "function") {
    let made: Check | undefined;
    return (value, path, issues, depth) => {
      made ??= compile(targetOf(schema), view);
      return made(value, path, issues, depth);
    };
  }
  let check = compiled[view].get(schema);
  if (!check) {
    const names = { readOnly: NO_NAMES, writeOnly: NO_NAMES };
    check = compileObject(schema, { ...names, view, root: schema });
    compiled[view].set(schema, check);
  }
  return check;
}

/** Lists the issues of a value; empty if it is valid. */
export function issuesOf(schema: SchemaData, view: View, value: unknown, path = ""): Issue[] {
  const check = compile(schema, view);
  const issues: Issue[] = [];
  try {
    // Most values are valid, and checking is faster without collecting issues.
    if (!check(value, path)) check(value, path, issues);
  } catch (error) {
    // Answers may be nested deeper than the stack allows.
    if (!(error instanceof RangeError)) throw error;
    fail(issues, path, "depth", "is nested too deeply");
  }
  return issues;
}

export function compileObject(schema: SchemaObject, around: SchemaPlace): Check {
  const { uses = [] } = schema;
  const { view } = around;
  const readOnly = joined(around.readOnly, schema.readOnlyProperties);
  const writeOnly = joined(around.writeOnly, schema.writeOnlyProperties);
  const isRequest = view === "request";
  const scope: Scope = {
    ...around,
    readOnly,
    writeOnly,
    mark: around.mark ?? uses.find(({ mark }) => mark)?.mark,
    optional: isRequest ? readOnly : writeOnly,
    unchecked: isRequest ? readOnly : NO_NAMES,
    inside: (inner) => compile(inner, view),
  };
  const rules = [itemRules, ...uses, formatRules].map((keyword) => keyword(schema, scope));
  const keywords = together([...byType(rules, schema.type), ...rules.flatMap(({ any = [] }) => any)]);
  // Stops at the first failing group, because later issues may follow from it.
  const steps = [...typeChecks(schema), ...keywords, ...rules.flatMap(({ last = [] }) => last)];
  const check = steps.length === 0 ? ALWAYS : steps.reduce(andThen);
  const whole = uses.reduce((inner, { wrap }) => wrap?.(inner) ?? inner, check);
  return scope.mark?.(whole, schema, scope) ?? whole;
}

function andThen(check: Check, next: Check): Check {
  return (value, path, issues, depth) => check(value, path, issues, depth) && next(value, path, issues, depth);
}

function joined(names: ReadonlySet<string>, more: readonly string[] = []): ReadonlySet<string> {
  return more.length === 0 ? names : new Set([...names, ...more]);
}
