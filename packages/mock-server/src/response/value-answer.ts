import { type Answer, type Awaitable, after, encodeBody, type ResponsePlan } from "@onespec/http-contract";
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
