import { ClientGone, inTurn } from "@onespec/http-requests";
import { createNearestPaths, type Operation } from "@onespec/spec-core";
import { notAcceptable } from "../errors/not-acceptable.js";
import type { Problem } from "../errors/problem.js";
import { fullDiskProblem } from "../errors/transport-problem.js";
import { unreachableProblem } from "../errors/unreachable-problem.js";
import type { PlanLayer } from "../layers/operation-layers.js";
import type { ReadRequest } from "../request/request-plan.js";
import type { Answer } from "../response/answer.js";
import type { Awaitable } from "../store/record-store.js";
import { corsHeaders, preflightHeaders } from "./cors.js";
import { inertDocument } from "./inert-document.js";
import type { Call, MockContext } from "./mock-context.js";
import { headerText, type MockRequest } from "./mock-request.js";
import { createOperationPlan, type OperationPlan } from "./operation-plan.js";
import type { RouteMatch, Routes } from "./routes.js";
import { isSpecial, type RunOperation, type SpecialRequests } from "./special-request.js";

/** Answers a request, whatever brought it: at once, or as a promise. Never throws and never rejects. */
export type RequestHandler = (request: MockRequest) => Awaitable<Answer>;

export interface HandlerParts {
  readonly context: MockContext;
  readonly routes: Routes;
  /** What options put around the operations; `undefined`: nothing. */
  readonly layer?: PlanLayer | undefined;
  /** The operations that are served. */
  readonly operations: readonly Operation[];
  /** Told of an exception that nobody expected: a bug of ours. */
  readonly reportBug: (error: unknown, request: MockRequest) => void;
}

export function createRequestHandler({ context, routes, layer, operations, reportBug }: HandlerParts): RequestHandler {
  const plans = new Map<Operation, OperationPlan>();
  const nearestTo = createNearestPaths(operations.map(({ path }) => path));

  const answer = (request: MockRequest): Awaitable<Answer> => {
    const method = request.method.toLowerCase();
    const match = routes.match(request.path, method, request);
    if (!match) {
      if (isPreflight(request)) return optionsAnswer([], request);
      return context.refuse(undefined, unknownPath(nearestTo(request.path), request));
    }
    const operation = match.methods.get(method) ?? (method === "head" ? match.methods.get("get") : undefined);
    if (operation) {
      if (request.fault) return context.refuse(operation, request.fault);
      const known = plans.get(operation);
      if (known) return begin(known, match, request);
      const plan = planOf(operation);
      return inTurn(() => begin(plan, match, request));
    }
    if (method === "options") return optionsAnswer(allowedMethods(match), request);
    return context.refuse(undefined, wrongMethod(match, request));
  };

  const planOf = (operation: Operation): OperationPlan => {
    let plan = plans.get(operation);
    if (!plan) {
      const own = createOperationPlan(context, operation);
      plan = layer ? layer(own) : own;
      plans.set(operation, plan);
    }
    return plan;
  };

  const begin = (plan: OperationPlan, match: RouteMatch, request: MockRequest): Awaitable<Answer> =>
    plan.layer ? plan.layer(request, (changed = request) => run(plan, match, changed)) : run(plan, match, request);

  const run = (plan: OperationPlan, match: RouteMatch, request: MockRequest): Awaitable<Answer> =>
    isSpecial(request) ? runSpecial(plan, match, request) : runOperation(plan, match, request);

  const runOperation: RunOperation = (plan, match, request, precondition) => {
    const { operation, response } = plan;
    const accept = headerText(request.headers, "accept");
    const body = response.negotiate(accept);
    if (response.preferred && !body) return context.refuse(operation, notAcceptable(response, accept));
    const behave = (read: ReadRequest): Awaitable<Answer> => {
      if (!read.ok) return context.refuse(operation, read.problem);
      const call: Call = { request, values: read.values, base: match.base, body, precondition };
      // What is written is made up and checked as well.
      return request.body === undefined ? plan.behave(call) : inTurn(() => plan.behave(call));
    };
    const read = plan.request.read(request, match.values);
    return read instanceof Promise ? read.then(behave) : behave(read);
  };

  let specials: Promise<SpecialRequests> | undefined;
  /** What few requests ask for is loaded by the first that does. */
  const runSpecial = async (plan: OperationPlan, match: RouteMatch, request: MockRequest): Promise<Answer> => {
    specials ??= import("./special-requests.js").then((module) =>
      module.createSpecialRequests(context, planOf, runOperation),
    );
    return (await specials).run(plan, match, request);
  };

  const finish = (request: MockRequest, given: Answer): Awaitable<Answer> =>
    given.negotiate
      ? acceptedAnswer(request, given).then(
          (answer) => forBrowsers(request, answer),
          (error: unknown) => fail(request, error),
        )
      : forBrowsers(request, given);
  const fail = async (request: MockRequest, error: unknown): Promise<Answer> =>
    forBrowsers(request, await failureAnswer(context, request, error, reportBug));

  return (request) => {
    try {
      const given = answer(request);
      if (!(given instanceof Promise)) return finish(request, given);
      return given.then(
        (settled) => finish(request, settled),
        (error: unknown) => fail(request, error),
      );
    } catch (error) {
      return fail(request, error);
    }
  };
}

/** With what browsers are to know of it. */
function forBrowsers(request: MockRequest, given: Answer): Answer {
  const inert = inertDocument(given);
  const cors = corsHeaders(request.headers, given.headers);
  return inert || cors ? { ...given, headers: { ...given.headers, ...inert, ...cors } } : given;
}

/** An error in the media type that the client likes best of those documented; the headers that were put on it stay. */
async function acceptedAnswer(request: MockRequest, { negotiate, ...given }: Answer): Promise<Answer> {
  const accept = headerText(request.headers, "accept");
  const { body, headers } = (accept === undefined ? undefined : await negotiate?.(accept)) ?? given;
  return { ...given, body, headers: { ...given.headers, ...headers, vary: "Accept" } };
}

async function failureAnswer(
  { refuse }: MockContext,
  request: MockRequest,
  error: unknown,
  reportBug: HandlerParts["reportBug"],
): Promise<Answer> {
  if (error instanceof ClientGone) return CLIENT_GONE;
  const stored = fullDiskProblem(error) ?? unreachableProblem(error);
  if (stored) return refuse(undefined, stored);
  reportBug(error, request);
  const message = `${request.method} ${request.path} failed inside the mock server; its log has the details`;
  return refuse(undefined, {
    status: 500,
    code: "internal",
    message: "Internal error of the mock server",
    details: [{ message }],
  });
}

/** Nobody sees it but the log of requests: what other servers write there for a client that did not wait. */
const CLIENT_GONE: Answer = { status: 499, headers: {}, body: undefined };

function optionsAnswer(allowed: readonly string[], request: MockRequest): Answer {
  const cors = isPreflight(request) ? preflightHeaders(request.headers, allowed) : {};
  return { status: 204, headers: { allow: allowed.join(", "), ...cors }, body: undefined };
}

function isPreflight({ method, headers }: MockRequest): boolean {
  return method === "OPTIONS" && headerText(headers, "access-control-request-method") !== undefined;
}

function allowedMethods({ methods }: RouteMatch): readonly string[] {
  const names = [...methods.keys()].map((method) => method.toUpperCase());
  if (methods.has("get") && !methods.has("head")) names.push("HEAD");
  if (!methods.has("options")) names.push("OPTIONS");
  return names;
}

function unknownPath(nearest: readonly string[], { path }: MockRequest): Problem {
  const hint = nearest.length > 0 ? `The description has ${nearest.join(", ")}.` : "The description has no paths.";
  return {
    status: 404,
    code: "unknown-path",
    message: "Not found",
    details: [{ message: `The description has no path that fits ${path}`, hint, nearest }],
  };
}

function wrongMethod(match: RouteMatch, { method, path }: MockRequest): Problem {
  const allow = allowedMethods(match);
  return {
    status: 405,
    code: "wrong-method",
    message: "Method not allowed",
    details: [{ message: `${path} has no ${method}; it has ${allow.join(", ")}`, allow }],
    headers: { allow: allow.join(", ") },
  };
}
