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

/** Where a schema stands that is about the same value as others. */
interface Place {
  readonly view: View;
  /** The schema that was reached by reference, and holds this one. */
  readonly root: SchemaObject;
  /** Schemas around the root that are about the same value; `true` when the root is a part of them, not an alternative. */
  readonly active: ReadonlyMap<SchemaObject, boolean>;
  /** May the schema not apply, although the root does? */
  readonly union: boolean;
  /** Names that schemas around this one mark readOnly and writeOnly: a part may require what another part declares. */
  readonly readOnly: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  /** Of a keyword around here that asks what has been looked at. */
  readonly mark: Keyword["mark"];
}

const compiled = { request: new WeakMap<object, Check>(), response: new WeakMap<object, Check>() };
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * A schema as a closure, made on first use and kept. No code is evaluated, so it works under any content security policy.
 * References are followed when data first reaches them.
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

/** Everything that is wrong with the value; empty when nothing is. */
export function issuesOf(schema: SchemaData, view: View, value: unknown, path = ""): Issue[] {
  const check = compile(schema, view);
  const issues: Issue[] = [];
  try {
    // Right values are the rule, and saying yes is cheaper than saying where.
    if (!check(value, path)) check(value, path, issues);
  } catch (error) {
    // Answers may be nested deeper than the stack is.
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
  // One after the other: what follows from a mistake is no mistake of its own.
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
    leadsBack(branches) {
      const wholes = [...active].filter(([, isPart]) => isPart);
      return (
        wholes.length > 0 &&
        branches.some((branch) => {
          const reached = reachedFrom(branch);
          return wholes.some(([schema]) => reached.has(schema));
        })
      );
    },
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
  // Checked on this value already: as a part it adds nothing, as an alternative it can never be the one that holds.
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
