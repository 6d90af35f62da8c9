import type { Problem } from "../model/problem.js";
import type { ResponsePlan } from "../response/response-plan.js";

/** 406: the client accepts none of the documented media types. */
export function notAcceptable({ response }: ResponsePlan, accept: string | undefined): Problem {
  const offered = (response?.content ?? []).map(({ type }) => type);
  const message = `Accept ${accept} takes none of ${offered.join(", ")}`;
  return {
    status: 406,
    code: "not-acceptable",
    message: "Not acceptable",
    details: [{ in: "header", path: "/accept", message, offered }],
  };
}
