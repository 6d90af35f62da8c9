import type { Call, MockContext } from "../server/mock-context.js";
import type { Answer } from "./answer.js";
import { encodeBody } from "./encode-body.js";
import type { ResponsePlan } from "./response-plan.js";

/** Answers with a value that is valid already. */
export async function answerValue(
  { schemas }: MockContext,
  plan: ResponsePlan,
  { body }: Call,
  value: unknown,
): Promise<Answer> {
  if (!body) return { status: plan.status, headers: plan.headers, body: undefined };
  const encoded = await encodeBody(schemas, body, value);
  return { status: plan.status, headers: { ...plan.headers, "content-type": body.contentType }, body: encoded };
}
