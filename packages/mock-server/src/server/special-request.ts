import type { Answer } from "../response/answer.js";
import type { Awaitable } from "../store/record-store.js";
import type { MockRequest } from "./mock-request.js";
import type { OperationPlan } from "./operation-plan.js";
import type { RouteMatch } from "./routes.js";

/** Answers a request for an operation. */
export type RunOperation = (plan: OperationPlan, match: RouteMatch, request: MockRequest) => Awaitable<Answer>;

/** Answers the requests that ask for more than what their operation does. */
export interface SpecialRequests {
  readonly run: RunOperation;
}

/** Is it one of them? Every request is asked, so this only looks for names. */
export function isSpecial({ headers, query }: MockRequest): boolean {
  return headers.prefer !== undefined || query.includes("__");
}
