import { STATUS_CODES } from "node:http";
import { setTimeout } from "node:timers/promises";
import {
  type Answer,
  createResponsePlan,
  headerText,
  notAcceptable,
  type OperationPlan,
  type Problem,
  ProblemError,
  sampledValue,
  selectError,
} from "@onespec/http-contract";
import { getOrMake, type Operation, type OperationResponse } from "@onespec/spec-core";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { MockContext } from "../../model/mock-context.js";
import { answerValue, withShownHeaders } from "../../response/value-answer.js";
import { preferenceApplied, readPreferences } from "./preferences.js";

/**
 * Answers as `Prefer` asks. For another documented 2xx, the operation runs and answers with that status. Every other status, an example and
 * generated data come from the description alone: stored data is neither read nor changed.
 */
export const prefer: FastifyPluginAsync = fp(
  async (fastify: FastifyInstance) => {
    const known: KnownPlans = { plans: new Map(), made: 0 };
    // An async hook would cost every request a microsecond or two.
    fastify.addHook("preHandler", (request, reply, done) => {
      const { contract } = request;
      if (!contract?.operation) {
        done();
        return;
      }
      const isAsked = request.headers.prefer !== undefined || contract.target.query.includes("__");
      const standing = isAsked ? undefined : fastify.mock.standingPreference?.(contract.operation);
      if (!isAsked && standing === undefined) {
        done();
        return;
      }
      follow(fastify, request, reply, standing, known).then((isAnswered) => {
        if (!isAnswered) done();
      }, done);
    });
  },
  { name: "mock-prefer" },
);

/** @returns true when the request was answered */
async function follow(
  fastify: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  standing: string | undefined,
  known: KnownPlans,
): Promise<boolean> {
  const { contract } = request;
  const operation = contract.operation as Operation;
  const { context } = fastify.mock.stateOf(request).backend;
  const read = readPreferences(operation, contract.target, standing);
  if (!read.ok) throw new ProblemError(read.problem);
  if (read.query !== contract.target.query) contract.replaceQuery(read.query);
  const { example, dynamic, seed, wait } = read.preferences;
  const isMade = dynamic ?? seed !== undefined;
  const isOwn = read.preferences.code !== undefined || example !== undefined || isMade;
  const preferences = isOwn ? { ...read.preferences, standard: undefined } : read.preferences;
  const { plan } = contract;
  const asked = preferences.code ?? preferences.standard?.code;
  const code = asked ?? plan.response.status;
  const response = asked === undefined ? plan.response.response : selectError(operation, code);
  const applied = standing === undefined ? preferenceApplied(preferences) : "";
  if (asked !== undefined && !response) throw new ProblemError(undocumentedCode(operation, code));
  if (wait > 0) await setTimeout(wait);
  if (applied !== "") reply.header("preference-applied", applied);
  if (example === undefined && !isMade) {
    if (code === plan.response.status) return false;
    if (response && code < 300) {
      contract.plan = getOrMake(known.plans, `${code} ${operation.id}`, () =>
        planOf(fastify, context, plan, operation, { status: code, response }),
      );
      return false;
    }
  }
  const valid = await contract.read();
  if (!valid.ok && !REFUSALS.has(code)) throw new ProblemError(valid.problem);
  const chosen = example === undefined || isMade ? response : withExample(response, example);
  if (!chosen && example !== undefined) throw new ProblemError(unknownExample(response, code, example));
  const hasExample = !isMade && chosen?.content.some(({ examples }) => examples.length > 0);
  if (code >= 400 && !hasExample && !isMade) {
    reply.refuse(valid.ok ? forcedProblem(code) : { ...valid.problem, status: code });
    return true;
  }
  const source = isMade ? (seed ?? `number ${++known.made}`) : undefined;
  reply.answer(await documentedAnswer(context, operation, code, chosen, request, source));
  return true;
}

/** Shared by all requests. */
interface KnownPlans {
  /** By status and operation. */
  readonly plans: Map<string, OperationPlan>;
  /** Number of generated answers without a seed. */
  made: number;
}

/** The plan of another documented status. */
function planOf(
  { mock }: FastifyInstance,
  { schemas, fitting }: MockContext,
  usual: OperationPlan,
  operation: Operation,
  other: { readonly status: number; readonly response: OperationResponse },
): OperationPlan {
  const response = createResponsePlan(schemas, fitting, operation, other, false);
  return {
    ...usual,
    response,
    tag: response.documentedHeaders.has("etag") ? usual.tag : "undocumented",
    answer: (call) => mock.stateOf(call.request).run((backend) => backend.behaviourOf({ operation, response })(call)),
  };
}

/** Statuses that an invalid request may ask for, because they are meant for invalid requests. */
const REFUSALS = new Set([400, 401, 403, 415, 422]);

/** The documented answer, or with `source` one that is generated from this text. */
async function documentedAnswer(
  context: MockContext,
  operation: Operation,
  status: number,
  response: OperationResponse | undefined,
  request: FastifyRequest,
  source: string | undefined,
): Promise<Answer> {
  const { schemas, fitting } = context;
  const required = createResponsePlan(schemas, fitting, operation, { status, response }, false);
  const plan = withShownHeaders(context, operation, required);
  const accept = headerText(request.headers, "accept");
  const body = plan.negotiate(accept);
  if (!body && plan.preferred) throw new ProblemError(notAcceptable(plan, accept));
  const value =
    body &&
    (source === undefined
      ? sampledValue(fitting, body, `${operation.id} ${status}`)
      : sampledValue(fitting, { ...body, examples: [] }, `${operation.id} ${status} ${source}`, { examples: false }));
  return answerValue(context, plan, { answerAs: body }, value);
}

/** The response with only this example, in the media types that have it. */
function withExample(response: OperationResponse | undefined, name: string): OperationResponse | undefined {
  const content = (response?.content ?? []).flatMap((media) => {
    const examples = media.examples.filter((example) => example.name === name);
    return examples.length === 0 ? [] : [{ ...media, examples }];
  });
  return response && content.length > 0 ? { ...response, content } : undefined;
}

function undocumentedCode({ id, responses }: Operation, code: number): Problem {
  const documented = responses.map(({ status }) => status);
  const message = `The operation documents no ${code}; it documents ${documented.join(", ") || "no response at all"}`;
  const hint = `An override answers any status: POST /__mock/overrides {"operationId":${JSON.stringify(id)},"status":${code}}.`;
  return {
    status: 404,
    code: "undocumented-code",
    message: "Undocumented code",
    details: [{ in: "header", path: "/prefer", message, hint, documented }],
  };
}

function unknownExample(response: OperationResponse | undefined, code: number, name: string): Problem {
  const named = (response?.content ?? []).flatMap(({ examples }) => examples.map((example) => example.name));
  const documented = [...new Set(named)].filter((each) => each !== "");
  const has = documented.length === 0 ? "no named examples" : documented.join(", ");
  return {
    status: 404,
    code: "unknown-example",
    message: "Unknown example",
    details: [{ in: "header", path: "/prefer", message: `${code} has no example ${name}; it has ${has}`, documented }],
  };
}

function forcedProblem(status: number): Problem {
  const message = STATUS_CODES[status] ?? `Status ${status}`;
  const details = [{ message: `The request asked for status ${status}` }];
  return { status, code: "forced", message, details };
}
