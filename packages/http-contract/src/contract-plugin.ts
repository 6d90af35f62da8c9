import type { Operation } from "@onespec/spec-core";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  RequestPayload,
} from "fastify";
import { createHandler, createPlans } from "./contract-answers.js";
import { addBodyParsers, createTextTaker, type DoneHook, decodeHook } from "./contract-bodies.js";
import { answerError, errorOf, refuseRequest } from "./contract-errors.js";
import { type ContractParts, DEFAULT_BODY_LIMIT, type HttpContractOptions } from "./contract-options.js";
import { type ContractRequest, contractGetter } from "./contract-request.js";
import { addFallback, addMethods, plainRoutes } from "./contract-routes.js";
import type { Answer } from "./model/message.js";
import type { Problem } from "./model/problem.js";
import { createProblemAnswers } from "./problems/problem-answer.js";
import { createFitting, DEFAULT_SEED } from "./response/fitting.js";
import { writeAnswer } from "./response/response-plan.js";
import { addCors } from "./routes/cors.js";
import { createRouteTable } from "./routes/route-table.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The operation that matches the request, and the request's values. */
    readonly contract: ContractRequest;
    /** Uses a text as the body, if no Fastify parser has read it. @throws ProblemError */
    takeText(text: string): void;
  }
  interface FastifyReply {
    /** Answers with a problem, in the error schema that the operation documents. */
    refuse(problem: Problem): void;
    /** Sends an answer unchanged. */
    answer(answer: Answer): void;
  }
}

/**
 * A Fastify plugin that serves the operations of a description. It includes routes, parameters, bodies, validation,
 * answers, problems, preconditions, 404 with the nearest paths, 405 with `Allow`, `HEAD` and `OPTIONS`.
 * @example await fastify.register(httpContract, { description, handler: ({ id }) => handlers[id] });
 */
export async function httpContract(fastify: FastifyInstance, options: HttpContractOptions): Promise<void> {
  const { description, operations = description.operations, basePath = "", serverPaths = true } = options;
  const { schemas } = description;
  const table = options.table ?? createRouteTable(description, operations, { basePath, serverPaths });
  const fitting = options.fitting ?? createFitting(schemas, DEFAULT_SEED);
  const parts: ContractParts = {
    prefix: fastify.prefix,
    options: { ...options, bodyLimit: options.bodyLimit ?? fastify.initialConfig.bodyLimit ?? DEFAULT_BODY_LIMIT },
    table,
    problems: options.problems ?? createProblemAnswers(description, fitting),
    planOf: createPlans(options, fitting),
  };
  decorate(fastify, parts);
  if (options.cors) addCors(fastify, options.cors);
  addBodyParsers(fastify, parts);
  fastify.setErrorHandler((error: FastifyError, request, reply) => answerError(parts, error, request, reply));
  const preParsing = options.guard === undefined ? [decodeHook] : [guardHook, decodeHook];
  addMethods(fastify, operations);
  const handler = createHandler(parts);
  const routed = new Set<Operation>();
  for (const route of plainRoutes(table, operations)) {
    const { operation } = route.config.contract;
    routed.add(operation);
    const hooks: preParsingHookHandler[] = options.guard?.(operation) ? [guardHook] : [];
    if (operation.requestBody) hooks.push(decodeHook);
    fastify.route({ ...route, ...(hooks.length > 0 && { preParsing: hooks }), exposeHeadRoute: false, handler });
  }
  addFallback(fastify, parts, routed, preParsing, handler);
}

function decorate(fastify: FastifyInstance, parts: ContractParts): void {
  fastify.decorateRequest("contract", contractGetter(parts));
  const takeText = createTextTaker(parts);
  fastify.decorateRequest("takeText", function take(this: FastifyRequest, text: string): void {
    takeText(this, text);
  });
  fastify.decorateReply("refuse", function refuse(this: FastifyReply, problem: Problem): void {
    refuseRequest(parts, this.request, this, problem);
  });
  fastify.decorateReply("answer", function answer(this: FastifyReply, given: Answer): void {
    writeAnswer(this, given);
  });
}

function guardHook(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload, done: DoneHook): void {
  const { contract } = request;
  const guard = contract.operation && contract.plan.guard;
  if (!guard || !contract.operation) {
    done(null, payload);
    return;
  }
  const { operation, target, match, head } = contract;
  try {
    const passed = guard({ operation, request, target, base: match?.base ?? "", ...head.values }, reply);
    if (passed instanceof Promise)
      passed.then(
        () => done(null, payload),
        (thrown) => done(errorOf(thrown)),
      );
    else done(null, payload);
  } catch (thrown) {
    done(errorOf(thrown));
  }
}
