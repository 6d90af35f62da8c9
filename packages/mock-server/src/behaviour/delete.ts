import type { ResponsePlan } from "@onespec/http-contract";
import { type DeleteRole, nameWords, type Operation } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../model/mock-context.js";
import { isForGood } from "../model/parameter-use.js";
import { recordTag } from "../response/answer-headers.js";
import { createRecordAnswer } from "../response/record-answer.js";
import type { StoredRecord } from "../store/record-store.js";
import { createVerbChange, type VerbChange } from "./effect/verb-change.js";
import { recordFinder } from "./record/record-address.js";
import { deletedRecords } from "./record/restored-record.js";
import { createVersionCheck } from "./record/stale-version.js";
import { createRecordChanger, deleteRecord } from "./record/write-record.js";

/** `DELETE /pets/{petId}`. */
export function createDeleteBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply }: DeleteRole,
  plan: ResponsePlan,
): Behaviour {
  const answer = createRecordAnswer(context, plan, resource, reply, { event: "gone" });
  const ending = reply && endingChange(context, operation, resource);
  const deleted = deletedRecords(context, operation, resource, operation.path);
  const isKept = !deleted && isTakenBack(context, operation);
  const kept = ending && isKept ? ending : keepingChange(context, operation, resource, reply !== undefined);
  const changeRecord = createRecordChanger(context, resource);
  const { find, refuse } = recordFinder(context, operation, resource);
  const checkVersion = createVersionCheck(context, operation, resource);
  return async (call) => {
    const { address, found } = await find(call.pathTexts);
    const isGone = Object.entries(call.query).some(([name, value]) => value === true && isForGood(name));
    const ended = found && kept && !isGone && (await changeRecord(found, call, kept));
    if (ended) return answer(call, ended);
    const check = (current: StoredRecord): void => {
      call.precondition?.(recordTag(current));
      checkVersion?.(call, current.value);
    };
    const record = found && (await deleteRecord(context, resource, found, call, check));
    if (!record) return refuse(address, address.parameter);
    await deleted?.keep(record);
    return answer(call, ending ? { ...record, value: ending(record.value, context.now()) } : record);
  };
}

/** True if another operation undoes the deletion, so the record must stay: `PUT /accounts/{id}/reactivate`. */
function isTakenBack({ api }: MockContext, { path }: Operation): boolean {
  const below = api.operations.flatMap((one) => (one.path.startsWith(`${path}/`) ? one.path.slice(path.length) : []));
  const has = (words: RegExp): boolean => below.some((text) => words.test(text));
  return has(TAKING_BACK) || (has(ENABLING) && !has(DISABLING));
}

const TAKING_BACK = /^\/(?:re|un)-?_?(?:activate|enable|open|store|archive|delete|suspend)$/i;
const ENABLING = /^\/(?:activate|enable)$/i;
/** If the path also has one of these verbs, `ENABLING` undoes that verb and not the deletion. */
const DISABLING = /^\/(?:deactivate|disable|pause|suspend|stop)$/i;

/** The change of a `DELETE` that keeps the record readable: "Deactivate a user", or "Cancel a payment" if it answers the payment. */
function keepingChange(
  { api }: MockContext,
  operation: Operation,
  resource: DeleteRole["resource"],
  isAnswered: boolean,
): VerbChange | undefined {
  const [verb = ""] = nameWords(operation.summary ?? "");
  const isKeeping = (DEACTIVATING.test(verb) && !isHidden(api, operation)) || (isAnswered && ENDING.test(verb));
  return isKeeping ? createVerbChange(api, resource, operation, verb.replace(/s$/, "")) : undefined;
}

/** True for `GET /deals/{id}?archived=false`: archived records are read only on request. */
function isHidden({ operations }: MockContext["api"], { path }: Operation): boolean {
  const reading = operations.find((one) => one.method === "get" && one.path === path);
  return reading?.parameters.some(({ in: place, name }) => place === "query" && name === "archived") ?? false;
}

const DEACTIVATING = /^(?:archive|deactivate|disable|suspend)s?$/;
const ENDING = /^(?:cancel|close|expire)s?$/;

/**
 * The change that the answer of a `DELETE` shows. Its verb is in the texts: "Terminate a subscription", "Immediately expires the
 * subscription". If these name no status, the verb is `delete`.
 */
function endingChange(
  { api }: MockContext,
  operation: Operation,
  resource: DeleteRole["resource"],
): VerbChange | undefined {
  const { summary = "", description = "" } = operation;
  const said = [nameWords(summary)[0] ?? "", ...nameWords(description).slice(0, 2)];
  const verbs = [...said.map((word) => word.replace(/s$/, "")), "delete"].filter((word) => word !== "");
  for (const verb of verbs) {
    const change = createVerbChange(api, resource, operation, verb);
    if (change) return change;
  }
  return undefined;
}
