import type { Answer } from "../response/answer.js";
import type { Awaitable } from "../store/record-store.js";
import type { Call } from "./mock-context.js";
import { headerText, type MockRequest, type RequestHeaders } from "./mock-request.js";
import type { OperationPlan } from "./operation-plan.js";
import type { RouteMatch } from "./routes.js";

/** Answers a request for an operation. */
export type RunOperation = (
  plan: OperationPlan,
  match: RouteMatch,
  request: MockRequest,
  precondition?: Call["precondition"],
) => Awaitable<Answer>;

/** Answers the requests that ask for more than what their operation does. */
export interface SpecialRequests {
  readonly run: RunOperation;
}

/** Does the request depend on the state of what it is for? @see RFC 9110, section 13 */
export function isConditional(headers: RequestHeaders): boolean {
  return (
    headers["if-none-match"] !== undefined ||
    headers["if-match"] !== undefined ||
    headers["if-modified-since"] !== undefined
  );
}

/** Is it one of them? Every request is asked, so this only looks for names. */
export function isSpecial(request: MockRequest): boolean {
  const { headers, query } = request;
  return (
    headers.prefer !== undefined ||
    isConditional(headers) ||
    idempotencyKey(request) !== undefined ||
    query.includes("__")
  );
}

/** What tells repetitions of a `POST` or `PATCH` from new ones; the other methods need none. */
export function idempotencyKey({ method, headers }: MockRequest): string | undefined {
  if (method !== "POST" && method !== "PATCH") return undefined;
  return headerText(headers, "idempotency-key") ?? headerText(headers, "x-idempotency-key");
}
