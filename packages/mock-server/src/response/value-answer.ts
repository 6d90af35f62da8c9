import { type Answer, encodeBody, type ResponsePlan } from "@onespec/http-contract";
import type { Call, MockContext } from "../model/mock-context.js";

/** Answers with a value that is valid already. */
export async function answerValue(
  { schemas }: MockContext,
  plan: ResponsePlan,
  { answerAs: body }: Call,
  value: unknown,
): Promise<Answer> {
  if (!body) return { status: plan.status, headers: plan.headers, body: undefined };
  return {
    status: plan.status,
    headers: { ...plan.headers, "content-type": body.contentType },
    body: await encodeBody(schemas, body, value),
  };
}
