import type { ListConvention, Resource } from "@onespec/spec-core";
import type { PageLinks } from "../behaviour/page-links.js";
import { itemsPlace, type PageRequest } from "../behaviour/page-request.js";
import { schemaShape } from "../request/schema-shape.js";
import type { Call, MockContext } from "../server/mock-context.js";
import { requestOrigin } from "../server/request-origin.js";
import type { RecordPage, StoredRecord } from "../store/record-store.js";
import type { Answer } from "./answer.js";
import type { BodyPlan } from "./body-plan.js";
import { encodeBody } from "./encode-body.js";
import { createEnvelopeFiller, type EnvelopeFiller, type PageFacts } from "./list-envelope.js";
import { listHeaders } from "./list-headers.js";
import { withValueAt } from "./place-value.js";
import { recordSeed } from "./record-answer.js";
import type { ResponsePlan } from "./response-plan.js";
import { itemSchemaOf, schemaAt } from "./schema-at.js";
import { createShownRecord } from "./shown-record.js";

/** A page of records and how it came about. */
export interface ListedPage {
  readonly page: RecordPage;
  readonly asked: PageRequest;
  readonly links: PageLinks;
  /** Top-level properties to answer with; `undefined`: all. */
  readonly fields: readonly string[] | undefined;
}

export type ListAnswer = (call: Call, listed: ListedPage) => Promise<Answer>;

/** Answers with a page of records in the documented shape. */
export function createListAnswer(
  context: MockContext,
  plan: ResponsePlan,
  resource: Resource,
  list: ListConvention,
): ListAnswer {
  const writers = new Map<BodyPlan, ListValue>();
  return async (call, listed) => {
    const { body } = call;
    const { request, base } = call;
    const path = `${requestOrigin(request)}${request.path}`;
    const facts: PageFacts = {
      total: listed.page.total,
      start: listed.page.start,
      count: listed.page.records.length,
      asked: listed.asked,
      links: listed.links,
      url: (query) => `${path}${query === "" ? "" : `?${query}`}`,
    };
    const headers = { ...plan.headers, ...listHeaders(plan.response?.headers ?? [], facts, request.query) };
    if (!body) return { status: plan.status, headers, body: undefined };
    let write = writers.get(body);
    if (!write) {
      write = listValue(context, resource, list, body);
      writers.set(body, write);
    }
    const value = write(listed, facts, `${base}${request.path}`);
    const encoded = await encodeBody(context.schemas, body, value);
    return { status: plan.status, headers: { ...headers, "content-type": body.contentType }, body: encoded };
  };
}

type ListValue = (listed: ListedPage, facts: PageFacts, seed: string) => unknown;

function listValue(context: MockContext, resource: Resource, list: ListConvention, body: BodyPlan): ListValue {
  const { schemas, fitting } = context;
  const { schema } = body;
  const { shape } = list;
  const place = itemsPlace(shape);
  const array = schema && schemaAt(schemas, schema, place);
  const item = array && itemSchemaOf(schemas, array);
  const show = createShownRecord(schemas, resource, item && schemaAt(schemas, item, list.item));
  const required = requiredNames(context, resource);
  const shown = new WeakMap<StoredRecord, unknown>();
  const itemValue = (record: StoredRecord): unknown => {
    let value = shown.get(record);
    if (value === undefined) {
      const bare = withValueAt(undefined, list.item, show(record.value));
      value = item ? fitting.fit(item, bare, { seed: recordSeed(resource, record) }) : bare;
      shown.set(record, value);
    }
    return value;
  };
  const fill: EnvelopeFiller = shape.kind === "array" ? (value) => value : createEnvelopeFiller(schemas, schema, shape);
  let skeleton: unknown;
  return ({ page, fields }, facts, seed) => {
    const items = page.records.map((record) => {
      const value = itemValue(record);
      return fields && list.item.length === 0 ? pick(value, fields, required) : value;
    });
    if (!schema) return shape.kind === "array" ? items : fill(withValueAt({}, place, items), facts);
    // What the envelope needs beside its items is made once: pages differ in what `fill` puts in.
    skeleton ??=
      shape.kind === "array"
        ? []
        : fitting.fit(schema, withValueAt({}, place, []), { seed: `${resource.stateKey} list` });
    const whole = place.length === 0 ? items : fill(withValueAt(skeleton, place, items), facts);
    return fitting.fit(schema, whole, { seed });
  };
}

function requiredNames({ schemas }: MockContext, resource: Resource): ReadonlySet<string> {
  const { properties } = schemaShape(schemas, resource.schema.json);
  return new Set([...properties.values()].filter(({ required }) => required).map(({ name }) => name));
}

/** The asked properties, and those without which the item would not be valid. */
function pick(value: unknown, fields: readonly string[], required: ReadonlySet<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const wanted = new Set(fields.map((field) => field.split(/[./(]/)[0]));
  return Object.fromEntries(Object.entries(value).filter(([name]) => wanted.has(name) || required.has(name)));
}
