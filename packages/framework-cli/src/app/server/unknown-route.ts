import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.js";
import type { Problem } from "../problem.js";
import { preflightHeaders } from "./common-headers.js";
import { nearestPaths } from "./nearest-paths.js";
import { createPathTest } from "./path-match.js";

interface KnownPath {
  readonly test: (rawPath: string) => boolean;
  readonly methods: Set<string>;
}

/**
 * Answers what no action answers: 204 to OPTIONS of a known path (with CORS's preflight where that is on), 405 with the methods it
 * has, 404 with the nearest paths.
 */
export function createUnknownRoute(
  app: App,
  sendProblem: (reply: FastifyReply, problem: Problem) => void,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const known = new Map<string, KnownPath>();
  for (const { method, path } of app.actions.flatMap(({ routes }) => routes)) {
    const entry = known.get(path) ?? { test: createPathTest(path), methods: new Set() };
    known.set(path, entry);
    entry.methods.add(method);
  }
  return (request, reply) => {
    const [rawPath = "/"] = request.url.split("?", 1);
    const methods = new Set([...known.values()].flatMap((path) => (path.test(rawPath) ? [...path.methods] : [])));
    if (methods.has("GET")) methods.add("HEAD");
    // The router knows the method, so the path is another: an encoded slash or comma is not the character itself.
    if (methods.size === 0 || methods.has(request.method)) {
      sendProblem(reply, unknownPath([...known.keys()], rawPath));
      return;
    }
    methods.add("OPTIONS");
    const allow = [...methods].join(", ");
    if (request.method !== "OPTIONS") {
      sendProblem(reply, wrongMethod(request.method, rawPath, [...methods]));
      return;
    }
    const isPreflight = app.config.app.cors !== false && request.headers["access-control-request-method"] !== undefined;
    reply
      .code(204)
      .headers({ allow, ...(isPreflight ? preflightHeaders(request.headers, [...methods]) : {}) })
      .send();
  };
}

function unknownPath(paths: readonly string[], asked: string): Problem {
  const nearest = nearestPaths(paths, asked);
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
