import {
  type Answer,
  type Awaitable,
  after,
  encodeBody,
  type ResponsePlan,
  shownHeaders,
} from "@onespec/http-contract";
import type { Operation } from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";

/** Answers with a value that is already valid. */
export function answerValue(
  { schemas }: MockContext,
  plan: ResponsePlan,
  { answerAs: body }: Pick<Call, "answerAs">,
  value: unknown,
): Awaitable<Answer> {
  if (!body) return { status: plan.status, headers: plan.headers, body: undefined };
  return after(encodeBody(schemas, body, value), (encoded) => ({
    status: plan.status,
    headers: { ...plan.headers, "content-type": body.contentType },
    body: encoded,
  }));
}

/** A plan whose answers have the documented examples of headers, also of optional ones. */
export function withShownHeaders({ fitting }: MockContext, operation: Operation, plan: ResponsePlan): ResponsePlan {
  const { status, response, headers } = plan;
  return { ...plan, headers: { ...shownHeaders(fitting, operation, status, response?.headers ?? []), ...headers } };
}
