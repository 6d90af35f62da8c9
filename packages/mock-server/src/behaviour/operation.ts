import {
  type Answer,
  type BodyPlan,
  echoedValue,
  type ResponsePlan,
  sampledValue,
  selectMediaType,
} from "@onespec/http-contract";
import { isObject, type Operation, withoutWriteOnly } from "@onespec/spec-core";
import type { Behaviour, Call, KeptState, MockContext } from "../model/mock-context.js";
import { unusedNames, withIgnored } from "../response/answer-headers.js";
import { createNamedJobs, type NamedJobs } from "../response/named-jobs.js";
import { succeeded } from "../response/success.js";
import { answerValue } from "../response/value-answer.js";
import { type Awaitable, after } from "../store/record-store.js";
import { asWholeList, withAskedValues, withPathValues } from "./asked-values.js";
import { documentOfRecord, itemChange } from "./document-lists.js";
import { createListedRecords, hasOwnState, type ListedRecords } from "./listed-records.js";
import { stateKey } from "./operation-state.js";
import { absentAncestorOf } from "./record-address.js";
import { withResultsById } from "./results-by-id.js";

/**
 * Operations that are neither about a record nor a singleton. The answer for each path and query is generated once and stored;
 * properties that a client sends come back in answer properties of the same names.
 */
export function createOperationBehaviour(context: MockContext, operation: Operation, plan: ResponsePlan): Behaviour {
  const absentAncestor = absentAncestorOf(context, operation);
  const isRead = operation.method === "get" || operation.method === "head";
  const jobs = new Map<BodyPlan, NamedJobs | undefined>();
  const jobsOf = (body: BodyPlan | undefined): NamedJobs | undefined => {
    if (body && !jobs.has(body)) jobs.set(body, createNamedJobs(context, body));
    return body && jobs.get(body);
  };
  const lists = new Map<BodyPlan, ListedRecords | undefined>();
  const listsOf = (body: BodyPlan): ListedRecords | undefined => {
    if (!lists.has(body)) lists.set(body, createListedRecords(context, operation, body));
    return lists.get(body);
  };
  const read = (call: Call): Awaitable<Answer> => {
    const { answerAs: body } = call;
    if (!body) return answerValue(context, plan, call, undefined);
    const key = stateKey(operation, call, true);
    const withRecords = listsOf(body);
    return after(context.operationStates.get(key), (kept) =>
      after(readState(context, operation, body, key, kept, call), (value) =>
        after(withRecords ? withRecords(value, call) : value, (shown) => answerValue(context, plan, call, shown)),
      ),
    );
  };
  // Where records are written, their behaviour knows what has no effect.
  const isOwnState = hasOwnState(operation);
  const partOfRecord = isRead && isOwnState ? documentOfRecord(context, operation, plan.preferred?.schema) : undefined;
  /** Answers with the value that the record above has in a property of that name; the query selects nothing of it. */
  const readPart = (call: Call, part: unknown): Awaitable<Answer> => {
    const names = Object.keys(call.query);
    const answering = answerValue(context, plan, call, part);
    return names.length === 0 ? answering : after(answering, (answered) => withIgnored(answered, names));
  };
  const reporting = (call: Call, value: unknown, answering: Awaitable<Answer>): Awaitable<Answer> => {
    const names = isOwnState && !call.change ? unusedNames(call.body, value, () => false) : [];
    return names.length === 0 ? answering : after(answering, (answered) => withIgnored(answered, names));
  };
  const changeItem = itemChange(context, operation);
  const answer = (call: Call): Awaitable<Answer> =>
    isRead
      ? after(partOfRecord?.(call.pathTexts), (part) => (part === undefined ? read(call) : readPart(call, part)))
      : after(writeState(context, operation, call), (value) =>
          after(changeItem?.(call.pathTexts), () => {
            const keepJob = jobsOf(call.answerAs);
            if (!keepJob) return reporting(call, value, answerValue(context, plan, call, value));
            return after(keepJob(value), (kept) => reporting(call, kept, answerValue(context, plan, call, kept)));
          }),
        );
  if (!absentAncestor) return answer;
  return async (call) => {
    const absent = await absentAncestor(call.pathTexts);
    return absent ? context.refuse(operation, absent) : answer(call);
  };
}

/** The stored value, or a new one, which is then stored. */
function readState(
  context: MockContext,
  operation: Operation,
  body: BodyPlan,
  key: string,
  kept: KeptState | undefined,
  call: Call,
): Awaitable<unknown> {
  if (kept && isStillValid(context, body, kept.value)) return kept.value;
  const value = withAskedValues(context.schemas, operation, body, sampledValue(context.fitting, body, key), call);
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
  const { answerAs: body } = call;
  const key = stateKey(operation, call, false);
  const sent = withoutSecrets(context, operation, call);
  const echoed = body && echoedValue(context, body, sent, key);
  const open = body?.schema ? withoutWriteOnly(echoed, body.schema, context.schemas) : echoed;
  const shown = body ? withPathValues(context.schemas, body, open, call.pathTexts) : open;
  const isSent = (name: string): boolean => isObject(sent) && Object.hasOwn(sent, name);
  const isGenerated = body?.schema && body.examples.length === 0;
  const results = isGenerated ? withResultsById(context.schemas, body.schema, shown, sent) : shown;
  const value = isGenerated
    ? asWholeList(context.schemas, body.schema, succeeded(context.schemas, body.schema, results, isSent))
    : shown;
  await context.operationStates.put(key, operation.id, {
    value: { sent: call.body ?? null, answered: value ?? null },
  });
  return value;
}

/** Returns the part of a body that an answer may show. */
function withoutSecrets({ schemas }: MockContext, { requestBody }: Operation, { body, bodyType }: Call): unknown {
  const schema = requestBody && selectMediaType(requestBody, bodyType)?.schema;
  return schema ? withoutWriteOnly(body, schema, schemas) : body;
}
