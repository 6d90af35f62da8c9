import { ProblemError } from "@onespec/http-contract";
import type { Operation, Resource } from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import type { RecordAddress } from "../../model/resource-states.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { type ChosenKey, createKeyChooser, NO_KEY } from "./chosen-keys.js";
import { createRecordInserter } from "./record-inserter.js";
import { withoutId } from "./record-key.js";
import { takenRecordReader } from "./taken-record.js";
import { createUniquenessCheck } from "./unique-properties.js";
import { createRecordChanger } from "./write-record.js";

/**
 * Creates the records of a request, all or none. If the request or the description asks for it, an existing record is answered or changed
 * instead.
 *
 * @throws ProblemError for an id or a unique value that is taken
 */
export type RecordsMaker = (
  call: Call,
  address: RecordAddress,
  all: readonly JsonObject[],
) => Promise<readonly StoredRecord[]>;

export function createRecordsMaker(context: MockContext, operation: Operation, resource: Resource): RecordsMaker {
  const state = context.states.of(resource);
  const isUpdate = updatesKnown(operation, resource);
  const askedMode = takenRecordReader(context.schemas, operation);
  const takenMode: typeof askedMode = (call) => askedMode(call) ?? (isUpdate ? "update" : undefined);
  const changeRecord = createRecordChanger(context, resource);
  const findTaken = createUniquenessCheck(context, operation, resource);
  const chooseKeys = createKeyChooser(context, operation, resource, (call) => takenMode(call) !== undefined);
  const insert = createRecordInserter(context, operation, resource);

  /** Returns the existing record instead of a new one. Changes it if the request asks for that. */
  const settle = async (call: Call, there: StoredRecord, sent: JsonObject): Promise<StoredRecord> => {
    if (takenMode(call) !== "update") return there;
    const change = (value: JsonObject): JsonObject => ({ ...value, ...withoutId(resource, sent) });
    return (await changeRecord(there, { wrote: call.wrote }, change)) ?? there;
  };
  const makeOne = async (
    call: Call,
    { parents, scope }: RecordAddress,
    sent: JsonObject,
    { key, isDropped, taken }: ChosenKey,
  ): Promise<StoredRecord> => {
    const other = taken === undefined ? await findTaken?.(sent, scope) : undefined;
    const there = taken ?? (takenMode(call) ? other?.record : undefined);
    if (there) return settle(call, there, sent);
    if (other) throw new ProblemError(other.problem);
    const record = await insert(isDropped ? withoutId(resource, sent) : sent, {
      scope,
      parents,
      key,
      now: context.now(),
    });
    return (await call.wrote?.({ kind: "created", resource, record })) ?? record;
  };
  const makeAll: RecordsMaker = async (call, address, all) => {
    const chosen = await chooseKeys(call, address.scope, all);
    if (findTaken && all.length > 1 && !takenMode(call))
      for (const [index, one] of all.entries()) {
        const taken = await findTaken(one, address.scope, all.slice(0, index));
        if (taken) throw new ProblemError(taken.problem);
      }
    const made: StoredRecord[] = [];
    for (const [index, one] of all.entries()) made.push(await makeOne(call, address, one, chosen[index] ?? NO_KEY));
    return made;
  };
  // No other write runs between the check for taken values and this write.
  return findTaken ? (...request) => state.inTurn(() => makeAll(...request)) : makeAll;
}

/**
 * True if a POST with the id of a record updates it: the POST documents a 404 and no 409, its path has no id, and no other operation
 * updates records.
 */
function updatesKnown(operation: Operation, { roles, parents }: Resource): boolean {
  const statuses = new Set(operation.responses.map(({ status }) => status));
  const isOnlyWrite = roles.update === undefined && roles.replace === undefined && parents.length === 0;
  return isOnlyWrite && statuses.has("404") && !statuses.has("409");
}
