import { inOneGo, type Steps } from "../in-one-go.js";
import { type Alternatives, alternativesFinder } from "./alternatives.js";
import { objectProperties } from "./object-properties.js";
import type { JsonSchema, JsonSchemaObject, SchemaRegistry, View } from "./schema.js";
import type { PropertyFlag } from "./schema-flags.js";
import { type Applied, StripPlan } from "./strip-plan.js";
import { holdsMoreThan } from "./walk/holds-more-than.js";

/** Which properties go, and how a value is judged where its schema offers alternatives. */
export interface StripRules {
  readonly flag: PropertyFlag;
  readonly view: View;
  /** What any alternative flags goes, whichever the value satisfies. */
  readonly isOfAll?: boolean;
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
  const strips = known.get(schemas) ?? new Map<string, Strip>();
  known.set(schemas, strips);
  const kind = `${rules.flag} ${rules.isOfAll === true}`;
  const strip = strips.get(kind) ?? new Strip(schemas, rules);
  strips.set(kind, strip);
  return strip;
}

/** Values that are looked at in one step. */
const STEP = 200;

/** What was worked out for a registry belongs to it alone. */
const known = new WeakMap<SchemaRegistry, Map<string, Strip>>();

class Strip {
  readonly #schemas: SchemaRegistry;
  readonly #rules: StripRules;
  readonly #roots: WeakMap<JsonSchemaObject, Applied> = new WeakMap();
  /** What does not depend on the value. */
  readonly #plans: WeakMap<Applied, StripPlan> = new WeakMap();
  readonly #alternatives: (json: JsonSchemaObject) => Alternatives;

  constructor(schemas: SchemaRegistry, rules: StripRules) {
    this.#schemas = schemas;
    this.#rules = rules;
    this.#alternatives = alternativesFinder(schemas);
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
    /** What the value holds of an alternative that it is not, or no more, stays as secret as it was there. */
    const foreign = new Set<string>();
    let isFixed = true;
    /** The schemas that are about the value itself. */
    const left = [...applied];
    for (let json = left.shift(); json !== undefined; json = left.shift()) {
      const target = this.#schemas.follow(json);
      if (typeof target === "boolean" || parts.has(target)) continue;
      parts.add(target);
      const alternatives = this.#alternatives(target);
      const isChoice = alternatives.isOpen && this.#rules.isOfAll !== true;
      if (isChoice) isFixed = false;
      const chosen = isChoice ? yield* this.#chosen(target, alternatives, value, isLarge) : alternatives.all;
      if (isChoice && this.#rules.flag === "writeOnly") {
        for (const other of alternatives.all)
          if (!chosen.includes(other)) for (const name of this.#flaggedBy(other)) foreign.add(name);
      }
      left.unshift(...(target.allOf ?? []), ...chosen);
    }
    const plan = new StripPlan([...parts], (json) => this.#schemas.isFlagged(json, this.#rules.flag), foreign);
    if (isFixed) this.#plans.set(applied, plan);
    return plan;
  }

  /** Names of what a schema flags at its top. */
  #flaggedBy(json: JsonSchema): readonly string[] {
    const properties = [...objectProperties(this.#schemas, json).values()];
    return properties.filter((property) => property[this.#rules.flag]).map(({ name }) => name);
  }

  *#chosen(
    json: JsonSchemaObject,
    { all, tag }: Alternatives,
    value: object,
    isLarge: boolean,
  ): Steps<readonly JsonSchema[]> {
    if (tag !== undefined && Object.hasOwn(value, tag.propertyName)) {
      const named = tag.byTag.get(String((value as Record<string, unknown>)[tag.propertyName]));
      if (named !== undefined) return named;
    }
    // Of a type of which no more is known than its base.
    if (!json.oneOf && !json.anyOf) return [];
    const { view } = this.#rules;
    const fitting: JsonSchema[] = [];
    for (const branch of all) {
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
