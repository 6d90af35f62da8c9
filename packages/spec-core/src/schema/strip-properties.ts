import { inOneGo, type Steps } from "../in-one-go.js";
import { taggedBranches } from "./discriminator.js";
import type { JsonSchema, JsonSchemaObject, SchemaRegistry, View } from "./schema.js";
import type { PropertyFlag } from "./schema-flags.js";
import { type Applied, StripPlan } from "./strip-plan.js";
import { isNullSchema } from "./unwrap-schema.js";
import { holdsMoreThan } from "./walk/holds-more-than.js";

/** Which properties go, and how a value is judged where its schema offers alternatives. */
export interface StripRules {
  readonly flag: PropertyFlag;
  readonly view: View;
}

/**
 * The value without the properties that its schema flags, at any depth; the same object where there is nothing to take
 * out. Of alternatives those count that the value satisfies, or that its tag names.
 */
export function stripProperties(schemas: SchemaRegistry, json: JsonSchema, value: unknown, rules: StripRules): unknown {
  return typeof json === "boolean" ? value : stripOf(schemas, rules).root(json, value);
}

/** The same, step by step, for values of any size. */
export function* stripLargeValue(
  schemas: SchemaRegistry,
  json: JsonSchema,
  value: unknown,
  rules: StripRules,
): Steps<unknown> {
  return typeof json === "boolean" ? value : yield* stripOf(schemas, rules).largeRoot(json, value);
}

function stripOf(schemas: SchemaRegistry, rules: StripRules): Strip {
  const strips = known.get(schemas) ?? new Map<PropertyFlag, Strip>();
  known.set(schemas, strips);
  const strip = strips.get(rules.flag) ?? new Strip(schemas, rules);
  strips.set(rules.flag, strip);
  return strip;
}

/** Values that are looked at in one step. */
const STEP = 200;

/** What was worked out for a registry belongs to it alone. */
const known = new WeakMap<SchemaRegistry, Map<PropertyFlag, Strip>>();

class Strip {
  readonly #schemas: SchemaRegistry;
  readonly #rules: StripRules;
  readonly #roots: WeakMap<JsonSchemaObject, Applied> = new WeakMap();
  /** What does not depend on the value. */
  readonly #plans: WeakMap<Applied, StripPlan> = new WeakMap();

  constructor(schemas: SchemaRegistry, rules: StripRules) {
    this.#schemas = schemas;
    this.#rules = rules;
  }

  root(json: JsonSchemaObject, value: unknown): unknown {
    return this.#value(value, this.#rootOf(json));
  }

  largeRoot(json: JsonSchemaObject, value: unknown): Steps<unknown> {
    return this.#largeValue(value, this.#rootOf(json));
  }

  #rootOf(json: JsonSchemaObject): Applied {
    let applied = this.#roots.get(json);
    if (applied === undefined) {
      applied = [json];
      this.#roots.set(json, applied);
    }
    return applied;
  }

  #value(value: unknown, applied: Applied): unknown {
    if (typeof value !== "object" || value === null || applied.length === 0) return value;
    const plan = this.#plans.get(applied) ?? inOneGo(this.#plan(value, applied, false));
    if (plan.isEmpty) return value;
    return Array.isArray(value) ? this.#array(value, plan) : this.#object(value as Record<string, unknown>, plan);
  }

  *#largeValue(value: unknown, applied: Applied): Steps<unknown> {
    if (typeof value !== "object" || value === null || !holdsMoreThan(value, STEP)) return this.#value(value, applied);
    const plan = this.#plans.get(applied) ?? (yield* this.#plan(value, applied, true));
    if (plan.isEmpty) return value;
    yield;
    return Array.isArray(value)
      ? yield* this.#largeArray(value, plan)
      : yield* this.#largeObject(value as Record<string, unknown>, plan);
  }

  *#plan(value: object, applied: Applied, isLarge: boolean): Steps<StripPlan> {
    const parts = new Set<JsonSchemaObject>();
    let isFixed = true;
    /** The schemas that are about the value itself. */
    const left = [...applied];
    for (let json = left.shift(); json !== undefined; json = left.shift()) {
      const target = this.#schemas.follow(json);
      if (typeof target === "boolean" || parts.has(target)) continue;
      parts.add(target);
      const branches = [...(target.oneOf ?? []), ...(target.anyOf ?? [])].filter((branch) => !isNullSchema(branch));
      if (branches.length > 1) isFixed = false;
      const chosen = branches.length > 1 ? yield* this.#chosen(target, branches, value, isLarge) : branches;
      left.unshift(...(target.allOf ?? []), ...chosen);
    }
    const plan = new StripPlan([...parts], (json) => this.#schemas.isFlagged(json, this.#rules.flag));
    if (isFixed) this.#plans.set(applied, plan);
    return plan;
  }

  *#chosen(
    json: JsonSchemaObject,
    branches: readonly JsonSchema[],
    value: object,
    isLarge: boolean,
  ): Steps<readonly JsonSchema[]> {
    const tagged = json.discriminator === undefined ? undefined : taggedBranches(this.#schemas, json);
    if (tagged !== undefined && Object.hasOwn(value, tagged.propertyName)) {
      const tag = (value as Record<string, unknown>)[tagged.propertyName];
      const named = tagged.byTag.get(String(tag))?.map((position) => tagged.branches[position] ?? true);
      if (named !== undefined) return named;
    }
    const { view } = this.#rules;
    const fitting: JsonSchema[] = [];
    for (const branch of branches) {
      const validator = this.#schemas.validator(this.#schemas.schemaOf(branch), view);
      const fits = isLarge ? (yield* validator.violationSteps(value)).length === 0 : validator.isValid(value);
      if (fits) fitting.push(branch);
    }
    return fitting;
  }

  #array(value: readonly unknown[], plan: StripPlan): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      if (typeof item !== "object") continue;
      const stripped = this.#value(item, plan.item(index));
      if (stripped === item) continue;
      copy ??= [...value];
      copy[index] = stripped;
    }
    return copy ?? value;
  }

  *#largeArray(value: readonly unknown[], plan: StripPlan): Steps<readonly unknown[]> {
    let copy: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      if (index % STEP === 0) yield;
      if (typeof item !== "object") continue;
      const stripped = yield* this.#largeValue(item, plan.item(index));
      if (stripped === item) continue;
      copy ??= [...value];
      copy[index] = stripped;
    }
    return copy ?? value;
  }

  *#largeObject(value: Readonly<Record<string, unknown>>, plan: StripPlan): Steps<object> {
    const kept: [string, unknown][] = [];
    let isChanged = false;
    for (const name of Object.keys(value)) {
      if (kept.length % STEP === 0) yield;
      const { isFlagged, applied } = plan.member(name);
      const stripped = isFlagged ? undefined : yield* this.#largeValue(value[name], applied);
      if (!isFlagged) kept.push([name, stripped]);
      isChanged ||= isFlagged || stripped !== value[name];
    }
    return isChanged ? Object.fromEntries(kept) : value;
  }

  #object(value: Readonly<Record<string, unknown>>, plan: StripPlan): object {
    let kept: [string, unknown][] | undefined;
    const names = Object.keys(value);
    for (const [index, name] of names.entries()) {
      const member = value[name];
      const { isFlagged, applied } = plan.member(name);
      const stripped = isFlagged ? member : this.#value(member, applied);
      if (isFlagged || stripped !== member) kept ??= names.slice(0, index).map((before) => [before, value[before]]);
      if (!isFlagged) kept?.push([name, stripped]);
    }
    return kept === undefined ? value : Object.fromEntries(kept);
  }
}
