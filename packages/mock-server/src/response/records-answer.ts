import { type Answer, itemSchemaOf, type ResponsePlan, schemaAt, succeeded } from "@onespec/http-contract";
import {
  findRecordList,
  type JsonSchema,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
  withValueAt,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import type { StoredRecord } from "../store/record-store.js";
import { withOutcomes } from "./outcomes.js";
import { idsWriter, recordValue } from "./record-answer.js";
import { createShownRecord } from "./shown-record.js";
import { answerValue } from "./value-answer.js";

/**
 * Answers with several records that were written at once. A body without a list shows the first record. So does a body that may be a list
 * or a record, if no list was sent.
 */
export function createRecordsAnswer(
  context: MockContext,
  plan: ResponsePlan,
  resource: Resource,
  reply: RecordPlace | undefined,
): (call: Call, records: readonly StoredRecord[], isListSent?: boolean) => Promise<Answer> {
  const { schemas, fitting } = context;
  return async ({ answerAs: body }, records, isListSent = true) => {
    const answerWith = async (value: unknown): Promise<Answer> => answerValue(context, plan, { answerAs: body }, value);
    if (!body) return answerWith(undefined);
    const { schema } = body;
    const listed = (items: JsonSchema): readonly unknown[] =>
      records.map(createShownRecord(schemas, resource, schemas.schemaOf(items), true));
    const answerOutcome = (value: unknown): Promise<Answer> => {
      const told = schema && withOutcomes(schemas, schema.json, value, records.length, listed);
      return answerWith(schema && schemas.validator(schema, "response").isValid(told) ? told : value);
    };
    const [first] = records;
    const place = reply ?? (schema && findRecordList(schemas, resource, schema.json));
    if (first && schema && !place && !isList(schemas, schema))
      return answerOutcome(recordValue(context, resource, body, undefined)(first));
    const array = schema && schemaAt(schemas, schema, place ?? []);
    const isEither = array !== undefined && schemaShape(schemas, array.json).types.has("object");
    const item = isEither && !isListSent ? undefined : array && itemSchemaOf(schemas, array);
    const show = createShownRecord(schemas, resource, item, true);
    const shown = records.map(show);
    const seed = `${resource.stateKey} ${records.map(({ key }) => key).join(",")}`;
    const around = place ? withValueAt(undefined, place, item ? shown : shown[0]) : undefined;
    if (!schema) return answerWith(shown);
    const withIds = idsWriter(context, resource, schema);
    const base = withIds ? withIds(around, records) : around;
    const fitted = fitting.fit(schema, base, { seed, optional: base === undefined });
    const isOwn = body.examples.length > 0;
    return answerOutcome(isOwn ? fitted : succeeded(schemas, schema, fitted, (name) => name === place?.[0]));
  };
}

function isList(schemas: SchemaRegistry, { json }: Schema): boolean {
  return schemaShape(schemas, json).types.has("array");
}
