import { jsonCopy, jsonEqual, setOwn } from "../json/json-value.js";
import { arrayPlan } from "./array-plan.js";
import { fitChoice } from "./fit-choice.js";
import { objectPlan } from "./object-plan.js";
import { elementPlace, type Place, propertyPlace } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import { completeArray } from "./sample-array.js";
import { completeObject } from "./sample-object.js";
import { isExcluded, type Shape, type ValueType } from "./shape.js";

/** After so many refusals of what was kept, nothing is kept there. */
const DISCARD = 3;

/** A value of the shape that keeps as much of `base` as it can: the very same object when there is nothing to change. */
export function fitValue(run: Run, shape: Shape, place: Place, base: unknown): unknown {
  if (shape.impossible || run.isExhausted) return NOTHING;
  if (run.variationAt(place) >= DISCARD) return run.sample(shape, place);
  const fitted = fitParts(run, shape, place, base);
  if (fitted !== NOTHING) return fitted;
  // A null where none is allowed means that there is no such part.
  return base === null && place.droppable ? NOTHING : run.sample(shape, place);
}

/** The same, without another value in its stead when nothing can be kept. */
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

/** The value itself, or the number as text or the text as number, when that is what the schema takes (ids). */
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
  // Beyond 2^53 the number would be another one.
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

/** The object with its right properties, in its own order, and what is missing behind them. */
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
