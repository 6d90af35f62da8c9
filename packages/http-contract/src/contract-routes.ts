import { METHODS as NODE_METHODS } from "node:http";
import type { Operation } from "@onespec/spec-core";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, preParsingHookHandler } from "fastify";
import type { ContractParts } from "./contract-options.js";
import { contractOf, type RouteConfig } from "./contract-request.js";
import { ProblemError } from "./model/problem.js";
import { unknownPath } from "./problems/unmatched.js";
import { writeAnswer } from "./response/response-plan.js";
import { fastifyPath, overlaps } from "./routes/fastify-path.js";
import { allowedMethods, type RouteMatch, type RouteTable } from "./routes/route-table.js";

/**
 * Fastify needs a fifth of a millisecond for each route. In a larger description, the other operations share one route.
 */
const MOST_ROUTES = 600;

/**
 * By default, Fastify reads no bodies of `GET` and `HEAD`, and does not know the methods in OpenAPI 3.2's
 * `additionalOperations`.
 */
export function addMethods(fastify: FastifyInstance, operations: readonly Operation[]): void {
  const withBody = new Set(
    operations.filter(({ requestBody }) => requestBody !== undefined).map(({ method }) => method.toUpperCase()),
  );
  for (const method of new Set(operations.map((operation) => operation.method.toUpperCase()))) {
    const hasBody = withBody.has(method);
    const isKnown = fastify.supportedMethods.includes(method);
    if (!NODE_METHODS.includes(method)) continue;
    if (!isKnown || (hasBody && BODILESS.has(method)))
      fastify.addHttpMethod(method, { hasBody, overrideExisting: true });
  }
}

const BODILESS = new Set(["GET", "HEAD", "TRACE"]);

interface PlainRoute {
  readonly method: HTTPMethods[];
  readonly url: string;
  readonly config: { readonly contract: RouteConfig };
}

/** The operations that Fastify's router finds exactly as OpenAPI does. */
export function plainRoutes({ bases, plain }: RouteTable, operations: readonly Operation[]): readonly PlainRoute[] {
  if (operations.length * bases.length > MOST_ROUTES) return [];
  const routes: PlainRoute[] = [];
  const others = operations.filter((operation) => !plain.includes(operation) || !fastifyPath("", operation.path));
  const taken = new Set<string>();
  const lacking = methodsLacking(operations);
  for (const base of bases) {
    const shadowed = bases.flatMap((prefix) => others.map(({ path }) => `${prefix}${path}`));
    for (const operation of plain) {
      const place = fastifyPath(base, operation.path);
      if (!place || lacking(operation) || shadowed.some((path) => overlaps(path, `${base}${operation.path}`))) continue;
      const hasHead = operations.some(({ method, path }) => method === "head" && path === operation.path);
      const names = operation.method === "get" && !hasHead ? ["get", "head"] : [operation.method];
      const shape = place.url.replace(/:\w+/g, ":");
      const free = names.filter((name) => !taken.has(`${name} ${shape}`));
      for (const name of free) taken.add(`${name} ${shape}`);
      if (free.length === 0) continue;
      const method = free.map((name) => name.toUpperCase() as HTTPMethods);
      const { parameters } = place;
      const methods = new Map([[operation.method, operation]]);
      routes.push({ method, url: place.url, config: { contract: { operation, base, parameters, methods } } });
    }
  }
  return routes;
}

/**
 * True if a literal path also matches the template but lacks the operation's method. Fastify's router would then choose
 * the template.
 */
function methodsLacking(operations: readonly Operation[]): (operation: Operation) => boolean {
  const literals = new Map<string, Map<string, Set<string>>>();
  const placeOf = (path: string): readonly [place: string, last: string] => {
    const at = path.lastIndexOf("/");
    return [path.slice(0, at).replace(/\{[^{}]*\}/g, "{}"), path.slice(at + 1)];
  };
  for (const { path, method } of operations) {
    const [place, last] = placeOf(path);
    if (last.includes("{")) continue;
    const beside = literals.get(place) ?? new Map<string, Set<string>>();
    literals.set(place, beside.set(last, (beside.get(last) ?? new Set()).add(method)));
  }
  return ({ path, method }) => {
    const [place, last] = placeOf(path);
    return last.includes("{") && [...(literals.get(place)?.values() ?? [])].some((methods) => !methods.has(method));
  };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const;

/**
 * Handles all other requests: templates that Fastify's router cannot express, additional slashes, wrong methods,
 * unknown paths.
 * @param routed operations that have a Fastify route
 * @throws Error if another plugin already handles the requests of an operation without a route
 */
export function addFallback(
  fastify: FastifyInstance,
  parts: ContractParts,
  routed: ReadonlySet<Operation>,
  preParsing: preParsingHookHandler[],
  handler: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const { operations, description } = parts.options;
  const all = operations ?? description.operations;
  const declared = all.map(({ method }) => method.toUpperCase());
  const extra = [...new Set(declared)].filter(
    (method) => NODE_METHODS.includes(method) && !(METHODS as readonly string[]).includes(method),
  );
  const unmatched = (request: FastifyRequest, reply: FastifyReply): void => refuseUnmatched(parts, request, reply);
  // Runs after the hooks of other plugins, such as a rate limit.
  const answerOthers: preParsingHookHandler = (request, reply, payload, done) => {
    if (request.contract.operation) {
      done(null, payload);
      return;
    }
    try {
      unmatched(request, reply);
    } catch (error) {
      done(error as Error);
    }
  };
  try {
    // Routes of other plugins end here too, such as that of CORS for `OPTIONS`.
    fastify.setNotFoundHandler(unmatched);
  } catch {
    // Fastify allows only one such handler, and the application already has one.
  }
  const method = [...METHODS, ...extra] as HTTPMethods[];
  for (const url of fastify.prefix === "" ? ["/*"] : ["/", "/*"]) {
    for (const each of method) {
      try {
        fastify.route({
          method: each,
          url,
          preParsing: [answerOthers, ...preParsing],
          handler,
          exposeHeadRoute: false,
        });
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "FST_ERR_DUPLICATED_ROUTE")) throw error;
        // A plugin of the application has this route.
        const lost = all.find((one) => !routed.has(one) && one.method.toUpperCase() === each);
        if (lost && url.endsWith("*"))
          throw new Error(
            `${each} ${lost.path} needs the route ${fastify.prefix}/*, which another plugin has. Give one of them a prefix.`,
            { cause: error },
          );
      }
    }
  }
}

/** Answers `OPTIONS` with 204 and `Allow`. @throws ProblemError 404 with the nearest paths, 405 with `Allow` */
export function refuseUnmatched(parts: ContractParts, request: FastifyRequest, reply: FastifyReply): void {
  const { unmatched, match, operation, target } = contractOf(request, parts);
  if (unmatched) throw new ProblemError(unmatched);
  // A route of the application took the request and passed it on.
  if (operation) throw new ProblemError(unknownPath([operation.path], target, undefined));
  const allow = allowedMethods(match as RouteMatch).join(", ");
  writeAnswer(reply, { status: 204, headers: { allow }, body: undefined });
}
