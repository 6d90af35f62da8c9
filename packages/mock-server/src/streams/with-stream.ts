import { essence } from "@onespec/http-requests";
import { type Operation, objectProperties, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { Answer } from "../response/answer.js";
import { bodyKind } from "../response/body-kind.js";
import type { ResponsePlan } from "../response/response-plan.js";
import type { Behaviour, Call, MockContext } from "../server/mock-context.js";

/**
 * Has an operation that documents a sequence (server-sent events, JSON lines) answer with one, where the client takes that or says
 * `stream: true`. Others stay as they are; the code for it is loaded by the first call of such an operation.
 */
export function withStream(
  context: MockContext,
  operation: Operation,
  plan: ResponsePlan,
  behave: Behaviour,
): Behaviour {
  const content = plan.response?.content ?? [];
  if (!content.some(({ type }) => isSequence(bodyKind(essence(type))))) return behave;
  const canWish = wishesStreams(context.schemas, operation);
  let loading: Promise<Behaviour> | undefined;
  return (call) => {
    const isWished = canWish && (call.values.body as { readonly stream?: unknown } | undefined)?.stream === true;
    return isWished || isSequence(call.body?.kind) ? streamed(call) : behave(call);
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

/** Does the body have the flag by which clients of language models and their like ask for a stream? */
function wishesStreams(schemas: SchemaRegistry, { requestBody }: Operation): boolean {
  return (requestBody?.content ?? []).some(({ schema }) => {
    const flag = schema && objectProperties(schemas, schema.json).get("stream");
    return flag !== undefined && schemaShape(schemas, flag.schema).types.has("boolean");
  });
}
