import type { PlanLayer } from "../layers/operation-layers.js";
import { errorPlace } from "../modules/error-place.js";
import type { Answer } from "../response/answer.js";
import { sampledValue } from "../response/sampled-value.js";
import type { Behaviour, Call, MockContext } from "../server/mock-context.js";
import type { OperationPlan } from "../server/operation-plan.js";
import { encodeResult } from "./encode-result.js";
import type { Handler, HandlerAnswer, HandlerCall, HandlerSource } from "./handler.js";
import { createHandlerState } from "./handler-state.js";

/** Has handlers answer where there are any. Which ones there are is asked at each call, as they may change meanwhile. */
export function handlerLayer(context: MockContext, source: HandlerSource): PlanLayer {
  const state = createHandlerState(context);
  return (plan) => {
    const behave: Behaviour = (call) => {
      const handler = source.get(plan.operation.id);
      return handler ? run(handler, call) : plan.behave(call);
    };
    const run = async (handler: Handler, call: Call): Promise<Answer> => {
      try {
        return await runHandler(handler, call);
      } catch (error) {
        const message = describe(error);
        source.failed?.(`${plan.operation.id}: ${message}`);
        return context.refuse(plan.operation, {
          status: 500,
          code: "handler-failed",
          message: "The handler failed",
          details: [{ message, operationId: plan.operation.id }],
        });
      }
    };
    const runHandler = async (handler: Handler, call: Call): Promise<Answer> => {
      let last: Answer | undefined;
      const result = await handler({
        ...callOf(context, plan, call),
        state,
        async next(changes = {}) {
          last = await plan.behave({ ...call, values: { ...call.values, ...changes } });
          return decodeAnswer(last);
        },
      });
      if (result === undefined) return last ?? plan.behave(call);
      return encodeResult(result, plan, call);
    };
    return { ...plan, behave };
  };
}

function callOf(
  { fitting }: MockContext,
  { operation, response }: OperationPlan,
  { request, values, body }: Call,
): Omit<HandlerCall, "state" | "next"> {
  const plan = body ?? response.preferred;
  return {
    operation: { id: operation.id, method: operation.method, path: operation.path },
    request,
    params: values.path,
    query: values.query,
    body: values.body,
    sample: (text = "") => plan && sampledValue(fitting, plan, `handler ${operation.id} ${text}`),
  };
}

function decodeAnswer({ status, headers, body }: Answer): HandlerAnswer {
  const isJson = /[/+]json(?:;|$)/.test(headers["content-type"] ?? "");
  return { status, headers, body: isJson && typeof body === "string" ? JSON.parse(body) : body };
}

/** `handlers/getPet.ts:12: TypeError: x is not a function`. */
function describe(error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : `It threw ${String(error)}`;
  const place = errorPlace(error);
  return place === undefined ? message : `${place}: ${message}`;
}
