import type { Problem } from "../errors/problem.js";

/** Fields that a form may have: more than any program sends, and than are read without others having to wait. */
export const MOST_FIELDS = 10_000;

export function tooManyFieldsProblem(): Problem {
  const message = `has more than ${MOST_FIELDS} fields`;
  return {
    status: 413,
    code: "too-many-fields",
    message: "Too many fields",
    details: [{ in: "body", path: "", message, hint: "Send them in several requests, or as JSON." }],
  };
}
