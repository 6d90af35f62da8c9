import type { Problem } from "../errors/problem.js";
import { FORM_RULES } from "./form-rules.js";

export function tooManyFieldsProblem(): Problem {
  const message = `has more than ${FORM_RULES.mostFields} fields`;
  return {
    status: 413,
    code: "too-many-fields",
    message: "Too many fields",
    details: [{ in: "body", path: "", message, hint: "Send them in several requests, or as JSON." }],
  };
}
