import { setImmediate as nextTurn } from "node:timers/promises";
import { ClientGone, LARGE_BODY, type LargeBodies } from "@onespec/http-requests";
import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import type { Services } from "../action.js";
import type { App, LoadedAction, Route } from "../app.js";
import { DeclaredMembers } from "../request/declared-members.js";
import { type BodyRead, createRequestPlan, type RequestPlan } from "../request/request-plan.js";
import { ActionCall, type CallServer } from "./action-call.js";
import type { AnswerWriter } from "./answer-writer.js";
import type { Exchange } from "./exchange.js";
import { receiveBody } from "./receive-body.js";
import { type RequestLog, requestLine } from "./request-log.js";
import { createResponsePlan, type ResponsePlan } from "./response-plan.js";
import { passPolicies, policiesOf } from "./route-policies.js";
import type { WriteGuard } from "./write-guard.js";

/** Answers a request that was found to be its own. @param segments raw texts of the path parameters, in the template's order */
export type RouteAnswer = (exchange: Exchange, segments: readonly string[], query: string) => void;

export interface RouteParts {
  readonly app: App;
  readonly services: Services;
  readonly schemas: SchemaRegistry;
  readonly largeBodies: LargeBodies;
  readonly writer: AnswerWriter;
  readonly requestLog: RequestLog;
}

interface ActionPlan {
  readonly request: RequestPlan;
  /** What the handler is given of a body; `undefined` for all of it. */
  readonly declared: DeclaredMembers | undefined;
  readonly response: ResponsePlan;
}

/** Methods whose bodies mean nothing unless an action documents one (RFC 9110, section 9.3). */
const BODYLESS = new Set(["GET", "HEAD", "TRACE"]);

/**
 * One route of one action. Its plan is made with its first request. Policies run before the body is read, so that who is not let in
 * cannot make the server hold one.
 *
 * @param guard of what it changes; `undefined` when nobody can tell whether that has changed
 */
export function actionRoute(
  parts: RouteParts,
  loaded: LoadedAction,
  route: Route,
  operation: Operation,
  guard?: WriteGuard,
): RouteAnswer {
  const { app, services, schemas, largeBodies, writer, requestLog } = parts;
  const { handler, inputs } = loaded.action;
  const server: CallServer = { requestLog, trustProxy: app.config.app.trustProxy };
  const { bodyLimit, requestTimeoutMs } = app.config.app;
  const policies = policiesOf(app, loaded);
  const readsBody = operation.requestBody !== undefined || !BODYLESS.has(route.method);
  let made: ActionPlan | undefined;
  let making: Promise<ActionPlan> | undefined;
  /** Each part in a turn of the event loop of its own: schemas may be very large. */
  const makePlan = async (): Promise<ActionPlan> => {
    const request = createRequestPlan(operation, schemas, largeBodies);
    await nextTurn();
    const declared = inputs?.body?.undeclared === "ignore" ? declaredIn(operation, schemas) : undefined;
    if (declared !== undefined) await nextTurn();
    made = { request, declared, response: createResponsePlan(operation, schemas) };
    await nextTurn();
    return made;
  };

  const receive = (plan: ActionPlan, call: ActionCall): void => {
    const receiving = readsBody ? receiveBody(call.exchange, bodyLimit) : undefined;
    if (receiving === undefined) {
      respond(plan, call, undefined);
      return;
    }
    receiving.then(
      (body) =>
        body.ok ? respond(plan, call, body.bytes) : writer.problem(call.exchange, plan.response, body.problem),
      (error) => writer.fail(call.exchange, plan.response, error),
    );
  };

  const respond = (plan: ActionPlan, call: ActionCall, body: Buffer | undefined): void => {
    const { exchange, head } = call;
    try {
      const type = body === undefined ? undefined : exchange.headers["content-type"];
      const gone = body !== undefined && body.length > LARGE_BODY ? goneSignal(exchange) : undefined;
      const read = plan.request.readBody(body, type, head.violations, gone);
      if (!(read instanceof Promise)) {
        act(plan, call, read);
        return;
      }
      read.then(
        (settled) => act(plan, call, settled),
        (error) => {
          // Nobody is there to be told.
          if (!(error instanceof ClientGone)) writer.fail(exchange, plan.response, error);
        },
      );
    } catch (error) {
      writer.fail(exchange, plan.response, error);
    }
  };

  const act = (plan: ActionPlan, call: ActionCall, read: BodyRead): void => {
    const { exchange } = call;
    try {
      if (!read.ok) {
        writer.problem(exchange, plan.response, read.problem);
        return;
      }
      call.body = plan.declared === undefined ? read.value : plan.declared.of(read.value);
      const given = guard === undefined ? handler(call, services) : guard(call, () => handler(call, services));
      if (isPromise(given)) settle(plan.response, call, given);
      else writer.answer(exchange, plan.response, given);
    } catch (error) {
      writer.fail(exchange, plan.response, error);
    }
  };

  const settle = (plan: ResponsePlan, call: ActionCall, given: PromiseLike<unknown>): void => {
    const { exchange } = call;
    const timer = requestTimeoutMs > 0 ? setTimeout(giveUp, requestTimeoutMs) : undefined;
    let isOver = false;
    function giveUp(): void {
      isOver = true;
      call.giveUp();
      const message = `The action took longer than ${requestTimeoutMs} ms.`;
      call.log.error({}, `${requestLine(call)}: ${message}`);
      writer.problem(exchange, plan, {
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
        writer.fail(exchange, plan, error);
      }
    };
    given.then(
      (value) => finish(() => writer.answer(exchange, plan, value)),
      (error) => finish(() => writer.fail(exchange, plan, error)),
    );
  };

  const runPolicies = async (plan: ActionPlan, call: ActionCall): Promise<void> => {
    try {
      await passPolicies(policies, call, services);
    } catch (error) {
      writer.fail(call.exchange, plan.response, error);
      return;
    }
    receive(plan, call);
  };

  const answer = (plan: ActionPlan, exchange: Exchange, segments: readonly string[], query: string): void => {
    try {
      const call = new ActionCall(exchange, plan.request.readHead(exchange, segments, query), server);
      if (policies.length > 0) void runPolicies(plan, call);
      else receive(plan, call);
    } catch (error) {
      writer.fail(exchange, plan.response, error);
    }
  };

  return (exchange, segments, query) => {
    if (made !== undefined) {
      answer(made, exchange, segments, query);
      return;
    }
    making ??= makePlan();
    making.then(
      (plan) => answer(plan, exchange, segments, query),
      (error) => {
        making = undefined;
        writer.fail(exchange, undefined, error);
      },
    );
  };
}

/** Is aborted when the client goes away before it is answered. */
function goneSignal(exchange: Exchange): AbortSignal {
  const gone = new AbortController();
  exchange.onGone(() => gone.abort());
  return gone.signal;
}

function declaredIn({ requestBody }: Operation, schemas: SchemaRegistry): DeclaredMembers {
  const content = requestBody?.content ?? [];
  return new DeclaredMembers(
    schemas,
    content.flatMap(({ schema }) => (schema === undefined ? [] : [schema.json])),
  );
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
