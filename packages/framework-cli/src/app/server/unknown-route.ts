import { createNearestPaths } from "@onespec/spec-core";
import type { App } from "../app.js";
import type { Problem } from "../problem.js";
import type { AnswerWriter } from "./answer-writer.js";
import { preflightHeaders } from "./common-headers.js";
import type { Exchange } from "./exchange.js";

/**
 * Answers what no action answers: 204 to OPTIONS of a known path (with CORS's preflight where that is on), 405 with the methods it
 * has, 404 with the nearest paths.
 *
 * @param methodsOf those that a path has
 */
export function createUnknownRoute(
  app: App,
  writer: AnswerWriter,
  methodsOf: (path: string) => readonly string[],
): (exchange: Exchange, path: string) => void {
  const nearestTo = createNearestPaths(app.actions.flatMap(({ routes }) => routes.map(({ path }) => path)));
  return (exchange, path) => {
    const known = methodsOf(path);
    if (known.length === 0) {
      writer.problem(exchange, undefined, unknownPath(nearestTo(path), path));
      return;
    }
    const methods = [...known, "OPTIONS"];
    if (exchange.method !== "OPTIONS") {
      writer.problem(exchange, undefined, wrongMethod(exchange.method, path, methods));
      return;
    }
    const { headers } = exchange;
    const isPreflight = app.config.app.cors !== false && headers["access-control-request-method"] !== undefined;
    const allow = methods.join(", ");
    writer.send(exchange, 204, { allow, ...(isPreflight ? preflightHeaders(headers, methods) : {}) }, undefined);
  };
}

function unknownPath(nearest: readonly string[], asked: string): Problem {
  const hint = nearest.length > 0 ? `There is ${nearest.join(", ")}.` : "The application has no actions yet.";
  const message = `No action answers ${asked}`;
  return { status: 404, code: "unknown-path", message: "Not found", details: [{ message, hint, nearest }] };
}

function wrongMethod(method: string, path: string, allow: readonly string[]): Problem {
  return {
    status: 405,
    code: "wrong-method",
    message: "Method not allowed",
    details: [{ message: `${path} has no ${method}; it has ${allow.join(", ")}`, allow }],
    headers: { allow: allow.join(", ") },
  };
}
