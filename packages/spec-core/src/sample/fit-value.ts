import { isObject } from "../json/is-object.js";
import { jsonCopy, jsonEqual, setOwn } from "../json/json-value.js";
import { arrayPlan } from "./array-plan.js";
import { distinguishBranch } from "./distinguish-branch.js";
import { objectPlan } from "./object-plan.js";
import { elementPlace, type Place, propertyPlace } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import { completeArray } from "./sample-array.js";
import { isOnly } from "./sample-choice.js";
import { completeObject } from "./sample-object.js";
import { type Choice, isExcluded, type Shape, type ValueType } from "./shape.js";

/** After this many rejections at a place, the base is ignored there. */
const DISCARD = 3;

/** A value of the shape that keeps as much of `base` as possible. Returns the same object if nothing must change. */
export function fitValue(run: Run, shape: Shape, place: Place, base: unknown): unknown {
  if (shape.impossible || run.isExhausted) return NOTHING;
  if (run.variationAt(place) >= DISCARD) return run.sample(shape, place);
  const fitted = fitParts(run, shape, place, base);
  if (fitted !== NOTHING) return fitted;
  // A null that is not allowed means that the part is missing.
  return base === null && place.droppable ? NOTHING : run.sample(shape, place);
}

/** Like `fitValue`, but returns `NOTHING` instead of a new value if nothing can be kept. */
export function fitParts(run: Run, shape: Shape, place: Place, base: unknown): unknown {
  const fitted = shape.choices.length > 0 ? fitChoice(run, shape, place, base) : fitFlat(run, shape, place, base);
  const isRefused = shape.negations.some(
    (schema) => fitted !== NOTHING && run.shapes.isValid(schema, fitted, run.view),
  );
  return isRefused ? NOTHING : fitted;
}

function fitFlat(run: Run, shape: Shape, place: Place, base: unknown): unknown {
  const { members, types } = shape;
  if (members) return members.some((member) => jsonEqual(member, base)) ? base : fitScalar(run, shape, place, base);
  if (Array.isArray(base)) return types.includes("array") ? fitArray(run, shape, place, base) : NOTHING;
  if (typeof base === "object" && base !== null) {
    return types.includes("object") ? fitObject(run, shape, place, base as Readonly<Record<string, unknown>>) : NOTHING;
  }
  return fitScalar(run, shape, place, base);
}

/** The value itself. If the schema requires it (ids), a number becomes a text, or a text a number. */
function fitScalar(run: Run, shape: Shape, place: Place, base: unknown): unknown {
  const fits = (value: unknown): boolean => shape.parts.every((part) => run.shapes.isValid(part, value, run.view));
  if (run.variationAt(place) > 0 || typeof base === "object") return base === null && fits(null) ? null : NOTHING;
  if (fits(base)) return base;
  const other = otherNotation(base, shape.types);
  return other !== undefined && fits(other) ? jsonCopy(other) : NOTHING;
}

function otherNotation(base: unknown, types: readonly ValueType[]): unknown {
  if (typeof base === "number" && types.includes("string")) return String(base);
  const takesNumbers = types.includes("number") || types.includes("integer");
  if (typeof base !== "string" || !takesNumbers || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(base)) return undefined;
  const number = Number(base);
  // Beyond 2^53, the conversion would change the number.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}

/** The array with its elements fitted one by one. */
function fitArray(run: Run, shape: Shape, place: Place, base: readonly unknown[]): unknown {
  const plan = arrayPlan(run.shapes, shape);
  const fitted: unknown[] = [];
  for (const [index, element] of base.entries()) {
    if (fitted.length >= plan.max) break;
    const kept = run.fit(plan.element(fitted.length), elementPlace(place, index, true), element);
    if (kept === NOTHING || (plan.unique && fitted.some((earlier) => jsonEqual(earlier, kept)))) continue;
    fitted.push(kept);
  }
  if (!completeArray(run, shape, { ...place, droppable: false }, fitted, plan.min)) return NOTHING;
  return fitted.length === base.length && fitted.every((element, index) => element === base[index]) ? base : fitted;
}

/** The object with its valid properties in their order, followed by the missing ones. */
function fitObject(run: Run, shape: Shape, place: Place, base: Readonly<Record<string, unknown>>): unknown {
  const plan = objectPlan(run.shapes, shape);
  const { propertyNames } = plan;
  const fitted: Record<string, unknown> = {};
  let isChanged = false;
  for (const [name, part] of Object.entries(base)) {
    const kept = fitProperty(run, shape, place, name, part);
    isChanged ||= kept !== part;
    if (kept !== NOTHING) setOwn(fitted, name, kept);
  }
  const names = Object.keys(fitted);
  if (names.length > plan.max) {
    isChanged = true;
    const optional = names.filter((name) => !plan.required.has(name)).reverse();
    for (const name of optional.slice(0, names.length - plan.max)) delete fitted[name];
  }
  if (propertyNames) {
    for (const name of Object.keys(fitted)) {
      if (propertyNames.sources.every((source) => run.shapes.isValid(source, name, run.view))) continue;
      isChanged = true;
      delete fitted[name];
    }
  }
  const before = Object.keys(fitted).length;
  const kept = { ...fitted };
  if (!completeObject(run, shape, place, fitted)) return NOTHING;
  isChanged ||= Object.keys(fitted).length !== before || Object.keys(kept).some((name) => kept[name] !== fitted[name]);
  return isChanged ? fitted : base;
}

function fitProperty(run: Run, shape: Shape, place: Place, name: string, part: unknown): unknown {
  const plan = objectPlan(run.shapes, shape);
  const property = plan.property(name);
  const isRequired = plan.required.has(name);
  const at = propertyPlace(place, name, shape.name ?? place.name, !isRequired, shape.tags.get(name));
  if (part === undefined || property.impossible || plan.unwanted.has(name)) return NOTHING;
  if (isExcluded(property, run.view) && !run.isForced(at)) return NOTHING;
  return run.fit(property, at, part);
}

/** The number of branches that are compared if none accepts the value unchanged. */
const CANDIDATES = 4;

/**
 * Fits the value to one branch: the one that the discriminator selects, or else one that accepts the value, or else the
 * one that keeps most of it.
 */
function fitChoice(run: Run, shape: Shape, place: Place, base: unknown): unknown {
  const [choice] = shape.choices;
  if (!choice) return NOTHING;
  const fit = (branch: number): unknown => {
    const chosen = run.shapes.choose(shape, branch);
    const fitted = run.fit(chosen, { ...place, droppable: false }, base);
    const isRight = fitted === NOTHING || choice.kind !== "oneOf" || isOnly(run, choice, branch, fitted);
    if (isRight) return fitted;
    const apart = distinguishBranch(run, chosen, choice, branch, fitted);
    return apart === NOTHING && choice.tag?.values[branch] !== undefined ? fitted : apart;
  };
  if (run.variationAt(place) === 0) {
    for (const branch of certainBranches(run, choice, base)) {
      const fitted = fit(branch);
      if (fitted !== NOTHING) return fitted;
    }
  }
  const candidates = byAffinity(run, shape, choice, base).slice(run.variationAt(place)).slice(0, CANDIDATES);
  let best: unknown = NOTHING;
  let most = -1;
  for (const branch of candidates) {
    const fitted = fit(branch);
    const kept = fitted === NOTHING ? -1 : keptParts(fitted, base);
    if (kept > most) [best, most] = [fitted, kept];
  }
  if (best === NOTHING && choice.kind === "loose") return run.fit(run.shapes.choose(shape, -1), place, base);
  return best;
}

function certainBranches(run: Run, choice: Choice, base: unknown): readonly number[] {
  const valid = choice.branches.flatMap((branch, index) => (run.shapes.isValid(branch, base, run.view) ? [index] : []));
  const tag = choice.tag && isObject(base) ? base[choice.tag.property] : undefined;
  const tagged = tag === undefined ? -1 : (choice.tag?.values.indexOf(String(tag)) ?? -1);
  return tagged < 0 ? valid : [tagged, ...valid.filter((branch) => branch !== tagged)];
}

/** All branches, sorted by how much of the base they may keep. */
function byAffinity(run: Run, shape: Shape, choice: Choice, base: unknown): readonly number[] {
  const scored = choice.branches.map((_, branch) => ({
    branch,
    score: affinity(run, run.shapes.choose(shape, branch), base),
  }));
  return scored
    .sort((left, right) => right.score - left.score || left.branch - right.branch)
    .map(({ branch }) => branch);
}

function affinity(run: Run, shape: Shape, base: unknown): number {
  if (shape.impossible) return -1000;
  if (!isObject(base)) {
    const kind = Array.isArray(base) ? "array" : base === null ? "null" : typeof base;
    return shape.types.some((type) => type === kind || (type === "integer" && kind === "number")) ? 10 : 0;
  }
  if (!shape.types.includes("object")) return -100;
  const plan = objectPlan(run.shapes, shape);
  let score = 0;
  for (const [name, value] of Object.entries(base)) {
    const property = plan.property(name);
    if (plan.declares(name)) score += 1;
    if (property.impossible) score -= 2;
    if (property.members && !property.members.some((member) => jsonEqual(member, value))) score -= 5;
  }
  for (const name of plan.required) score -= Object.hasOwn(base, name) ? 0 : 1;
  return score;
}

/** The number of scalars of `base` that `value` has in the same place. */
function keptParts(value: unknown, base: unknown): number {
  if (value === base) return 1 + (typeof base === "object" && base !== null ? countParts(base) : 0);
  if (typeof value !== "object" || typeof base !== "object" || value === null || base === null) return 0;
  let kept = 0;
  for (const [name, part] of Object.entries(value)) {
    if (Object.hasOwn(base, name)) kept += keptParts(part, (base as Record<string, unknown>)[name]);
  }
  return kept;
}

function countParts(value: object): number {
  return Object.values(value).reduce<number>(
    (count, part) => count + (typeof part === "object" && part !== null ? countParts(part) : 1),
    0,
  );
}
