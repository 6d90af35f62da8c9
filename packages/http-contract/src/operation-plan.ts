import type { AnswerHandler, Guard, PreconditionCheck } from "./model/handler.js";
import type { RequestReader } from "./request/request-reader.js";
import type { ResponsePlan } from "./response/response-plan.js";

/** Everything an operation needs at a request, worked out when it is first called. */
export interface OperationPlan {
  readonly reader: RequestReader;
  readonly response: ResponsePlan;
  /** `undefined`: nobody answers it. */
  readonly answer: AnswerHandler | undefined;
  readonly guard: Guard | undefined;
  readonly precondition: PreconditionCheck;
  /** A documented `ETag` is added where the answer has none; one that is documented as something else is left alone. */
  readonly tag: "documented" | "undocumented" | "forbidden";
}
