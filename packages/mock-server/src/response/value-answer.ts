import type { Call, MockContext } from "../server/mock-context.js";
import { after } from "../store/after.js";
import type { Awaitable } from "../store/record-store.js";
import type { Answer } from "./answer.js";
import { encodeBody } from "./encode-body.js";
import type { ResponsePlan } from "./response-plan.js";

/** Answers with a value that is valid already. */
export function answerValue(
  { schemas }: MockContext,
  plan: ResponsePlan,
  { body }: Call,
  value: unknown,
): Awaitable<Answer> {
  if (!body) return { status: plan.status, headers: plan.headers, body: undefined };
  return after(encodeBody(schemas, body, value), (encoded) => ({
    status: plan.status,
    headers: { ...plan.headers, "content-type": body.contentType },
    body: encoded,
  }));
}
