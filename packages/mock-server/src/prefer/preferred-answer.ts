import { STATUS_CODES } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { Operation, OperationResponse } from "@onespec/spec-core";
import { notAcceptable } from "../errors/not-acceptable.js";
import type { Problem } from "../errors/problem.js";
import type { Answer } from "../response/answer.js";
import { encodeBody } from "../response/encode-body.js";
import { createResponsePlan } from "../response/response-plan.js";
import { sampledValue } from "../response/sampled-value.js";
import { selectError } from "../response/select-response.js";
import type { MockContext } from "../server/mock-context.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import { createOperationPlan, type OperationPlan } from "../server/operation-plan.js";
import type { Awaitable } from "../store/record-store.js";
import { preferenceApplied, readPreferences } from "./preferences.js";

/** Answers a request of an operation, whose path gave `values`. */
export type PreferredAnswer = (
  plan: OperationPlan,
  request: MockRequest,
  values: readonly string[],
  run: (plan: OperationPlan, request: MockRequest) => Awaitable<Answer>,
) => Promise<Answer>;

/**
 * Answers as `Prefer` asks. Another documented 2xx is the operation done and answered with that status. Every other status,
 * an example, and what is made up are answered from the description alone: nothing stored is looked at or changed.
 */
export function createPreferredAnswer(context: MockContext): PreferredAnswer {
  const plans = new Map<string, OperationPlan>();
  let made = 0;

  const planOf = (operation: Operation, status: number, response: OperationResponse): OperationPlan => {
    const key = `${status} ${operation.id}`;
    const plan = plans.get(key) ?? createOperationPlan(context, operation, { status, response });
    plans.set(key, plan);
    return plan;
  };

  return async (plan, given, values, run) => {
    const { operation } = plan;
    const read = readPreferences(operation, given);
    if (!read.ok) return context.refuse(operation, read.problem);
    const { request } = read;
    const { example, dynamic, seed, wait } = read.preferences;
    const isMade = dynamic ?? seed !== undefined;
    const isOwn = read.preferences.code !== undefined || example !== undefined || isMade;
    const preferences = isOwn ? { ...read.preferences, standard: undefined } : read.preferences;
    const asked = preferences.code ?? preferences.standard?.code;
    const code = asked ?? plan.response.status;
    const response = asked === undefined ? plan.response.response : selectError(operation, code);
    const finish = async (answer: Awaitable<Answer>): Promise<Answer> => {
      const [settled] = await Promise.all([answer, wait > 0 ? setTimeout(wait) : undefined]);
      const applied = preferenceApplied(preferences);
      return applied === "" ? settled : withHeader(settled, "preference-applied", applied);
    };
    if (asked !== undefined && !response) return context.refuse(operation, undocumentedCode(operation, code));
    if (example === undefined && !isMade) {
      if (code === plan.response.status) return finish(run(plan, request));
      if (response && code < 300) return finish(run(planOf(operation, code, response), request));
    }
    const valid = await plan.request.read(request, values);
    if (!valid.ok && !REFUSALS.has(code)) return context.refuse(operation, valid.problem);
    const chosen = example === undefined || isMade ? response : withExample(response, example);
    if (!chosen && example !== undefined) return context.refuse(operation, unknownExample(response, code, example));
    const hasExample = !isMade && chosen?.content.some(({ examples }) => examples.length > 0);
    if (code >= 400 && !hasExample && !isMade) {
      const problem = valid.ok ? forcedProblem(code) : { ...valid.problem, status: code };
      return finish(context.refuse(operation, problem));
    }
    made += 1;
    const source = isMade ? (seed ?? `number ${made}`) : undefined;
    return finish(documentedAnswer(context, operation, code, chosen, request, source));
  };
}

/** Statuses with which an invalid request may be answered when they are asked for: it is what they are for. */
const REFUSALS = new Set([400, 401, 403, 415, 422]);

/** The answer that the description shows, or with `source` one that is made from that text. */
async function documentedAnswer(
  context: MockContext,
  operation: Operation,
  status: number,
  response: OperationResponse | undefined,
  request: MockRequest,
  source: string | undefined,
): Promise<Answer> {
  const { schemas, fitting } = context;
  const plan = createResponsePlan(schemas, fitting, operation, { status, response }, false);
  const accept = headerText(request.headers, "accept");
  const body = plan.negotiate(accept);
  if (!body && plan.preferred) return context.refuse(operation, notAcceptable(plan, accept));
  if (!body) return { status, headers: plan.headers, body: undefined };
  const value =
    source === undefined
      ? sampledValue(fitting, body, `${operation.id} ${status}`)
      : sampledValue(fitting, { ...body, examples: [] }, `${operation.id} ${status} ${source}`, { examples: false });
  const encoded = await encodeBody(schemas, body, value);
  return { status, headers: { ...plan.headers, "content-type": body.contentType }, body: encoded };
}

/** The response with that example alone, in the media types that have it. */
function withExample(response: OperationResponse | undefined, name: string): OperationResponse | undefined {
  const content = (response?.content ?? []).flatMap((media) => {
    const examples = media.examples.filter((example) => example.name === name);
    return examples.length === 0 ? [] : [{ ...media, examples }];
  });
  return response && content.length > 0 ? { ...response, content } : undefined;
}

function undocumentedCode({ responses }: Operation, code: number): Problem {
  const documented = responses.map(({ status }) => status);
  const message = `The operation documents no ${code}; it documents ${documented.join(", ") || "no response at all"}`;
  return {
    status: 404,
    code: "undocumented-code",
    message: "Undocumented code",
    details: [{ in: "header", path: "/prefer", message, documented }],
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

function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}
