import type { Answer } from "../response/answer.js";
import type { MockRequest } from "../server/mock-request.js";
import type { OperationPlan } from "../server/operation-plan.js";
import type { Awaitable } from "../store/record-store.js";

/** Stands around an operation, before its request is read: lets it through with `next`, or answers itself. */
export type RequestLayer = (request: MockRequest, next: Next) => Awaitable<Answer>;

/** Goes on, with another request where one is given. */
export type Next = (request?: MockRequest) => Awaitable<Answer>;

/** What options make of an operation's plan, when the operation is first called. */
export type PlanLayer = (plan: OperationPlan) => OperationPlan;

/** `plan` with a layer inside those it has. */
export function withRequestLayer(plan: OperationPlan, inner: RequestLayer | undefined): OperationPlan {
  const { layer: outer } = plan;
  if (!inner) return plan;
  return {
    ...plan,
    layer: outer ? (request, next) => outer(request, (changed = request) => inner(changed, next)) : inner,
  };
}
