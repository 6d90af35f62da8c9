import { getOrMake, type Operation, type SchemaRegistry } from "@onespec/spec-core";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  RequestPayload,
} from "fastify";
import { respond } from "./contract-answers.js";
import { addBodyParsers, createTextTaker, type DoneHook, decodeHook } from "./contract-bodies.js";
import { answerError, refuseRequest } from "./contract-errors.js";
import type { ContractParts, HttpContractOptions, OperationPlan } from "./contract-options.js";
import { type ContractRequest, contractOf } from "./contract-request.js";
import { addFallback, addMethods, plainRoutes, refuseUnmatched } from "./contract-routes.js";
import type { Answer } from "./model/message.js";
import type { Problem } from "./model/problem.js";
import { createProblemAnswers } from "./problems/problem-answer.js";
import { createRequestReader } from "./request/request-reader.js";
import { entityTag } from "./response/entity-tag.js";
import { createFitting, DEFAULT_SEED, type Fitting } from "./response/fitting.js";
import { createResponsePlan, type ResponsePlan } from "./response/response-plan.js";
import { selectSuccess } from "./response/select-response.js";
import { valueAnswers } from "./response/value-answers.js";
import { writeAnswer } from "./response/write-answer.js";
import { addCors } from "./routes/cors.js";
import { createRouteTable } from "./routes/route-table.js";

declare module "fastify" {
  interface FastifyRequest {
    /** The operation that takes the request, and what the request holds. */
    readonly contract: ContractRequest;
    /** Takes a text as the body, where no parser of Fastify's has read it. @throws ProblemError */
    takeText(text: string): void;
  }
  interface FastifyReply {
    /** Answers with a problem, in the error schema that the operation documents. */
    refuse(problem: Problem): void;
    /** Sends an answer as it is. */
    answer(answer: Answer): void;
  }
}

/**
 * A Fastify plugin that serves the operations of a description: routes, parameters, bodies, validation, answers, problems,
 * preconditions, 404 with the nearest paths, 405 with `Allow`, `HEAD` and `OPTIONS`.
 * @example await fastify.register(httpContract, { description, handler: ({ id }) => handlers[id] });
 */
export async function httpContract(fastify: FastifyInstance, options: HttpContractOptions): Promise<void> {
  const { description, operations = description.operations, basePath = "", serverPaths = true } = options;
  const { schemas } = description;
  const table = options.table ?? createRouteTable(description, operations, { basePath, serverPaths });
  const fitting = options.fitting ?? createFitting(schemas, DEFAULT_SEED);
  const parts: ContractParts = {
    prefix: fastify.prefix,
    options,
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
  const handler = (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.contract.operation) respond(parts, request, reply);
    else refuseUnmatched(parts, request, reply);
  };
  for (const route of plainRoutes(table, operations)) {
    const { operation } = route.config.contract;
    const hooks: preParsingHookHandler[] = options.guard?.(operation) ? [guardHook] : [];
    if (operation.requestBody) hooks.push(decodeHook);
    fastify.route({ ...route, ...(hooks.length > 0 && { preParsing: hooks }), exposeHeadRoute: false, handler });
  }
  addFallback(fastify, parts, preParsing, handler);
}

function createPlans(options: HttpContractOptions, fitting: Fitting): (operation: Operation) => OperationPlan {
  const { description, defaults = true, answersJson = () => true, validateResponses = "off" } = options;
  const { schemas } = description;
  const plans = new Map<Operation, OperationPlan>();
  return (operation) =>
    getOrMake(plans, operation, () => {
      const success = selectSuccess(operation);
      const response = createResponsePlan(schemas, fitting, operation, success, answersJson(operation, success.status));
      const handler = options.handler?.(operation);
      const { onInvalidResponse } = options;
      return {
        reader: createRequestReader(schemas, operation, { defaults, isKnownPath: options.isKnownPath?.(operation) }),
        response,
        answer:
          options.answers?.(operation, response) ??
          (handler && valueAnswers(schemas, operation, response, handler, { validateResponses, onInvalidResponse })),
        guard: options.guard?.(operation),
        precondition: options.precondition?.(operation) ?? "path",
        tag: tagUse(schemas, response),
      };
    });
}

/** A header that is documented as something else carries no tag of ours. */
function tagUse(schemas: SchemaRegistry, { status, response }: ResponsePlan): OperationPlan["tag"] {
  const header = status < 300 && response?.headers.find(({ name }) => name.toLowerCase() === "etag");
  if (!header) return "undocumented";
  return schemas.validator(header.schema, "response").isValid(entityTag("")) ? "documented" : "forbidden";
}

function decorate(fastify: FastifyInstance, parts: ContractParts): void {
  fastify.decorateRequest("contract", {
    getter(this: FastifyRequest): ContractRequest {
      return contractOf(this, parts);
    },
  });
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
    if (passed instanceof Promise) passed.then(() => done(null, payload), done);
    else done(null, payload);
  } catch (error) {
    done(error as Error);
  }
}
