import type { Problem } from "../errors/problem.js";
import { delayLayer } from "../faults/delay-layer.js";
import type { RequestLayer } from "../layers/operation-layers.js";
import { deletingWith } from "../relations/deleting.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import type { MockRequest } from "../server/mock-request.js";
import type { OperationPlan } from "../server/operation-plan.js";
import { moveRecord } from "./move-record.js";
import { type MockExtension, parseMockExtension } from "./parse-mock-extension.js";

/** Makes of an operation what its `x-mock` says. One that cannot be followed answers 500 and says why. */
export function followMockExtension(
  context: MockContext,
  { operation, behave }: OperationPlan,
  given: unknown,
  seedValue: string,
): { readonly layer: RequestLayer; readonly behave: Behaviour } {
  const { extension, problems } = parseMockExtension(context.schemas, operation, given);
  if (problems.length > 0) return { layer: () => context.refuse(operation, invalid(operation.id, problems)), behave };
  const { skip, delay, moves, stream, onDelete = "keep" } = extension;
  if (skip) return { layer: () => context.refuse(undefined, skipped(operation.id)), behave };
  const answer = preferredLayer(extension);
  const wait = delay && delayLayer(delay, `${seedValue}\n${operation.id}`);
  const own = moves
    ? moveRecord(context, operation, moves, behave)
    : onDelete === "keep"
      ? behave
      : deletingWith(context, operation, onDelete, behave);
  return {
    layer: wait ? (request, next) => wait(request, () => answer(request, next)) : answer,
    behave: stream ? (call) => own({ ...call, stream }) : own,
  };
}

/** The status and the example are what a client could ask for as well; one that asks itself is heard. */
function preferredLayer({ status, example }: MockExtension): RequestLayer {
  const wishes = [
    ...(status === undefined ? [] : [`code=${status}`]),
    ...(example === undefined ? [] : [`example="${example.replace(/["\\]/g, "\\$&")}"`]),
  ];
  if (wishes.length === 0) return (_request, next) => next();
  const prefer = wishes.join(", ");
  return async (request, next) => {
    if (asksItself(request)) return next();
    const answer = await next({ ...request, headers: { ...request.headers, prefer } });
    const { "preference-applied": _, ...headers } = answer.headers;
    return { ...answer, headers };
  };
}

function asksItself({ headers, query }: MockRequest): boolean {
  return headers.prefer !== undefined || query.includes("__");
}

function invalid(id: string, problems: readonly string[]): Problem {
  const details = problems.map((message) => ({
    message: `${id}: ${message}`,
    hint: "Correct it in the description or the config file.",
  }));
  return { status: 500, code: "x-mock-invalid", message: "x-mock cannot be followed", details };
}

function skipped(id: string): Problem {
  return { status: 404, code: "skipped", message: "Not found", details: [{ message: `${id} is left out by x-mock` }] };
}
