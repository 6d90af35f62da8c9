import type { Answer } from "../model/answer.js";
import { type Problem, ProblemError } from "../model/problem.js";
import type { RequestTarget } from "../model/request-target.js";
import { allowedMethods, type RouteMatch } from "./route-table.js";

/**
 * Answers a request that no operation takes: 204 to `OPTIONS`, with `Allow`.
 * @param nearest paths of the description that are most like the request's
 * @throws ProblemError 404 with the nearest paths, 405 with `Allow`
 */
export function answerUnmatched(
  target: RequestTarget,
  match: RouteMatch | undefined,
  nearest: () => readonly string[],
): Answer {
  const { method } = target;
  if (!match) throw new ProblemError(unknownPath(nearest(), target));
  const allowed = allowedMethods(match);
  if (method !== "OPTIONS") throw new ProblemError(wrongMethod(allowed, target));
  return { status: 204, headers: { allow: allowed.join(", ") }, body: undefined };
}

function unknownPath(nearest: readonly string[], { path }: RequestTarget): Problem {
  const hint = nearest.length > 0 ? `The description has ${nearest.join(", ")}.` : "The description has no paths.";
  return {
    status: 404,
    code: "unknown-path",
    message: "Not found",
    details: [{ message: `The description has no path that fits ${path}`, hint, nearest }],
  };
}

function wrongMethod(allow: readonly string[], { method, path }: RequestTarget): Problem {
  return {
    status: 405,
    code: "wrong-method",
    message: "Method not allowed",
    details: [{ message: `${path} has no ${method}; it has ${allow.join(", ")}`, allow }],
    headers: { allow: allow.join(", ") },
  };
}
