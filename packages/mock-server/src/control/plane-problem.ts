import type { Problem } from "../errors/problem.js";
import type { Answer } from "../response/answer.js";

export const PLANE_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
};

/** A problem as the plane tells it, with its code. */
export function planeProblem({ status, code, message, details, headers }: Problem): Answer {
  const body = JSON.stringify({ error: message, code, details });
  return { status, headers: { ...PLANE_HEADERS, ...headers }, body };
}
