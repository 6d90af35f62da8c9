import { conforms } from "./conforms.js";
import { isExcluded } from "./is-excluded.js";
import { objectPlan } from "./object-plan.js";
import { type Place, propertyPlace } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import { completeObject } from "./sample-object.js";
import { setOwn } from "./set-own.js";
import type { Shape } from "./shape.js";

/** The object with its right properties, in its own order, and what is missing behind them. */
export function fitObject(run: Run, shape: Shape, place: Place, base: Readonly<Record<string, unknown>>): unknown {
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
      if (propertyNames.sources.every((source) => conforms(run.shapes, source, name, run.view))) continue;
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
