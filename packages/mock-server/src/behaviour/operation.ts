import {
  type Answer,
  type BodyPlan,
  echoedValue,
  type ResponsePlan,
  sampledValue,
  selectMediaType,
  succeeded,
} from "@onespec/http-contract";
import { getOrMake, isObject, nameWords, type Operation, withoutWriteOnly } from "@onespec/spec-core";
import type { Behaviour, Call, KeptState, MockContext } from "../model/mock-context.js";
import { lastLiteral, onlyAnswers } from "../model/path-words.js";
import { stateKey } from "../model/state-key.js";
import { unusedNames, withIgnored } from "../response/answer-headers.js";
import { createNamedJobs, type NamedJobs } from "../response/named-jobs.js";
import { answerValue, withShownHeaders } from "../response/value-answer.js";
import { documentOfRecord, itemChange } from "./effect/document-lists.js";
import { absentAncestorOf } from "./record/record-address.js";
import { asWholeList, withAskedValues, withPathValues, withQueryValues } from "./selection/asked-values.js";
import { createGeneratedList, type GeneratedList } from "./selection/generated-list.js";
import { createListedRecords, hasOwnState, type ListedRecords } from "./selection/listed-records.js";
import { withResultsById } from "./selection/results-by-id.js";

/**
 * Operations on neither a record nor a singleton. The answer for each path and query is generated once and stored. Properties that a client
 * sends come back in answer properties with the same names.
 */
export function createOperationBehaviour(context: MockContext, operation: Operation, given: ResponsePlan): Behaviour {
  // Lists decide on headers such as `Link`.
  const plan = operation.method === "get" ? given : withShownHeaders(context, operation, given);
  const absentAncestor = absentAncestorOf(context, operation);
  const isRead = operation.method === "get" || operation.method === "head";
  const parts = new Map<
    BodyPlan,
    { readonly keepJob: NamedJobs | undefined; readonly withRecords: ListedRecords | undefined }
  >();
  const partsOf = (body: BodyPlan) =>
    getOrMake(parts, body, () => ({
      keepJob: isRead ? undefined : createNamedJobs(context, body),
      withRecords: isRead ? createListedRecords(context, operation, body) : undefined,
    }));
  let generated: GeneratedList | undefined | null = null;
  const read = async (call: Call): Promise<Answer> => {
    const { answerAs: body } = call;
    if (!body) return answerValue(context, plan, call, undefined);
    const { withRecords } = partsOf(body);
    if (generated === null) generated = isRead ? createGeneratedList(context, operation, plan) : undefined;
    const list = withRecords ? undefined : generated;
    const asked = list ? list.whole(call) : call;
    const key = stateKey(operation, asked, true);
    const kept = await context.operationStates.get(key);
    const value = await readState(context, operation, body, key, kept, asked, list);
    if (list) return list.page(value, call);
    return answerValue(context, plan, call, withRecords ? await withRecords(value, call) : value);
  };
  // If the operation writes records, their behaviour reports what has no effect.
  const isOwnState = hasOwnState(operation);
  const partOfRecord = isRead && isOwnState ? documentOfRecord(context, operation, plan.preferred?.schema) : undefined;
  /** Answers with a property of the record above. The query has no effect, so `Mock-Ignored` names its parameters. */
  const readPart = async (call: Call, part: unknown): Promise<Answer> =>
    withIgnored(await answerValue(context, plan, call, part), Object.keys(call.query));
  const changeItem = itemChange(context, operation);
  // `DELETE /keys/{id}` removes nothing if no list has keys, so `Mock-Ignored` names the id.
  const last = operation.template.parameters.at(-1);
  const removed =
    operation.method === "delete" && last !== undefined && operation.path.endsWith(`{${last}}`) ? [last] : [];
  const idle = isRead || onlyAnswers(operation) || !isExpected(context, operation) ? [] : [lastLiteral(operation)];
  const write = async (call: Call): Promise<Answer> => {
    const value = await writeState(context, operation, call);
    await changeItem?.(call.pathTexts);
    const keepJob = call.answerAs && partsOf(call.answerAs).keepJob;
    const kept = keepJob ? await keepJob(value) : value;
    const unused = unusedNames(call.body, kept, () => false);
    const names = isOwnState && !call.change ? [...(changeItem ? [] : removed), ...unused] : [];
    const isIdle = names.length === 0 && isOwnState && !call.change && !changeItem && !keepJob;
    return withIgnored(await answerValue(context, plan, call, kept), isIdle ? idle : names);
  };
  return async (call) => {
    const absent = await absentAncestor?.(call.pathTexts);
    if (absent) return context.refuse(operation, absent);
    if (!isRead) return write(call);
    const part = await partOfRecord?.(call.pathTexts);
    return part === undefined ? read(call) : readPart(call, part);
  };
}

/**
 * True if a client could see an effect: a `GET` exists at the path of the write, above it or below it. `PUT`, `PATCH`, `DELETE` and verbs
 * such as `reset` always mean a change.
 */
function isExpected(context: MockContext, operation: Operation): boolean {
  const { method, path } = operation;
  const [verb = ""] = nameWords(lastLiteral(operation));
  if (method !== "post" || CHANGING.has(verb)) return true;
  const plain = (text: string): string => `${text.replace(/\{[^{}]*\}/g, "{}").replace(/:\w+$/, "")}/`;
  const own = plain(path);
  // `POST /jobs/{id}/cancel` may change the answer of `GET /jobs/{id}/status`.
  const above = own.endsWith("{}/") ? own : own.replace(/(\{\}\/)[^/]+\/$/, "$1");
  return context.api.operations.some(({ method: other, path: otherPath }) => {
    const read = plain(otherPath);
    return other === "get" && otherPath !== "/" && (own.startsWith(read) || read.startsWith(above));
  });
}

const CHANGING: ReadonlySet<string> = new Set(
  "add clear delete disable enable remove reset set start stop toggle update".split(" "),
);

/** Returns the stored value, or generates and stores one. */
async function readState(
  context: MockContext,
  operation: Operation,
  body: BodyPlan,
  key: string,
  kept: KeptState | undefined,
  call: Call,
  list: GeneratedList | undefined,
): Promise<unknown> {
  if (kept && isStillValid(context, body, kept.value)) return kept.value;
  const sampled = sampledValue(context.fitting, body, key);
  const value = withAskedValues(context.schemas, operation, body, list ? list.withRecords(sampled) : sampled, call);
  await (kept
    ? context.operationStates.put(key, operation.id, { value })
    : context.operationStates.keep(key, operation.id, value));
  return value;
}

/** False for values that were stored before the description changed, if they do not match it now. */
function isStillValid({ schemas }: MockContext, { schema }: BodyPlan, value: unknown): boolean {
  return !schema || schemas.validator(schema, "response").isValid(value);
}

/** Stores the request body and the answer. Returns the answer. */
export async function writeState(context: MockContext, operation: Operation, call: Call): Promise<unknown> {
  const { answerAs: body } = call;
  const key = stateKey(operation, call, false);
  const sent = withoutSecrets(context, operation, call);
  const echoed = body && echoedValue(context, body, sent, key);
  const open = body?.schema ? withoutWriteOnly(echoed, body.schema, context.schemas) : echoed;
  const shown = body
    ? withQueryValues(
        context.schemas,
        operation,
        body,
        withPathValues(context.schemas, body, open, call.pathTexts, operation.path),
        call.query,
      )
    : open;
  const isSent = (name: string): boolean => isObject(sent) && Object.hasOwn(sent, name);
  const isGenerated = body?.schema && body.examples.length === 0;
  const results = isGenerated ? withResultsById(context.schemas, body.schema, shown, sent) : shown;
  const isAct = operation.role.kind === "action" && !onlyAnswers(operation);
  const isDone = isAct ? operation.method !== "delete" : undefined;
  const value = isGenerated
    ? asWholeList(context.schemas, body.schema, succeeded(context.schemas, body.schema, results, isSent, isDone))
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
