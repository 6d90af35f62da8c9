import type { RecordPlace, Resource } from "@onespec/spec-core";
import type { Call, MockContext } from "../server/mock-context.js";
import type { StoredRecord } from "../store/record-store.js";
import type { Answer } from "./answer.js";
import { encodeBody } from "./encode-body.js";
import { withValueAt } from "./place-value.js";
import type { ResponsePlan } from "./response-plan.js";
import { itemSchemaOf, schemaAt } from "./schema-at.js";
import { createShownRecord } from "./shown-record.js";

/** Answers with several records that were written at once. */
export function createRecordsAnswer(
  { schemas, fitting }: MockContext,
  plan: ResponsePlan,
  resource: Resource,
  reply: RecordPlace | undefined,
): (call: Call, records: readonly StoredRecord[]) => Promise<Answer> {
  return async ({ body }, records) => {
    if (!body) return { status: plan.status, headers: plan.headers, body: undefined };
    const { schema } = body;
    const array = schema && schemaAt(schemas, schema, reply ?? []);
    const item = array && itemSchemaOf(schemas, array);
    const show = createShownRecord(schemas, resource, item);
    const shown = records.map(show);
    const seed = `${resource.stateKey} ${records.map(({ key }) => key).join(",")}`;
    const base = reply ? withValueAt(undefined, reply, item ? shown : shown[0]) : undefined;
    const value = schema ? fitting.fit(schema, base, { seed, optional: base === undefined }) : shown;
    const encoded = await encodeBody(schemas, body, value);
    return { status: plan.status, headers: { ...plan.headers, "content-type": body.contentType }, body: encoded };
  };
}
