import {
  type Answer,
  type Awaitable,
  type BodyPlan,
  coerceValue,
  type ResponsePlan,
  schemaAt,
} from "@onespec/http-contract";
import { type ActionRole, findRecordList, isObject, type Operation, pathNoun, type Resource } from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { lastLiteral, onlyAnswers } from "../model/path-words.js";
import { changedNames, recordTag, unusedNames, withIgnored } from "../response/answer-headers.js";
import { createNamedJobs, createReadJobs } from "../response/named-jobs.js";
import { createRecordAnswer, isListOfOne } from "../response/record-answer.js";
import { createRecordMoments } from "../response/record-moments.js";
import { createResultRecords, type ResultRecords } from "../response/result-records.js";
import { answerValue } from "../response/value-answer.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { createActionMaker } from "./copy.js";
import { createActionChange } from "./effect/action-change.js";
import { itemChange } from "./effect/document-lists.js";
import { saidFlags } from "./effect/verb-change.js";
import { writeState } from "./operation.js";
import { changeSet } from "./record/id-set.js";
import { recordFinder } from "./record/record-address.js";
import { createReadBack } from "./record/renewed-secret.js";
import { deletedRecords, isRestoring } from "./record/restored-record.js";
import { createSecondRecord } from "./record/second-record.js";

/**
 * `POST /orders/{orderId}/cancel`: changes a record by the verb of the path, or by `x-mock`. 404 if the record does not exist. The state of
 * the operation keeps the request body.
 */
export function createActionBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply, set }: ActionRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply);
  const { find, refuse } = recordFinder(context, operation, resource);
  const results = new Map<BodyPlan, ResultRecords | undefined>();
  const second = reply ? undefined : createSecondRecord(context, operation, resource);
  const answerSecond = second && createRecordAnswer(context, plan, second.resource, second.reply);

  /** If the answer is not a record, its id property gets the id of the changed record: `{ id, status: "sent" }`. */
  const withActedId = (value: unknown, body: BodyPlan | undefined, { key }: StoredRecord): unknown => {
    const [name, ...inner] = resource.id.property ?? [];
    if (!body?.schema || name === undefined || inner.length > 0 || !isObject(value) || !Object.hasOwn(value, name))
      return value;
    const own = schemaAt(schemas, body.schema, [name]);
    const id = own && coerceValue(schemas, own.json, key);
    return own && schemas.validator(own, "response").isValid(id) ? { ...value, [name]: id } : value;
  };

  const bySaid = createActionChange(context, operation, resource);
  const moments = createRecordMoments(context.api, resource);
  const changeItem = itemChange(context, operation);
  const readBack = createReadBack(context, operation);
  const itemPath = operation.path.slice(0, operation.path.lastIndexOf("/"));
  const deleted = isRestoring(operation) ? deletedRecords(context, operation, resource, itemPath) : undefined;

  const isUpload = operation.requestBody?.content.some(({ type }) => type.startsWith("multipart/")) === true;
  /**
   * True if a list of records in the answer must contain the changed record: after an upload, or if reading one record also answers a list.
   */
  const mayAnswerList = isUpload || isListOfOne(context, resource);
  const answersList = (body: BodyPlan | undefined): boolean =>
    mayAnswerList && body?.schema !== undefined && findRecordList(schemas, resource, body.schema.json) !== undefined;

  const maker = reply ? undefined : createActionMaker(context, operation, resource);
  const hasKnownEffect = bySaid?.isKnown || set?.isListed || changeItem || maker;
  const { inPath, verb, isAtRecord } = idleNames(operation, resource);

  /** The record after the action; `undefined` if it has been deleted meanwhile. */
  const acted = async (call: Call, found: StoredRecord): Promise<StoredRecord | undefined> => {
    const now = context.now();
    if (!call.change && !bySaid) {
      call.precondition?.(recordTag(found));
      return found;
    }
    return state.collection.update(found.scope, found.key, (current) => {
      call.precondition?.(recordTag(current));
      const said = bySaid?.change(current.value, call.body, now, call.pathTexts) ?? current.value;
      const changed = call.change ? { ...said, ...call.change(current.value) } : said;
      return changed === current.value ? changed : moments.changed(changed, now, current.value);
    });
  };

  const reporting = async (
    call: Call,
    value: unknown,
    answering: Awaitable<Answer>,
    { hasChanged, isRecord = false }: { readonly hasChanged: boolean; readonly isRecord?: boolean },
  ): Promise<Answer> => {
    const hasEffect = (name: string): boolean =>
      bySaid?.uses(name) === true ||
      maker?.uses(name) === true ||
      (set?.isListed === true && "length" in set.at && (set.at[0] ?? "body") === name);
    const unused = unusedNames(call.body, value, hasEffect);
    const differing = isRecord ? changedNames(call.body, value, () => true).filter((name) => !hasEffect(name)) : [];
    const names = [...(hasKnownEffect ? [] : inPath), ...unused, ...differing];
    // At the path of the record itself, the query or the body says what the action does.
    const isSaid = isAtRecord && (call.body !== undefined || Object.keys(call.query).length > 0);
    const isNamed = names.length > 0 || hasChanged || hasKnownEffect || isSaid;
    return withIgnored(await answering, call.change ? [] : isNamed ? names : verb);
  };

  return async (call) => {
    const { address, found: present } = await find(call.pathTexts);
    const found = present ?? (await deleted?.restore(address));
    const named = found && (await second?.find(call.pathTexts));
    if (found && second && !named) return context.refuse(operation, second.absent(call.pathTexts));
    const changed = found && (await acted(call, found));
    if (!changed) return refuse(address, address.parameter);
    await changeItem?.(call.pathTexts);
    if (set?.isListed) await changeSet(context, operation, set, call, changed.key);
    await maker?.make(changed, call.body);
    const value = await writeState(context, operation, call);
    const record = (await call.wrote?.({ kind: "acted", resource, record: changed, before: found.value })) ?? changed;
    const { answerAs } = call;
    const isChanged = record.value !== found.value || !present;
    if (named && answerSecond)
      return reporting(call, named.value, answerSecond(call, named), { hasChanged: isChanged });
    if (reply ?? answersList(answerAs))
      return reporting(call, record.value, answer(call, record), { hasChanged: isChanged, isRecord: true });
    if (answerAs && !results.has(answerAs))
      results.set(
        answerAs,
        createResultRecords(context, answerAs, resource, true) ??
          createReadJobs(context, answerAs, resource)?.keep ??
          createNamedJobs(context, answerAs),
      );
    const keepResults = answerAs && results.get(answerAs);
    const said = answerAs?.schema && isObject(value) ? saidFlags(schemas, operation, answerAs.schema.json) : {};
    const told = isObject(value) ? { ...value, ...said, ...changedLists(value, found.value, record.value) } : value;
    const answered = keepResults ? await keepResults(told, record) : withActedId(told, answerAs, record);
    await readBack?.(call.pathTexts, answered);
    const hasChanged = isChanged || keepResults !== undefined || readBack !== undefined;
    return reporting(call, answered, answerValue(context, plan, call, answered), { hasChanged });
  };
}

/** Returns the lists of the answer that the action changed, with all items of the record: all `tags` after one was added. */
function changedLists(answered: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const names = Object.keys(answered).filter((name) => Array.isArray(answered[name]) && after[name] !== before[name]);
  return Object.fromEntries(names.flatMap((name) => (Array.isArray(after[name]) ? [[name, after[name]]] : [])));
}

interface IdleNames {
  /**
   * Names in the path after the record: `policy_id` of `PUT /teams/{id}/policies/{policy_id}`, `policies` of `DELETE /teams/{id}/policies`.
   */
  readonly inPath: readonly string[];
  /** The verb, such as `refund`. It is reported if the action does not change the record. */
  readonly verb: readonly string[];
  readonly isAtRecord: boolean;
}

/** The names that `Mock-Ignored` reports if the action has no known effect. */
function idleNames(operation: Operation, { itemPath = "" }: Resource): IdleNames {
  const { template, method, path } = operation;
  const [own, item] = [path, itemPath].map((one) => one.replace(/\{[^{}]*\}/g, "{}"));
  const isAtRecord = own === item;
  const verb = onlyAnswers(operation) ? [] : [lastLiteral(operation)];
  if (isAtRecord || (method !== "put" && method !== "delete")) return { inPath: [], verb, isAtRecord };
  const names = template.parameters.filter((name) => !itemPath.includes(`{${name}}`));
  return { inPath: names.length === 0 && method === "delete" ? [pathNoun(path)] : names, verb, isAtRecord };
}
