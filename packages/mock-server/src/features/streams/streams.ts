import { type Answer, bodyKind, essence } from "@onespec/http-contract";
import { type Operation, objectProperties, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { Behaviour, BehaviourWrapper, Call } from "../../model/mock-context.js";

/**
 * Lets operations that document a sequence (server-sent events, JSON lines) answer with one, if the client accepts that or sends
 * `stream: true`. Other operations are unchanged. The code is loaded with the first call that needs it.
 */
export const withStream: BehaviourWrapper = (context, { operation, response: plan }, behave) => {
  const content = plan.response?.content ?? [];
  if (plan.status >= 400 || !content.some(({ type }) => isSequence(bodyKind(essence(type))))) return behave;
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
};

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
