import { setTimeout } from "node:timers/promises";
import { type Answer, essence, forbidsBody, isJsonType, selectError } from "@onespec/http-contract";
import type { Operation } from "@onespec/spec-core";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { OverrideRule, TakenOverride } from "../../state/overrides.js";
import { LARGEST_BODY } from "../request-log/request-log.js";

/** Headers that an override adds to the operation's own answer. */
const addedHeaders = new WeakMap<FastifyRequest, Readonly<Record<string, string>>>();

/** Adds the headers of overrides that change nothing else. It comes before the log, which shows them. */
export const overriddenHeaders: FastifyPluginAsync = fp(
  async (fastify) => {
    fastify.addHook("onSend", (request, reply, payload, done) => {
      const added = addedHeaders.get(request);
      if (added) {
        reply.headers(added);
        const { contract } = request;
        if (contract?.answer)
          contract.answer = { ...contract.answer, headers: { ...contract.answer.headers, ...added } };
      }
      done(null, payload);
    });
  },
  { name: "mock-overridden-headers" },
);

/** Answers as the overrides of the control plane say: "the next call of X answers 503". */
export const overrides: FastifyPluginAsync = fp(
  async (fastify) => {
    fastify.addHook("onRequest", (request, reply, done) => {
      const { mock } = fastify;
      const operation = request.contract?.operation;
      const state = mock.stateOf(request);
      const taken = operation && state.overrides.isUsed ? state.overrides.take(operation.id) : undefined;
      if (!operation || !taken) {
        done();
        return;
      }
      const { rule } = taken;
      settle(reply, taken);
      const answer = async (): Promise<void> => {
        if (rule.delay !== undefined) await setTimeout(rule.delay);
        if (rule.status === undefined) {
          if (rule.headers) addedHeaders.set(request, lowerCase(rule.headers));
          done();
        } else {
          await keepText(request);
          stated(reply, rule, rule.status, operation);
        }
      };
      answer().catch(done);
    });
  },
  { name: "mock-overrides" },
);

/**
 * Counts the call when its answer has been sent. If the client disconnects before, the next call gets the override. An override that only
 * delays counts at once, because a client that stops waiting has seen the delay.
 */
function settle({ raw }: FastifyReply, { rule, spend, giveBack }: TakenOverride): void {
  const isSeen = rule.status === undefined && rule.headers === undefined;
  if (isSeen) {
    spend();
    return;
  }
  let isAnswered = false;
  raw.once("finish", () => {
    isAnswered = true;
    spend();
  });
  raw.once("close", () => {
    if (!isAnswered) giveBack();
  });
}

/** Reads a small body for the log, because no parser will read it. */
async function keepText(request: FastifyRequest): Promise<void> {
  const length = Number(request.headers["content-length"]);
  if (!(length > 0 && length <= LARGEST_BODY)) return;
  const chunks: Buffer[] = [];
  for await (const chunk of request.raw) chunks.push(Buffer.from(chunk));
  request.contract.text = Buffer.concat(chunks).toString();
}

/** An error without a body gets the body that the operation documents for its status. */
function stated(reply: FastifyReply, rule: OverrideRule, status: number, operation: Operation): void {
  const own = lowerCase(rule.headers ?? {});
  if (rule.body === undefined && status >= 400) {
    const message = `This is an override: ${operation.id} answers ${status}`;
    reply.refuse({ status, code: "overridden", message: "Overridden", details: [{ message }], headers: own });
    return;
  }
  reply.answer(answerOf(rule, status, operation));
}

function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
}

/** The answer that an override states, as JSON of the documented media type unless it names another. */
export function answerOf({ body, headers = {} }: Partial<OverrideRule>, status: number, operation: Operation): Answer {
  const own = lowerCase(headers);
  if (body === undefined || forbidsBody(status)) return { status, headers: own, body: undefined };
  const isText = typeof body === "string" && own["content-type"] !== undefined && !/json/i.test(own["content-type"]);
  const text = isText ? (body as string) : JSON.stringify(body);
  const documented = selectError(operation, status)?.content.map(({ type }) => type) ?? [];
  const type = documented.includes(JSON_TYPE) ? JSON_TYPE : documented.find((one) => isJsonType(essence(one)));
  return { status, headers: { "content-type": type ?? JSON_TYPE, ...own }, body: text };
}

const JSON_TYPE = "application/json";
