import type { RequestTarget } from "../model/message.js";
import type { Problem } from "../model/problem.js";

/**
 * 404: no path matches the request.
 * @param nearest the most similar paths of the description
 * @param given a hint that replaces them
 */
export function unknownPath(nearest: readonly string[], { path }: RequestTarget, given: string | undefined): Problem {
  const usual = nearest.length > 0 ? `Nearest paths: ${nearest.join(", ")}.` : "There are no paths yet.";
  return {
    status: 404,
    code: "unknown-path",
    message: "Not found",
    details: [{ message: `No path fits ${path}`, hint: given ?? usual, nearest }],
  };
}

/** 405: the path of a request has other methods. */
export function wrongMethod(allow: readonly string[], { method, path }: RequestTarget): Problem {
  return {
    status: 405,
    code: "wrong-method",
    message: "Method not allowed",
    details: [{ message: `${path} has no ${method}; it has ${allow.join(", ")}`, allow }],
    headers: { allow: allow.join(", ") },
  };
}
