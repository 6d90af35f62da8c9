import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Services } from "../action.js";
import type { App, LoadedAction, Route } from "../app.js";
import { HttpError } from "../http-error.js";
import type { Policy } from "../policy.js";
import type { createValueDecoders } from "../request/decode-value.js";
import { createRequestPlan, type RequestPlan } from "../request/request-plan.js";
import { ActionCall } from "./action-call.js";
import type { AnswerWriter } from "./answer-writer.js";
import { createPathTexts, toRouterPath } from "./path-match.js";
import type { RequestLog } from "./request-log.js";
import { createResponsePlan, type ResponsePlan } from "./response-plan.js";

export interface RouteParts {
  readonly app: App;
  readonly services: Services;
  readonly schemas: SchemaRegistry;
  readonly decoders: ReturnType<typeof createValueDecoders>;
  readonly writer: AnswerWriter;
  readonly requestLog: RequestLog;
}

interface ActionPlan {
  readonly request: RequestPlan;
  readonly response: ResponsePlan;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set once the head of a request was read. */
    actionCall: ActionCall | undefined;
  }
}

/**
 * One route of one action. Its plan is made with its first request. Policies run before the body is read, so that who is not let in
 * cannot make the server hold one.
 */
export function actionRoute(parts: RouteParts, loaded: LoadedAction, route: Route, operation: Operation): RouteOptions {
  const { app, services, schemas, decoders, writer, requestLog } = parts;
  const { handler } = loaded.action;
  const { requestTimeoutMs } = app.config.app;
  const policies = loaded.policies.flatMap((name): readonly (readonly [string, Policy])[] => {
    const policy = app.policies.get(name);
    return policy === undefined ? [] : [[name, policy]];
  });
  const pathTexts = createPathTexts(route.path);
  let made: ActionPlan | undefined;
  const planOf = (): ActionPlan => {
    made ??= {
      request: createRequestPlan(operation, schemas, decoders),
      response: createResponsePlan(operation, schemas),
    };
    return made;
  };

  const startCall = (request: FastifyRequest): ActionCall => {
    const { url, headers } = request;
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? "" : url.slice(mark + 1);
    const head = planOf().request.readHead({ segments: pathTexts(path), query, headers });
    return new ActionCall(request, head, requestLog);
  };

  const respond = (request: FastifyRequest, reply: FastifyReply): void => {
    const plan = planOf();
    try {
      const call = request.actionCall ?? startCall(request);
      const body = Buffer.isBuffer(request.body) ? request.body : undefined;
      const read = plan.request.readBody(body, request.headers["content-type"], call.head.violations);
      if (!read.ok) {
        writer.problem(reply, plan.response, read.problem);
        return;
      }
      call.body = read.value;
      const given = handler(call, services);
      if (isPromise(given)) settle(reply, plan.response, call, given);
      else writer.answer(reply, plan.response, given);
    } catch (error) {
      writer.fail(reply, plan.response, error);
    }
  };

  const settle = (reply: FastifyReply, plan: ResponsePlan, call: ActionCall, given: PromiseLike<unknown>): void => {
    const timer = requestTimeoutMs > 0 ? setTimeout(giveUp, requestTimeoutMs) : undefined;
    let isOver = false;
    function giveUp(): void {
      isOver = true;
      call.giveUp();
      const message = `The action took longer than ${requestTimeoutMs} ms.`;
      call.log.error({}, `${call.method} ${call.url}: ${message}`);
      writer.problem(reply, plan, {
        status: 503,
        code: "timeout",
        message: "Service unavailable",
        details: [{ message }],
      });
    }
    const finish = (write: () => void): void => {
      clearTimeout(timer);
      if (isOver) return;
      try {
        write();
      } catch (error) {
        writer.fail(reply, plan, error);
      }
    };
    given.then(
      (value) => finish(() => writer.answer(reply, plan, value)),
      (error) => finish(() => writer.fail(reply, plan, error)),
    );
  };

  const runPolicies = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    try {
      const call = startCall(request);
      request.actionCall = call;
      for (const [name, policy] of policies) {
        if ((await policy(call, services)) === false)
          throw new HttpError(403, `The policy ${name} refuses this request.`);
      }
      return undefined;
    } catch (error) {
      writer.fail(reply, planOf().response, error);
      return reply;
    }
  };

  return {
    method: route.method,
    url: toRouterPath(route.path),
    ...(policies.length === 0 ? {} : { onRequest: runPolicies }),
    handler: respond,
  };
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
