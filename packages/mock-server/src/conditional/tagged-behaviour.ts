import type { Answer } from "../response/answer.js";
import type { ResponsePlan } from "../response/response-plan.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import { entityTag } from "./entity-tag.js";
import { headerOf, takesTag } from "./validator-headers.js";

/** Gives answers the `ETag` that the description documents for them, made of their bytes; records have theirs already. */
export function taggedBehaviour(context: MockContext, plan: ResponsePlan, behave: Behaviour): Behaviour {
  const documented = headerOf(plan, "etag");
  if (!documented || plan.status >= 300 || !takesTag(context, documented)) return behave;
  const sampled = plan.headers.etag;
  const tagged = (answer: Answer): Answer => {
    const isOwn = answer.headers.etag !== undefined && answer.headers.etag !== sampled;
    if (isOwn || answer.status !== plan.status || answer.body === undefined || answer.body instanceof ReadableStream)
      return answer;
    return { ...answer, headers: { ...answer.headers, etag: entityTag(answer.body) } };
  };
  return (call) => {
    const answer = behave(call);
    return answer instanceof Promise ? answer.then(tagged) : tagged(answer);
  };
}
