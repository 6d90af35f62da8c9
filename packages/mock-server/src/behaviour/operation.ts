import { selectMediaType } from "@onespec/http-requests";
import { type Operation, withoutWriteOnly } from "@onespec/spec-core";
import type { Answer } from "../response/answer.js";
import type { BodyPlan } from "../response/body-plan.js";
import type { ResponsePlan } from "../response/response-plan.js";
import { sampledValue } from "../response/sampled-value.js";
import { answerValue } from "../response/value-answer.js";
import type { Behaviour, Call, MockContext } from "../server/mock-context.js";
import { after } from "../store/after.js";
import type { Awaitable } from "../store/record-store.js";
import { absentAncestorOf } from "./absent-ancestor.js";
import { echo } from "./echo.js";
import type { KeptState } from "./operation-state.js";
import { createRememberedAnswers } from "./remembered-answers.js";
import { stateKey } from "./state-key.js";

/**
 * Everything that is neither a record nor a singleton. What it answers is made once for each path and query and kept; what
 * a client sends comes back where the answer has properties of the same names.
 */
export function createOperationBehaviour(context: MockContext, operation: Operation, plan: ResponsePlan): Behaviour {
  const absentAncestor = absentAncestorOf(context, operation);
  const isRead = operation.method === "get" || operation.method === "head";
  const remembered = createRememberedAnswers();
  const read = (call: Call): Awaitable<Answer> => {
    const { body } = call;
    if (!body) return answerValue(context, plan, call, undefined);
    const key = stateKey(operation, call, true);
    return after(context.operationStates.get(key), (kept) =>
      remembered(key, kept?.value, body, () =>
        after(readState(context, operation, body, key, kept), (value) => answerValue(context, plan, call, value)),
      ),
    );
  };
  const answer = (call: Call): Awaitable<Answer> =>
    isRead
      ? read(call)
      : after(writeState(context, operation, call), (value) => answerValue(context, plan, call, value));
  if (!absentAncestor) return answer;
  return async (call) => {
    const absent = await absentAncestor(call.values.pathTexts);
    return absent ? context.refuse(operation, absent) : answer(call);
  };
}

/** What is kept, or made and kept now. */
function readState(
  context: MockContext,
  operation: Operation,
  body: BodyPlan,
  key: string,
  kept: KeptState | undefined,
): Awaitable<unknown> {
  if (kept && isStillValid(context, body, kept.value)) return kept.value;
  const value = sampledValue(context.fitting, body, key);
  const keeping = kept
    ? context.operationStates.put(key, operation.id, { value })
    : context.operationStates.keep(key, operation.id, value);
  return keeping.then(() => value);
}

/** State from before the description changed may not fit any more. */
function isStillValid({ schemas }: MockContext, { schema }: BodyPlan, value: unknown): boolean {
  return !schema || schemas.validator(schema, "response").isValid(value);
}

/** Keeps what was sent, and works out the answer. */
export async function writeState(context: MockContext, operation: Operation, call: Call): Promise<unknown> {
  const { body, values } = call;
  const key = stateKey(operation, call, false);
  const sent = withoutSecrets(context, operation, values);
  const echoed = body && echo(context, body, sampledValue(context.fitting, body, key), sent, key);
  const value = body?.schema ? withoutWriteOnly(echoed, body.schema, context.schemas) : echoed;
  await context.operationStates.put(key, operation.id, {
    value: { sent: values.body ?? null, answered: value ?? null },
  });
  return value;
}

/** What of a body may be answered. */
function withoutSecrets(
  { schemas }: MockContext,
  { requestBody }: Operation,
  { body, bodyType }: Call["values"],
): unknown {
  const schema = requestBody && selectMediaType(requestBody, bodyType)?.schema;
  return schema ? withoutWriteOnly(body, schema, schemas) : body;
}
