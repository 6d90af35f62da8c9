import {
  type Answer,
  type BodyPlan,
  coerceValue,
  encodeBody,
  itemSchemaOf,
  type ResponsePlan,
  sampledValue,
  schemaAt,
  selectSuccess,
  succeeded,
} from "@onespec/http-contract";
import {
  findEnvelopeId,
  findIdPlace,
  findListCount,
  findRecordIds,
  findRecordList,
  getOrMake,
  isObject,
  type JsonSchema,
  type ObjectProperty,
  objectProperties,
  type RecordPlace,
  type Resource,
  type Schema,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import { propertiesOf } from "../model/schema-questions.js";
import { type Awaitable, after, type JsonObject, type StoredRecord } from "../store/record-store.js";
import { recordText } from "../store/record-text.js";
import { changedNames, createValidatorHeaders, withIgnored } from "./answer-headers.js";
import { createNamedJobs, createReadJobs } from "./named-jobs.js";
import { type AnswerEvent, createOwnAnswer } from "./own-answer.js";
import { isSchemaOf, recordPlace, showsRecord } from "./place-value.js";
import { createRememberedAnswers } from "./remembered-answers.js";
import { createResultRecords, type ResultRecords } from "./result-records.js";
import { createShownRecord } from "./shown-record.js";

/**
 * Answers with a record.
 * @param sent the written fields. `Mock-Ignored` names those that the answer shows with another value
 */
type RecordAnswer = (
  call: Call,
  record: StoredRecord,
  headers?: Readonly<Record<string, string>>,
  sent?: unknown,
) => Awaitable<Answer>;

/**
 * @param reply the place of the record in the body; `undefined` if the body is something else that may repeat parts of the record
 * @param options.isRead the same record is answered many times, so its answers are cached
 * @param options.event the record was created or deleted. The answer to a deletion needs no entity tag
 */
export function createRecordAnswer(
  context: MockContext,
  plan: ResponsePlan,
  resource: Resource,
  reply: RecordPlace | undefined,
  { event, isRead = false }: { readonly event?: AnswerEvent; readonly isRead?: boolean } = {},
): RecordAnswer {
  const remembered = createRememberedAnswers();
  const empty: Answer = { status: plan.status, headers: plan.headers, body: undefined };
  const declared = objectProperties(context.schemas, resource.schema.json);
  const isDeclared = (name: string): boolean => declared.has(name);
  /** All sent fields, if records have none of them: the answer shows nothing of the record. */
  const unknownNames = (sent: unknown): readonly string[] =>
    isObject(sent) && declared.size > 0 && !Object.keys(sent).some(isDeclared) ? Object.keys(sent) : [];
  const validators = event === "gone" ? undefined : createValidatorHeaders(context, plan);

  const parts = new Map<BodyPlan, AnswerParts>();
  const partsOf = (body: BodyPlan): AnswerParts =>
    getOrMake(parts, body, () => {
      if (isRead) return { value: recordValue(context, resource, body, reply, event) };
      const jobs = createReadJobs(context, body, resource);
      if (jobs?.isWhole) {
        const sample = (record: StoredRecord): unknown =>
          sampledValue(context.fitting, body, `job ${event} ${recordSeed(resource, record)}`);
        return { value: sample, keepResults: jobs.keep };
      }
      return {
        value: recordValue(context, resource, body, reply, event, event !== "gone"),
        withParent:
          answeredParent(context, resource, body) ??
          (event === "gone" ? remainingList(context, resource, body) : undefined),
        keepResults:
          createResultRecords(context, body, resource, false, reply, event === "made") ??
          jobs?.keep ??
          (reply === undefined ? createNamedJobs(context, body) : undefined),
      };
    });
  const build = (body: BodyPlan, record: StoredRecord, sent: unknown): Awaitable<Answer> => {
    const { value, withParent, keepResults } = partsOf(body);
    const shown = value(record);
    if (withParent) return withParent(record, shown).then((whole) => write(body, record, whole));
    return keepResults
      ? keepResults(shown, record).then((kept) => write(body, record, kept, sent))
      : write(body, record, shown, sent);
  };
  const write = (body: BodyPlan, record: StoredRecord, shown: unknown, sent?: unknown): Awaitable<Answer> => {
    // If the stored value is shown as JSON, it is serialised once for the answer and the tag.
    const json = body.kind === "json" && shown === record.value ? recordText(record.value) : undefined;
    // In Node 20, `Object.assign` costs a tenth of `{ ...object, more }`.
    const headers = Object.assign({}, plan.headers, validators?.(record, body, json), {
      "content-type": body.contentType,
    });
    const changed = reply ? changedNames(sent, valueAtPlace(shown, reply), isDeclared) : unknownNames(sent);
    return after(json ?? encodeBody(context.schemas, body, shown), (encoded) =>
      withIgnored({ status: plan.status, headers, body: encoded }, changed),
    );
  };

  return ({ answerAs: body }, record, headers, sent) => {
    if (!body) {
      const bare = withHeaders(empty, validators ? { ...validators(record), ...headers } : headers);
      return withIgnored(bare, unknownNames(sent));
    }
    const make = (): Awaitable<Answer> => build(body, record, sent);
    const made = isRead ? remembered(record, [record], body, make) : make();
    return headers ? after(made, (answer) => withHeaders(answer, headers)) : made;
  };
}

/** The parts of an answer with one body. */
interface AnswerParts {
  readonly value: (record: StoredRecord) => unknown;
  readonly withParent?: AnsweredParent | undefined;
  readonly keepResults?: ResultRecords | undefined;
}

/** Puts the parent of a record into an answer. */
type AnsweredParent = (record: StoredRecord, shown: unknown) => Promise<unknown>;

/** For writes that answer with the parent of the written record: `POST /products/{id}/variants` answers with the product. */
function answeredParent(context: MockContext, resource: Resource, { schema }: BodyPlan): AnsweredParent | undefined {
  const { schemas, states, fitting } = context;
  const parent = resource.parents.at(-1)?.resource;
  if (!schema || !parent || recordPlace(schemas, schema, resource.schema)) return undefined;
  const isPart = showsRecord(schemas, schema.json, parent) && !showsRecord(schemas, schema.json, resource);
  const place = recordPlace(schemas, schema, parent.schema) ?? (isPart ? [] : undefined);
  if (!place || isSchemaOf(schemas, parent.schema.json, resource.schema)) return undefined;
  const show = createShownRecord(schemas, parent, schemaAt(schemas, schema, place));
  return async (record, shown) => {
    const key = record.scope.at(-1);
    if (key === undefined || record.scope.length !== parent.parents.length + 1) return shown;
    const found = await states.of(parent).find({ scope: record.scope.slice(0, -1), where: [] }, key);
    if (!found) return shown;
    return fitting.fit(schema, withValueAt(shown, place, show(found)), { seed: recordSeed(parent, found) });
  };
}

/** True if reading one record answers a list with this record. */
export function isListOfOne({ schemas, api }: MockContext, resource: Resource): boolean {
  const reading = api.operations.find(({ method, path }) => method === "get" && path === resource.itemPath);
  const schema = reading && selectSuccess(reading).response?.content[0]?.schema;
  return schema !== undefined && findRecordList(schemas, resource, schema.json) !== undefined;
}

/** Puts the remaining records into the answer of a deletion that has the form of the list: `{ items: [...] }`. */
function remainingList(context: MockContext, resource: Resource, { schema }: BodyPlan): AnsweredParent | undefined {
  const { schemas, states, fitting } = context;
  const { list } = resource.roles;
  const listed = list ? (selectSuccess(list).response?.content ?? []) : [];
  const isListed = listed.some((media) => media.schema && schema && isSchemaOf(schemas, media.schema.json, schema));
  const isLeft = isListed && !isListOfOne(context, resource);
  const place = schema && isLeft ? findRecordList(schemas, resource, schema.json) : undefined;
  const array = schema && place && schemaAt(schemas, schema, place);
  if (!array) return undefined;
  const show = createShownRecord(schemas, resource, itemSchemaOf(schemas, array));
  const count = findListCount(schemas, schema.json, place);
  return async (record, shown) => {
    const { records } = await states.of(resource).collection.list({ scope: record.scope });
    const counted = count ? withValueAt(shown, count, records.length) : shown;
    return fitting.fit(schema, withValueAt(counted, place, records.map(show)), { seed: recordSeed(resource, record) });
  };
}

function withHeaders(answer: Answer, headers: Readonly<Record<string, string>> | undefined): Answer {
  return headers ? { ...answer, headers: Object.assign({}, answer.headers, headers) } : answer;
}

/**
 * Returns the value that an answer with this body shows for a record. @param reply the place of the record in it
 * @param isDone the value of a boolean that is the answer's only property, such as `liked`
 */
export function recordValue(
  context: MockContext,
  resource: Resource,
  body: BodyPlan,
  reply: RecordPlace | undefined,
  event?: AnswerEvent,
  isDone?: boolean,
): (record: StoredRecord) => unknown {
  const { schemas, fitting } = context;
  const { schema } = body;
  if (!schema) {
    const show = createShownRecord(schemas, resource, undefined);
    return show;
  }
  const place = reply ?? [];
  const show = createShownRecord(schemas, resource, schemaAt(schemas, schema, place), event === "made");
  const complete = event && createOwnAnswer(context, resource, schema, place, event, body.examples);
  const withIds = event === "made" ? idsWriter(context, resource, schema) : undefined;
  if (reply) {
    const idAround = findEnvelopeId(schemas, resource, schema.json, reply);
    const aroundJson = (idAround && schemaAt(schemas, schema, idAround)?.json) ?? true;
    return (record) => {
      const seed = recordSeed(resource, record);
      const shown = show(record);
      const own = complete ? complete(shown, seed) : withValueAt(undefined, place, shown);
      const known = idAround ? withValueAt(own, idAround, coerceValue(schemas, aroundJson, record.key)) : own;
      const whole = fitting.fitKept(schema, withIds ? withIds(known, [record]) : known, { seed });
      return reply.length === 0 ? whole : succeeded(schemas, schema, whole, (name) => name === reply[0]);
    };
  }
  const list = findRecordList(schemas, resource, schema.json);
  const array = list && schemaAt(schemas, schema, list);
  if (list && array) {
    const showItem = createShownRecord(schemas, resource, itemSchemaOf(schemas, array));
    const count = findListCount(schemas, schema.json, list);
    const around = count && withValueAt(undefined, count, 1);
    return (record) =>
      fitting.fit(schema, withValueAt(around, list, [showItem(record)]), { seed: recordSeed(resource, record) });
  }
  const kept = objectProperties(schemas, resource.schema.json);
  // `status: "ok"` of an answer is not the status of the record.
  const isOther = ({ name, schema: json }: ObjectProperty): boolean => {
    const own = kept.get(name);
    return own !== undefined && isEnumerated(own.schema) !== isEnumerated(json);
  };
  const isEnumerated = (json: JsonSchema): boolean => schemaShape(schemas, json).values.length > 0;
  const names = propertiesOf(schemas, schema.json).flatMap((property) => (isOther(property) ? [] : [property.name]));
  const idPlace = findIdPlace(schemas, resource, schema.json);
  const idJson = (idPlace && schemaAt(schemas, schema, idPlace)?.json) ?? true;
  return (record) => {
    const seed = recordSeed(resource, record);
    const sampled = fitting.fit(schema, body.examples[0], { seed, optional: true });
    const sample =
      body.examples.length === 0 ? succeeded(schemas, schema, sampled, (name) => kept.has(name), isDone) : sampled;
    const shown = show(record);
    const repeated: [string, unknown][] = names
      .filter((name) => Object.hasOwn(shown, name))
      .map((name) => [name, shown[name]]);
    if (!isObject(sample) || (repeated.length === 0 && !idPlace && !complete)) return sample;
    const known = { ...sample, ...Object.fromEntries(repeated), ...(complete?.({}, seed) as JsonObject | undefined) };
    const whole =
      idPlace && valueAtPlace(shown, idPlace) === undefined
        ? withValueAt(known, idPlace, coerceValue(schemas, idJson, record.key))
        : known;
    return fitting.fit(schema, withIds ? withIds(whole, [record]) : whole, { seed });
  };
}

/** Puts the ids of records into a list of the answer such as `order_ids`. `undefined` if there is none. */
export function idsWriter(
  { schemas }: MockContext,
  resource: Resource,
  schema: Schema,
): ((value: unknown, records: readonly StoredRecord[]) => unknown) | undefined {
  const place = findRecordIds(schemas, resource, schema.json);
  const array = place && schemaAt(schemas, schema, place);
  const item = array && itemSchemaOf(schemas, array);
  if (!place || !item) return undefined;
  return (value, records) =>
    withValueAt(
      value,
      place,
      records.map(({ key }) => coerceValue(schemas, item.json, key)),
    );
}

/** The seed for values that a record lacks. It is the same in every operation. */
export function recordSeed(resource: Resource, record: StoredRecord): string {
  return `${resource.stateKey} ${[...record.scope, record.key].join("/")}`;
}
