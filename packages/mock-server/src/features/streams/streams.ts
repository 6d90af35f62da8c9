import { type Answer, bodyKind, essence, type ResponsePlan } from "@onespec/http-contract";
import { type Operation, objectProperties, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { Behaviour, Call, MockContext } from "../../model/mock-context.js";

/** Answers with sequences (server-sent events, JSON lines) where operations document them. */
export const streams: FastifyPluginAsync = fp(
  async (fastify) => {
    fastify.mock.wrap((context, { operation, response }, behave) =>
      response.status >= 400 ? behave : withStream(context, operation, response, behave),
    );
  },
  { name: "mock-streams" },
);

/**
 * Has an operation that documents a sequence (server-sent events, JSON lines) answer with one, where the client takes that or says
 * `stream: true`. Others stay as they are; the code for it is loaded by the first call of such an operation.
 */
function withStream(context: MockContext, operation: Operation, plan: ResponsePlan, behave: Behaviour): Behaviour {
  const content = plan.response?.content ?? [];
  if (!content.some(({ type }) => isSequence(bodyKind(essence(type))))) return behave;
  const canWish = wishesStreams(context.schemas, operation);
  let loading: Promise<Behaviour> | undefined;
  return (call) => {
    const isWished = canWish && (call.body as { readonly stream?: unknown } | undefined)?.stream === true;
    return isWished || isSequence(call.answerAs?.kind) ? streamed(call) : behave(call);
  };

  async function streamed(call: Call): Promise<Answer> {
    loading ??= import("./stream-behaviour.js").then(({ createStreamBehaviour }) =>
      createStreamBehaviour(context, operation, plan, behave),
    );
    return (await loading)(call);
  }
}

function isSequence(kind: string | undefined): boolean {
  return kind === "events" || kind === "json-lines";
}

/** True if the body has the flag `stream`, which asks for a stream. */
function wishesStreams(schemas: SchemaRegistry, { requestBody }: Operation): boolean {
  return (requestBody?.content ?? []).some(({ schema }) => {
    const flag = schema && objectProperties(schemas, schema.json).get("stream");
    return flag !== undefined && schemaShape(schemas, flag.schema).types.has("boolean");
  });
}
