import { Refusal } from "../errors/refusal.js";

/** 404 with what there is instead. */
export function nothingThere(message: string, present: readonly string[]): Refusal {
  const hint = present.length > 0 ? `There are ${present.slice(0, 20).join(", ")}.` : "There are none.";
  return new Refusal({ status: 404, code: "not-found", message: "Not found", details: [{ message, hint }] });
}

/** 409: one more would let memory grow without end. */
export function tooManyOf(what: string, limit: number): Refusal {
  const details = [{ message: `There are ${limit} ${what} already`, hint: "Delete some of them first." }];
  return new Refusal({ status: 409, code: "too-many", message: `Too many ${what}`, details });
}
