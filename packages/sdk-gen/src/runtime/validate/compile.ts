import type { SchemaData, SchemaObject, SchemaReference } from "../schema-data.js";
import { arrayRules } from "./array-rules.js";
import { ALWAYS, type Check, type Mark, NEVER, type Scope, type View } from "./check.js";
import { typeChecks } from "./check-type.js";
import { fail, hideReceived, type Issue } from "./issue.js";
import { formatName, type Keyword } from "./keyword.js";
import { numberRules } from "./number-rules.js";
import { objectRules } from "./object-rules.js";
import { reachedFrom, targetOf } from "./reached-from.js";
import { byType, together } from "./rule.js";
import { stringRules } from "./string-rules.js";

export type { Check, View } from "./check.js";

/** The position of a schema among others for the same value. */
interface Place {
  readonly view: View;
  /** The referenced schema that contains this one. */
  readonly root: SchemaObject;
  /** Outer schemas for the same value; `true` if the root is a part of them, not an alternative. */
  readonly active: ReadonlyMap<SchemaObject, boolean>;
  /** True if the schema is optional within the root. */
  readonly union: boolean;
  /** Names that outer schemas mark readOnly or writeOnly, because a part may require properties of another. */
  readonly readOnly: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  /** True if an outer `unevaluated` keyword applies. */
  readonly mark: Keyword["mark"];
}

const compiled = { request: new WeakMap<object, Check>(), response: new WeakMap<object, Check>() };
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Compiles a schema to a closure on first use. Evaluates no code, so it works under any content security policy. Follows references when
 * data first reaches them.
 */
export function compile(schema: SchemaData, view: View): Check {
  if (typeof schema === "boolean") return schema ? ALWAYS : NEVER;
  if (typeof schema === "function") return lazily(() => compile(targetOf(schema), view));
  let check = compiled[view].get(schema);
  if (!check) {
    const place = { root: schema, active: new Map(), union: false, readOnly: NO_NAMES, writeOnly: NO_NAMES };
    check = compileObject(schema, { ...place, view, mark: undefined });
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
    fail(issues, path, "depth", "is nested too deep");
  }
  return issues;
}

function compileObject(schema: SchemaObject, around: Place): Check {
  const { uses = [], allOf = [] } = schema;
  const place: Place = {
    ...around,
    readOnly: joined(around.readOnly, schema.readOnlyProperties),
    writeOnly: joined(around.writeOnly, schema.writeOnlyProperties),
    mark: around.mark ?? uses.find(({ mark }) => mark)?.mark,
  };
  const scope = scopeAt(place);
  const more = uses.map((keyword) => keyword(schema, scope));
  const keywords = together([
    ...byType(
      {
        string: [...stringRules(schema), ...more.flatMap(({ string = [] }) => string)],
        number: [...numberRules(schema), ...more.flatMap(({ number = [] }) => number)],
        array: [...arrayRules(schema, scope), ...more.flatMap(({ array = [] }) => array)],
        object: [...objectRules(schema, scope), ...more.flatMap(({ object = [] }) => object)],
      },
      schema.type,
    ),
    ...allOf.map((part) => scope.part(part)),
    ...more.flatMap(({ any = [] }) => any),
  ]);
  // Stops at the first failing group, because later issues may follow from it.
  const steps = [...typeChecks(schema), ...keywords, ...more.flatMap(({ last = [] }) => last)];
  const check = steps.length === 0 ? ALWAYS : steps.reduce(andThen);
  const whole = isPassword(schema) ? hiding(check) : check;
  return place.mark ? marking(whole, place.mark(schema, scope)) : whole;
}

function andThen(check: Check, next: Check): Check {
  return (value, path, issues, depth) => check(value, path, issues, depth) && next(value, path, issues, depth);
}

function scopeAt(place: Place): Scope {
  const { view, active, readOnly, writeOnly, mark } = place;
  const parts = { must: new Map<SchemaData, Check>(), may: new Map<SchemaData, Check>() };
  const isRequest = view === "request";
  return {
    optional: isRequest ? readOnly : writeOnly,
    unchecked: isRequest ? readOnly : NO_NAMES,
    secret: writeOnly,
    marks: mark !== undefined,
    inside: (schema) => compile(schema, view),
    part(schema, union = false) {
      const known = parts[union ? "may" : "must"];
      const check = known.get(schema) ?? compilePart(schema, { ...place, union: place.union || union });
      known.set(schema, check);
      return check;
    },
    active,
  };
}

function compilePart(schema: SchemaData, place: Place): Check {
  if (typeof schema === "function") return compileReference(schema, place);
  if (typeof schema === "boolean") return compile(schema, place.view);
  return schema.requestOnly && place.view === "response" ? NEVER : compileObject(schema, place);
}

function compileReference(reference: SchemaReference, place: Place): Check {
  const { view, root, union, readOnly, writeOnly, mark } = place;
  const target = targetOf(reference);
  if (typeof target === "boolean") return compile(target, view);
  // Already being checked on this value: as a part it adds nothing, and as an alternative it can never match.
  if (target === root || place.active.has(target)) return union ? NEVER : ALWAYS;
  return lazily(() => {
    const around = [...place.active, [root, true] as const].map(
      ([schema, isPart]) => [schema, isPart && !union] as const,
    );
    const reached = reachedFrom(target);
    const active = new Map(around.filter(([schema]) => reached.has(schema)));
    if (active.size === 0 && readOnly.size === 0 && writeOnly.size === 0 && !mark) return compile(target, view);
    return compileObject(target, { ...place, root: target, active, union: false });
  });
}

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

function marking(check: Check, mark: Mark): Check {
  return Object.assign(andThen(check, ALWAYS), { mark });
}

function isPassword(schema: SchemaObject): boolean {
  return (
    formatName(schema) === "password" ||
    (schema.allOf ?? []).some((part) => typeof part === "object" && isPassword(part))
  );
}

function hiding(check: Check): Check {
  return (value, path, issues, depth) => {
    const before = issues?.length ?? 0;
    const right = check(value, path, issues, depth);
    if (issues) hideReceived(issues, before);
    return right;
  };
}

function joined(names: ReadonlySet<string>, more: readonly string[] = []): ReadonlySet<string> {
  return more.length === 0 ? names : new Set([...names, ...more]);
}
