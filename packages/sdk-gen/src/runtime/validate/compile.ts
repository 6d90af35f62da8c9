import type { SchemaData, SchemaObject } from "../schema-data.js";
import { FORMATS } from "./formats.js";
import { escapeToken, fieldOf, type Issue } from "./issue.js";

/** Requests need no readOnly properties, responses no writeOnly ones. */
export type View = "request" | "response";

/** Is the value right? With a list it goes on after the first mistake and adds every one; without, it stops there. */
export type Check = (value: unknown, path: string, issues?: Issue[]) => boolean;

const compiled = { request: new WeakMap<object, Check>(), response: new WeakMap<object, Check>() };

/**
 * A schema as a closure, made on first use and kept. No code is evaluated, so it works under any content security policy.
 * References are followed when data first reaches them.
 */
export function compile(schema: SchemaData, view: View): Check {
  if (schema === true) return () => true;
  if (schema === false) return (_value, path, issues) => fail(issues, path, "false schema", "is not allowed");
  if (typeof schema === "function") {
    let check: Check | undefined;
    return (value, path, issues) => {
      check ??= compile(schema(), view);
      return check(value, path, issues);
    };
  }
  const known = compiled[view].get(schema);
  if (known) return known;
  const check = all(checksOf(schema, view));
  compiled[view].set(schema, check);
  return check;
}

export function fail(
  issues: Issue[] | undefined,
  path: string,
  keyword: string,
  message: string,
  expected?: unknown,
): false {
  issues?.push({ path, field: fieldOf(path), keyword, message, ...(expected === undefined ? {} : { expected }) });
  return false;
}

function all(checks: readonly Check[]): Check {
  const [only] = checks;
  if (checks.length === 1 && only) return only;
  return (value, path, issues) => {
    let right = true;
    for (const check of checks) {
      if (!check(value, path, issues)) {
        right = false;
        if (!issues) break;
      }
    }
    return right;
  };
}

function checksOf(schema: SchemaObject, view: View): Check[] {
  return [
    ...typeChecks(schema),
    ...stringChecks(schema),
    ...numberChecks(schema),
    ...arrayChecks(schema, view),
    ...objectChecks(schema, view),
    ...combinators(schema, view),
  ];
}

export function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function typeChecks(schema: SchemaObject): Check[] {
  const checks: Check[] = [];
  const { type, enum: members } = schema;
  if (type !== undefined) {
    const types = typeof type === "string" ? [type] : type;
    const message = `must be ${types.join(" or ")}`;
    checks.push((value, path, issues) => {
      const actual = typeOf(value);
      const right = types.some(
        (wanted) =>
          wanted === actual ||
          (actual === "number"
            ? wanted === "integer" && Number.isInteger(value)
            : actual === "bigint" && (wanted === "integer" || wanted === "number")),
      );
      return right || fail(issues, path, "type", message, type);
    });
  }
  if (members) {
    const message = `must be one of ${members.map((member) => JSON.stringify(member)).join(", ")}`;
    checks.push(
      (value, path, issues) =>
        members.some((member) => isSame(member, value)) || fail(issues, path, "enum", message, members),
    );
  }
  if ("const" in schema) {
    checks.push(
      (value, path, issues) =>
        isSame(schema.const, value) ||
        fail(issues, path, "const", `must be ${JSON.stringify(schema.const)}`, schema.const),
    );
  }
  return checks;
}

/** JSON equality. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) =>
        Object.hasOwn(right, key) &&
        isSame((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
    )
  );
}

/** `true` where the value is not of the keyword's type: keywords only speak of their own. */
type Rule = readonly [keyword: string, limit: unknown, message: string, holds: (value: unknown) => boolean];

function rules(list: readonly (Rule | undefined | false)[]): Check[] {
  return list.flatMap((rule) =>
    rule
      ? [
          (value: unknown, path: string, issues?: Issue[]) =>
            rule[3](value) || fail(issues, path, rule[0], rule[2], rule[1]),
        ]
      : [],
  );
}

const has = (limit: unknown): limit is NonNullable<unknown> => limit !== undefined;
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function stringChecks({ minLength, maxLength, pattern, format }: SchemaObject): Check[] {
  const length = (text: string): number => {
    let points = 0;
    for (const _ of text) points += 1;
    return points;
  };
  const expression = pattern === undefined ? undefined : toRegExp(pattern);
  const accepts = format === undefined || !Object.hasOwn(FORMATS, format) ? undefined : FORMATS[format];
  return rules([
    has(minLength) && [
      "minLength",
      minLength,
      `must have at least ${plural(minLength, "character")}`,
      (value) => typeof value !== "string" || length(value) >= minLength,
    ],
    has(maxLength) && [
      "maxLength",
      maxLength,
      `must have at most ${plural(maxLength, "character")}`,
      (value) => typeof value !== "string" || value.length <= maxLength || length(value) <= maxLength,
    ],
    expression && [
      "pattern",
      pattern,
      `must match ${pattern}`,
      (value) => typeof value !== "string" || expression.test(value),
    ],
    accepts && ["format", format, `must be a valid ${format}`, (value) => typeof value !== "string" || accepts(value)],
    format === "int32" && [
      "format",
      format,
      "must be a 32-bit integer",
      (value) => typeof value !== "number" || (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31),
    ],
    format === "int64" && [
      "format",
      format,
      "must be an integer",
      (value) => typeof value !== "number" || Number.isInteger(value),
    ],
  ]);
}

/** Patterns are ECMA-262 with `u`; those that only work without it are taken so, and those of other dialects are not checked. */
function toRegExp(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {}
  }
  return undefined;
}

function numberChecks({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: SchemaObject): Check[] {
  const numeric = (value: unknown): value is number => typeof value === "number" || typeof value === "bigint";
  return rules([
    has(minimum) && ["minimum", minimum, `must be at least ${minimum}`, (value) => !numeric(value) || value >= minimum],
    has(maximum) && ["maximum", maximum, `must be at most ${maximum}`, (value) => !numeric(value) || value <= maximum],
    has(exclusiveMinimum) && [
      "exclusiveMinimum",
      exclusiveMinimum,
      `must be more than ${exclusiveMinimum}`,
      (value) => !numeric(value) || value > exclusiveMinimum,
    ],
    has(exclusiveMaximum) && [
      "exclusiveMaximum",
      exclusiveMaximum,
      `must be less than ${exclusiveMaximum}`,
      (value) => !numeric(value) || value < exclusiveMaximum,
    ],
    has(multipleOf) && [
      "multipleOf",
      multipleOf,
      `must be a multiple of ${multipleOf}`,
      (value) => !numeric(value) || isMultiple(Number(value), multipleOf),
    ],
  ]);
}

/** 0.3 is a multiple of 0.1 although the quotient of their doubles is not whole. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.max(1, Math.abs(quotient)) * 2;
}

function arrayChecks(schema: SchemaObject, view: View): Check[] {
  const { minItems, maxItems, uniqueItems, prefixItems, items, contains, minContains = 1, maxContains } = schema;
  const checks = rules([
    has(minItems) && [
      "minItems",
      minItems,
      `must have at least ${plural(minItems, "item")}`,
      (value) => !Array.isArray(value) || value.length >= minItems,
    ],
    has(maxItems) && [
      "maxItems",
      maxItems,
      `must have at most ${plural(maxItems, "item")}`,
      (value) => !Array.isArray(value) || value.length <= maxItems,
    ],
    uniqueItems && [
      "uniqueItems",
      true,
      "must not repeat an item",
      (value) => !Array.isArray(value) || isUnique(value),
    ],
  ]);
  if (prefixItems || items !== undefined) {
    const first = (prefixItems ?? []).map((item) => compile(item, view));
    const rest = items === undefined ? undefined : compile(items, view);
    checks.push((value, path, issues) => {
      if (!Array.isArray(value)) return true;
      let right = true;
      for (let at = 0; at < value.length; at += 1) {
        const check = first[at] ?? rest;
        if (check && !check(value[at], `${path}/${at}`, issues)) {
          right = false;
          if (!issues) break;
        }
      }
      return right;
    });
  }
  if (contains !== undefined) {
    const check = compile(contains, view);
    checks.push((value, path, issues) => {
      if (!Array.isArray(value)) return true;
      const count = value.filter((item) => check(item, path)).length;
      return (
        (count >= minContains && count <= (maxContains ?? count)) ||
        fail(
          issues,
          path,
          "contains",
          `must contain ${maxContains === undefined ? `at least ${minContains}` : `${minContains} to ${maxContains}`} matching items`,
        )
      );
    });
  }
  if (schema.unevaluatedItems !== undefined) {
    const check = compile(schema.unevaluatedItems, view);
    checks.push((value, path, issues) => {
      if (!Array.isArray(value)) return true;
      const seen = evaluatedItems(schema, value, view);
      return value.map((item, at) => at < seen || check(item, `${path}/${at}`, issues)).every(Boolean);
    });
  }
  return checks;
}

function isUnique(list: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const objects: unknown[] = [];
  for (const item of list) {
    if (typeof item !== "object" || item === null) {
      if (scalars.has(item)) return false;
      scalars.add(item);
    } else {
      if (objects.some((other) => isSame(other, item))) return false;
      objects.push(item);
    }
  }
  return true;
}

type Json = Readonly<Record<string, unknown>>;

/** Objects that are JSON; dates, files and buffers are values to us. */
function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectChecks(schema: SchemaObject, view: View): Check[] {
  const { minProperties, maxProperties, dependentRequired, dependentSchemas, propertyNames } = schema;
  const checks = rules([
    has(minProperties) && [
      "minProperties",
      minProperties,
      `must have at least ${minProperties} properties`,
      (value) => !isObject(value) || Object.keys(value).length >= minProperties,
    ],
    has(maxProperties) && [
      "maxProperties",
      maxProperties,
      `must have at most ${maxProperties} properties`,
      (value) => !isObject(value) || Object.keys(value).length <= maxProperties,
    ],
  ]);
  const required = requiredIn(schema, view);
  if (required.length > 0) {
    checks.push((value, path, issues) => {
      if (!isObject(value)) return true;
      let right = true;
      for (const name of required)
        if (value[name] === undefined || !Object.hasOwn(value, name))
          right = fail(issues, `${path}/${escapeToken(name)}`, "required", "is required");
      return right;
    });
  }
  const members = memberCheck(schema, view);
  if (members) checks.push(members);
  for (const [name, needs] of Object.entries(dependentRequired ?? {})) {
    checks.push((value, path, issues) => {
      if (!isObject(value) || value[name] === undefined) return true;
      return needs
        .map(
          (need) =>
            value[need] !== undefined ||
            fail(issues, `${path}/${escapeToken(need)}`, "dependentRequired", `is required beside ${name}`),
        )
        .every(Boolean);
    });
  }
  for (const [name, needed] of Object.entries(dependentSchemas ?? {})) {
    const check = compile(needed, view);
    checks.push((value, path, issues) => !isObject(value) || value[name] === undefined || check(value, path, issues));
  }
  if (propertyNames !== undefined) {
    const check = compile(propertyNames, view);
    checks.push(
      (value, path, issues) =>
        !isObject(value) ||
        Object.keys(value)
          .map(
            (name) =>
              check(name, path) ||
              fail(issues, `${path}/${escapeToken(name)}`, "propertyNames", "has a name that is not allowed"),
          )
          .every(Boolean),
    );
  }
  if (schema.unevaluatedProperties !== undefined) {
    const check = compile(schema.unevaluatedProperties, view);
    checks.push((value, path, issues) => {
      if (!isObject(value)) return true;
      const seen = evaluatedProperties(schema, value, view);
      return Object.keys(value)
        .map((name) => seen.has(name) || check(value[name], `${path}/${escapeToken(name)}`, issues))
        .every(Boolean);
    });
  }
  return checks;
}

/** Names that only the other side fills are not required here. The flag may stand behind a reference or in an `allOf` part. */
function requiredIn(schema: SchemaObject, view: View): readonly string[] {
  const flag = view === "request" ? "readOnly" : "writeOnly";
  return (schema.required ?? []).filter((name) => !isFlagged(schema.properties?.[name], flag, 0));
}

export function isFlagged(schema: SchemaData | undefined, flag: "readOnly" | "writeOnly", depth: number): boolean {
  if (schema === undefined || typeof schema === "boolean" || depth > 8) return false;
  if (typeof schema === "function") return isFlagged(schema(), flag, depth + 1);
  return schema[flag] === true || (schema.allOf ?? []).some((part) => isFlagged(part, flag, depth + 1));
}

function memberCheck(
  { properties, patternProperties, additionalProperties }: SchemaObject,
  view: View,
): Check | undefined {
  if (!properties && !patternProperties && additionalProperties === undefined) return undefined;
  const named = new Map(Object.entries(properties ?? {}).map(([name, schema]) => [name, compile(schema, view)]));
  const patterns = Object.entries(patternProperties ?? {}).flatMap(([pattern, schema]) => {
    const expression = toRegExp(pattern);
    return expression ? [[expression, compile(schema, view)] as const] : [];
  });
  const rest =
    additionalProperties === undefined || additionalProperties === true
      ? undefined
      : compile(additionalProperties, view);
  return (value, path, issues) => {
    if (!isObject(value)) return true;
    let right = true;
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (member === undefined) continue;
      const here = `${path}/${escapeToken(name)}`;
      const check = named.get(name);
      let known = check !== undefined;
      if (check && !check(member, here, issues)) right = false;
      for (const [expression, matching] of patterns) {
        if (!expression.test(name)) continue;
        known = true;
        if (!matching(member, here, issues)) right = false;
      }
      if (!known && rest) {
        if (additionalProperties === false)
          right = fail(issues, here, "additionalProperties", "is not a known property");
        else if (!rest(member, here, issues)) right = false;
      }
      if (!right && !issues) return false;
    }
    return right;
  };
}

function combinators(schema: SchemaObject, view: View): Check[] {
  const checks: Check[] = (schema.allOf ?? []).map((part) => compile(part, view));
  if (schema.anyOf) checks.push(branches(schema, "anyOf", schema.anyOf, view));
  if (schema.oneOf) checks.push(branches(schema, "oneOf", schema.oneOf, view));
  if (schema.not !== undefined) {
    const check = compile(schema.not, view);
    checks.push(
      (value, path, issues) =>
        !check(value, path) || fail(issues, path, "not", "must not match a schema that is excluded"),
    );
  }
  if (schema.if !== undefined) {
    const condition = compile(schema.if, view);
    const yes = compile(schema.then ?? true, view);
    const no = compile(schema.else ?? true, view);
    checks.push((value, path, issues) => (condition(value, path) ? yes : no)(value, path, issues));
  }
  return checks;
}

/** The branch a discriminator names is the one that counts; without one, the branch with the fewest mistakes is reported. */
function branches(schema: SchemaObject, keyword: "anyOf" | "oneOf", list: readonly SchemaData[], view: View): Check {
  const checks = list.map((branch) => compile(branch, view));
  const { discriminator } = schema;
  const tagged = new Map(
    Object.entries(discriminator?.mapping ?? {}).map(([tag, branch]) => [tag, compile(branch, view)]),
  );
  return (value, path, issues) => {
    if (discriminator && tagged.size > 0 && isObject(value)) {
      const tag = value[discriminator.propertyName];
      const check = typeof tag === "string" ? tagged.get(tag) : undefined;
      if (check) return check(value, path, issues);
      const message =
        tag === undefined
          ? "is required"
          : `must be one of ${[...tagged.keys()].map((name) => JSON.stringify(name)).join(", ")}`;
      return fail(issues, `${path}/${escapeToken(discriminator.propertyName)}`, "discriminator", message);
    }
    let matches = 0;
    for (const check of checks) if (check(value, path)) matches += 1;
    if (matches === 1 || (matches > 1 && keyword === "anyOf")) return true;
    if (matches > 1)
      return fail(issues, path, keyword, `must match exactly one of ${checks.length} schemas, but matches ${matches}`);
    if (issues) issues.push(...closest(checks, value, path));
    return false;
  };
}

function closest(checks: readonly Check[], value: unknown, path: string): Issue[] {
  let best: Issue[] | undefined;
  for (const check of checks) {
    const found: Issue[] = [];
    check(value, path, found);
    // A branch of another type is never the one that was meant when one of the right type is there.
    const weight = (list: readonly Issue[]): number =>
      list.length + (list.some((issue) => issue.keyword === "type" && issue.path === path) ? 1000 : 0);
    if (!best || weight(found) < weight(best)) best = found;
  }
  return best ?? [];
}

/** JSON Schema 2020-12, "unevaluatedProperties": names that this schema or a part that holds has looked at. */
function evaluatedProperties(schema: SchemaData, value: Json, view: View): Set<string> {
  if (typeof schema === "function") return evaluatedProperties(schema(), value, view);
  const names = new Set<string>();
  if (typeof schema === "boolean") return names;
  const patterns = Object.keys(schema.patternProperties ?? {}).flatMap((pattern) => toRegExp(pattern) ?? []);
  for (const name of Object.keys(value)) {
    const own = schema.properties && Object.hasOwn(schema.properties, name);
    if (own || schema.additionalProperties !== undefined || patterns.some((pattern) => pattern.test(name)))
      names.add(name);
  }
  for (const part of holdingParts(schema, value, view))
    for (const name of evaluatedProperties(part, value, view)) names.add(name);
  return names;
}

function evaluatedItems(schema: SchemaData, value: readonly unknown[], view: View): number {
  if (typeof schema === "function") return evaluatedItems(schema(), value, view);
  if (typeof schema === "boolean") return 0;
  if (schema.items !== undefined) return value.length;
  return Math.max(
    schema.prefixItems?.length ?? 0,
    ...holdingParts(schema, value, view).map((part) => evaluatedItems(part, value, view)),
  );
}

function holdingParts(schema: SchemaObject, value: unknown, view: View): SchemaData[] {
  const holds = (part: SchemaData): boolean => compile(part, view)(value, "");
  const dependent = Object.entries(schema.dependentSchemas ?? {}).flatMap(([name, part]) =>
    isObject(value) && value[name] !== undefined ? [part] : [],
  );
  const conditional =
    schema.if === undefined ? [] : holds(schema.if) ? [schema.if, schema.then ?? true] : [schema.else ?? true];
  return [
    ...(schema.allOf ?? []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(holds),
    ...dependent,
    ...conditional,
  ];
}
