import {
  meetsConditions,
  mergeFields,
  ProblemError,
  type ResponsePlan,
  selectDocumented,
} from "@onespec/http-contract";
import {
  isObject,
  type ManyWrites,
  type Operation,
  objectProperties,
  type Schema,
  type SchemaRegistry,
  schemaShape,
  valueAtPlace,
} from "@onespec/spec-core";
import { addRecord } from "../model/add-record.js";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import type { RecordAddress } from "../model/resource-states.js";
import { withIgnored } from "../response/answer-headers.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { createRecordsAnswer } from "../response/records-answer.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { isWholeScope } from "../store/record-table.js";
import { createOperationBehaviour } from "./operation.js";
import { absentParent, absentRecord, addressReader } from "./record/record-address.js";
import { keyInRecord, withKey, withoutId, withParents } from "./record/record-key.js";
import { createRecordMaker } from "./record/record-maker.js";
import { createRecordChanger, deleteRecord } from "./record/write-record.js";
import { askedIds } from "./selection/asked-id.js";

/**
 * `PUT /pets` with a list: replaces the whole collection, or changes and creates the listed records. Records are found by their id, else by
 * a unique property.
 */
export function createWriteManyBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, body, items, mode, naturalKey, reply }: ManyWrites,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, fitting, states, seeds } = context;
  const state = states.of(resource);
  const { collection } = state;
  const changeRecord = createRecordChanger(context, resource);
  const complete = createRecordMaker(schemas, fitting, resource, []);
  const rename = bodyRenaming(schemas, operation, resource.schema.json);
  const read = addressReader(schemas, states, operation, resource);
  const declared = objectProperties(schemas, items.json);
  const verb = verbProperty(schemas, items);
  const own = objectProperties(schemas, resource.schema.json);
  const answerOther = createOperationBehaviour(context, operation, plan);
  const answerAll = reply && createRecordsAnswer(context, plan, resource, reply);

  /** The records of the list. Properties beside the list that records have, too, are added to each of them. */
  const sentRecords = (call: Call): JsonObject[] => {
    const list = valueAtPlace(call.body, body);
    if (!Array.isArray(list)) return [];
    const around = isObject(call.body) && body.length > 0 ? Object.entries(call.body) : [];
    const shared = Object.fromEntries(around.filter(([name]) => own.has(name) && !body.includes(name)));
    return list.filter(isObject).map((one) => ({ ...shared, ...(rename(one) as JsonObject) }));
  };

  const changed = (before: JsonObject, key: string, written: JsonObject, { parents }: RecordAddress): JsonObject => {
    const isKept = (name: string): boolean =>
      mode !== "replace" || !declared.has(name) || own.get(name)?.readOnly === true;
    const kept = pickBy(before, isKept);
    const fields =
      mode === "update" || mode === "merge" ? (mergeFields(kept, written) as JsonObject) : { ...kept, ...written };
    const named = withKey(schemas, resource, fields, key);
    return complete(withParents(schemas, resource, named, parents), `${resource.stateKey} ${key}`, before);
  };

  const refusesAbsent = mode === "update" || (mode === "merge" && selectDocumented(operation, 404) !== undefined);

  /** @returns the written records. `isWhole` is false if absent records of the list were skipped */
  const write = async (
    call: Call,
    address: RecordAddress,
  ): Promise<{ readonly all: readonly StoredRecord[]; readonly isWhole: boolean }> => {
    const { scope, parents, where } = address;
    if (mode === "upsert") await seeds.leave(resource, scope);
    else await seeds.fill(resource, scope);
    const listed = await collection.list({ scope, where });
    const left = new Set(listed.records);
    const take = (written: JsonObject): StoredRecord | undefined => {
      const key = keyInRecord(resource, written);
      const name = naturalKey && written[naturalKey];
      const asked = askedIds(schemas, resource, written, [key]);
      const isAsked = asked && meetsConditions([asked], {});
      const found = [...left].find((one) =>
        isAsked
          ? isAsked(one.value)
          : key === undefined
            ? name !== undefined && isSameName(one.value[naturalKey ?? ""], name)
            : one.key === key,
      );
      if (found) left.delete(found);
      return found;
    };
    const all: StoredRecord[] = [];
    const pairs = sentRecords(call).map((sent) => {
      const written = verb === undefined ? sent : pickBy(sent, (name) => name !== verb);
      return { said: String(verb && sent[verb]), written, before: take(written) };
    });
    for (const { said, written, before } of pairs) {
      const key = keyInRecord(resource, written);
      const isRefused = verb === undefined ? refusesAbsent : !MAKING.has(said);
      if (!before && key !== undefined && isRefused) throw new ProblemError(absentRecord(resource, undefined, key));
    }
    const meant = mode === "merge" ? pairs.filter(({ before, said }) => before || MAKING.has(said)) : pairs;
    for (const { said, written, before } of meant) {
      if (before && REMOVING.has(said)) {
        await deleteRecord(context, resource, before, call);
        continue;
      }
      const sent = withoutId(resource, written);
      const change = (value: JsonObject): JsonObject => changed(value, before?.key ?? "", sent, address);
      const updated = before && (await changeRecord(before, call, change));
      if (updated) {
        all.push(updated);
        continue;
      }
      const isAsked = askedIds(schemas, resource, written, []) !== undefined;
      const key = isAsked ? undefined : keyInRecord(resource, written);
      const record = await addRecord(context, resource, isAsked ? sent : written, { scope, parents, key });
      all.push(record);
      await call.wrote?.({ kind: "created", resource, record });
    }
    for (const gone of mode === "replace" ? left : []) await deleteRecord(context, resource, gone, call);
    return { all, isWhole: meant.length === pairs.length };
  };

  return async (call) => {
    const address = read(call.pathTexts);
    // The path names no parent, so the parents of the records are unknown.
    if (!isWholeScope(address.scope)) return answerOther(call);
    const absent = await absentParent(states, resource, address.parents);
    if (absent) return context.refuse(operation, absent);
    const { all, isWhole } = await state.inTurn(() => write(call, address));
    const answered = await (answerAll ? answerAll(call, all) : answerOther(call));
    return withIgnored(answered, isWhole ? [] : body);
  };
}

/** The property with the verb: `operation` of `{ operation: "upsert", key, value }`. */
function verbProperty(schemas: SchemaRegistry, { json }: Schema): string | undefined {
  const isVerb = (value: unknown): boolean => MAKING.has(String(value)) || REMOVING.has(String(value));
  return [...objectProperties(schemas, json).values()].find(
    ({ name, schema }) => /^(?:operation|op|action)$/.test(name) && schemaShape(schemas, schema).values.some(isVerb),
  )?.name;
}

const MAKING: ReadonlySet<string> = new Set(["create", "add", "insert", "upsert", "set"]);
const REMOVING: ReadonlySet<string> = new Set(["delete", "remove"]);

/** Compares names without case, because email addresses that differ only in case are the same. */
function isSameName(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string"
    ? one.toLowerCase() === other.toLowerCase()
    : one === other;
}
