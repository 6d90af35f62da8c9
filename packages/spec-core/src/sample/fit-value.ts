import { conforms } from "./conforms.js";
import { fitArray } from "./fit-array.js";
import { fitChoice } from "./fit-choice.js";
import { fitObject } from "./fit-object.js";
import { jsonCopy } from "./json-copy.js";
import { jsonEqual } from "./json-equal.js";
import type { Place } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import type { Shape, ValueType } from "./shape.js";

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
    (schema) => fitted !== NOTHING && conforms(run.shapes, schema, fitted, run.view),
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
  const fits = (value: unknown): boolean => shape.parts.every((part) => conforms(run.shapes, part, value, run.view));
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
