import {
  type BodyPlan,
  coerceValue,
  jsonIn,
  type ResponsePlan,
  sampledValue,
  selectSuccess,
} from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type JsonSchema,
  type Operation,
  type OperationRole,
  objectProperties,
  pathNoun,
  schemaShape,
  withValueAt,
} from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { RecordAddress } from "../model/resource-states.js";
import { propertiesOf } from "../model/schema-questions.js";
import { withIgnored } from "../response/answer-headers.js";
import { answerValue } from "../response/value-answer.js";
import { createOperationBehaviour } from "./operation.js";
import { absentParent, addressReader } from "./record/record-address.js";
import { deleteRecord } from "./record/write-record.js";
import { selectedRecordsReader } from "./selection/selected-records.js";

/**
 * `DELETE /pets`: deletes the records that its query or body selects. Deletes nothing if a documented filter is not sent, or if no sent
 * field is known.
 */
export function createDeleteManyBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, list }: NonNullable<OperationRole["removes"]>,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, seeds, fitting } = context;
  const { collection } = states.of(resource);
  const select = selectedRecordsReader(schemas, resource, list);
  const read = addressReader(schemas, states, operation, resource);
  const answer = createOperationBehaviour(context, operation, plan);

  /** True if the request deletes all records: it sends `all: true`, or it sends nothing and no filter is documented. */
  const isAll = ({ query, body }: Call): boolean => {
    const sent = Object.entries({ ...query, ...(isObject(body) ? body : {}) });
    if (Array.isArray(body)) return false;
    const isSaid = sent.some(([name, value]) => /^(?:(?:delete|remove)_?)?all$/i.test(name) && value === true);
    return isSaid || (list.filters.length === 0 && sent.length === 0);
  };
  const told = goneIds(context, operation);
  const remove = async (call: Call, { scope, where: narrowing }: RecordAddress): Promise<Removed> => {
    const { query, unknown } = select(call);
    const selection = query ?? (unknown.length === 0 && isAll(call) ? {} : undefined);
    const keys: string[] = [];
    const fields = isObject(call.body) ? Object.keys(call.body) : call.body === undefined ? [] : ["body"];
    const sent = [...Object.keys(call.query), ...fields];
    // Query parameters without an effect are reported elsewhere.
    const idle = sent.length > 0 ? fields : [pathNoun(operation.path)];
    if (!selection) return { unknown: unknown.length > 0 ? unknown : idle, keys };
    await seeds.fill(resource, scope);
    const where = [...(selection.where ?? []), ...narrowing];
    const { records } = await collection.list({ ...selection, scope, where });
    for (const found of records) {
      const record = await deleteRecord(context, resource, found, call);
      if (record) keys.push(record.key);
    }
    return { unknown: keys.length === 0 && selection.where !== undefined ? sent : unknown, keys };
  };
  /** The property of the answer that counts the deleted records. */
  const countIn = ({ answerAs }: Call): string | undefined =>
    propertiesOf(schemas, answerAs?.schema?.json ?? true).find(({ name, schema }) => {
      const { types } = schemaShape(schemas, schema);
      return COUNT.test(foldName(name)) && (types.has("integer") || types.has("number"));
    })?.name;
  return async (call) => {
    const address = read(call.pathTexts);
    const absent = await absentParent(states, resource, address.parents);
    if (absent) return context.refuse(operation, absent);
    const undeclared = operation.requestBody ? undefined : undeclaredBody(call);
    const { unknown, keys } = await remove(undeclared ? { ...call, body: undeclared } : call, address);
    const ignored = undeclared && keys.length === 0 ? ["body"] : unknown;
    const sent = isObject(call.body) ? call.body : {};
    const gone = told && { [told.name]: keys.map((key) => coerceValue(schemas, told.items, key)) };
    const name = countIn(call);
    const sample = (body: BodyPlan): unknown =>
      withValueAt(sampledValue(fitting, body, operation.id), [name ?? ""], keys.length);
    const answered = await (name !== undefined && !gone && call.answerAs
      ? answerValue(context, plan, call, sample(call.answerAs))
      : answer(gone ? { ...call, body: { ...sent, ...gone } } : call));
    return withIgnored(answered, ignored);
  };
}

/** The body of an operation that documents none, such as `[{ "id": 1 }]`. It selects records, so it never deletes all of them. */
function undeclaredBody({ request }: Call): unknown {
  const { text = "" } = request.contract;
  if (text === "") return undefined;
  const value = jsonIn(text);
  // Text that is not JSON selects no record.
  return typeof value === "object" && value !== null ? value : { body: text };
}

interface Removed {
  /** Names of sent fields that records do not have. If the request selects no record, the names of all sent fields. */
  readonly unknown: readonly string[];
  /** The keys of the deleted records. */
  readonly keys: readonly string[];
}

/** The property of the answer that lists the ids of deleted records: `deleted_object_ids`. */
function goneIds(
  { schemas }: MockContext,
  operation: Operation,
): { readonly name: string; readonly items: JsonSchema } | undefined {
  const json = selectSuccess(operation).response?.content[0]?.schema?.json ?? true;
  for (const { name, schema } of objectProperties(schemas, json).values()) {
    const { items } = schemaShape(schemas, schema);
    const types = items === undefined ? undefined : schemaShape(schemas, items).types;
    const isIds = GONE_IDS.test(foldName(name)) && (types?.has("string") || types?.has("integer"));
    if (isIds && items !== undefined) return { name, items };
  }
  return undefined;
}

const GONE_IDS = /^(?:deleted|removed).*(?:ids|keys)$|^(?:deleted|removed)$/;

const COUNT =
  /^(?:(?:number|num|count|total)(?:of)?)?(?:deleted|removed|affected)(?:count|number|total|records|items|rows)?$|^(?:records|items|rows)(?:deleted|removed|affected)$|^count$/;
