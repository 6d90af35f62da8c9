import { coerceValue, inSlices, uriText } from "@onespec/http-requests";
import { type ListConvention, type RecordPlace, type Resource, type Schema, schemaShape } from "@onespec/spec-core";
import type { PageLinks } from "../behaviour/page-links.js";
import { itemsPlace, type PageRequest } from "../behaviour/page-request.js";
import type { Call, MockContext } from "../server/mock-context.js";
import type { MockRequest } from "../server/mock-request.js";
import { requestOrigin } from "../server/request-origin.js";
import { after } from "../store/after.js";
import type { Awaitable, RecordPage, StoredRecord } from "../store/record-store.js";
import type { Answer } from "./answer.js";
import type { BodyPlan } from "./body-plan.js";
import { eachInTurns, type WorkedOut } from "./each-in-turns.js";
import { encodeBody } from "./encode-body.js";
import { jsonTextInSlices } from "./json-text-in-slices.js";
import { createEnvelopeFiller, type EnvelopeFiller, type PageFacts } from "./list-envelope.js";
import { listHeaders } from "./list-headers.js";
import { createListText } from "./list-text.js";
import { withValueAt } from "./place-value.js";
import { RecentCache } from "./recent-cache.js";
import { recordSeed } from "./record-answer.js";
import type { ResponsePlan } from "./response-plan.js";
import { itemSchemaOf, schemaAt } from "./schema-at.js";
import { createShownRecord } from "./shown-record.js";

/** A page of records and how it came about. */
export interface ListedPage {
  readonly page: RecordPage;
  readonly asked: PageRequest;
  /** Worked out where an answer tells of them. */
  readonly links: () => PageLinks;
  /** Top-level properties to answer with; `undefined`: all. */
  readonly fields: readonly string[] | undefined;
}

export type ListAnswer = (call: Call, listed: ListedPage) => Awaitable<Answer>;

/** Answers with a page of records in the documented shape. */
export function createListAnswer(
  context: MockContext,
  plan: ResponsePlan,
  resource: Resource,
  list: ListConvention,
): ListAnswer {
  const writers = new Map<BodyPlan, ListWriter>();
  return (call, listed) => {
    const { body, request } = call;
    const facts = new Facts(request, listed);
    const documented = plan.response?.headers ?? [];
    const headers =
      documented.length === 0 ? plan.headers : { ...plan.headers, ...listHeaders(documented, facts, request.query) };
    if (!body) return { status: plan.status, headers, body: undefined };
    let write = writers.get(body);
    if (!write) {
      write = createListWriter(context, resource, list, body);
      writers.set(body, write);
    }
    return after(write(listed, facts, request.path), (encoded) => ({
      status: plan.status,
      headers: { ...headers, "content-type": body.contentType },
      body: encoded,
    }));
  };
}

/** What few lists tell is worked out when it is asked for. */
class Facts implements PageFacts {
  readonly total: number;
  readonly start: number;
  readonly count: number;
  readonly asked: PageRequest;
  readonly #request: MockRequest;
  readonly #makeLinks: () => PageLinks;
  #links: PageLinks | undefined;

  constructor(request: MockRequest, { page, asked, links }: ListedPage) {
    this.total = page.total;
    this.start = page.start;
    this.count = page.records.length;
    this.asked = asked;
    this.#request = request;
    this.#makeLinks = links;
  }

  get links(): PageLinks {
    this.#links ??= this.#makeLinks();
    return this.#links;
  }

  url(query: string): string {
    return uriText(`${requestOrigin(this.#request)}${this.#request.path}${query === "" ? "" : `?${query}`}`);
  }
}

type ListWriter = (listed: ListedPage, facts: PageFacts, seed: string) => Awaitable<string | Uint8Array>;

function createListWriter(
  context: MockContext,
  resource: Resource,
  { shape, item: itemPlace }: ListConvention,
  body: BodyPlan,
): ListWriter {
  const { schemas, fitting } = context;
  const { schema } = body;
  const place = itemsPlace(shape);
  const items = createItems(context, resource, itemPlace, schema && schemaAt(schemas, schema, place));
  const required = requiredNames(context, resource);
  const fill: EnvelopeFiller = shape.kind === "array" ? (value) => value : createEnvelopeFiller(schemas, schema, shape);
  const listText = schema && body.kind === "json" ? createListText(schemas, schema, place) : undefined;
  let skeleton: unknown;
  return ({ page, fields }, facts, seed) => {
    // What the envelope needs beside its items is made once: pages differ in what `fill` puts in.
    skeleton ??=
      schema && place.length > 0
        ? fitting.fit(schema, withValueAt({}, place, []), { seed: `${resource.stateKey} list` })
        : {};
    const envelope = fill(skeleton, facts);
    const inWhole = (): Awaitable<string | Uint8Array> =>
      after(eachInTurns(page.records, items.values), (values) => {
        const shown = fields && itemPlace.length === 0 ? values.map((value) => pick(value, fields, required)) : values;
        return encodeList(context, body, withValueAt(envelope, place, shown), { seed, count: shown.length });
      });
    if (fields || !listText) return inWhole();
    return after(eachInTurns(page.records, items.texts), (texts) => listText(envelope, texts) ?? inWhole());
  };
}

/** Items whose list is looked at as a whole in one turn of the event loop. */
const IN_ONE_TURN = 100;

/** Makes a list as a whole valid, and writes it out. */
function encodeList(
  { schemas, fitting }: MockContext,
  body: BodyPlan,
  whole: unknown,
  { seed, count }: { readonly seed: string; readonly count: number },
): Awaitable<string | Uint8Array> {
  const { schema } = body;
  if (count <= IN_ONE_TURN) return encodeBody(schemas, body, schema ? fitting.fit(schema, whole, { seed }) : whole);
  const violations = schema ? inSlices(schemas.validator(schema, "response").violationSteps(whole)) : [];
  return after(violations, ({ length }) => {
    const value = schema && length > 0 ? fitting.fit(schema, whole, { seed }) : whole;
    return body.kind === "json" ? jsonTextInSlices(value) : encodeBody(schemas, body, value);
  });
}

interface ListItems {
  readonly values: WorkedOut<StoredRecord, unknown>;
  /** As JSON. */
  readonly texts: WorkedOut<StoredRecord, string>;
}

/** The items of a list, worked out once for each record. @param array the schema of the list of items */
function createItems(
  { schemas, fitting }: MockContext,
  resource: Resource,
  place: RecordPlace,
  array: Schema | undefined,
): ListItems {
  const item = array && itemSchemaOf(schemas, array);
  const show = createShownRecord(schemas, resource, item && schemaAt(schemas, item, place));
  const isIds = item !== undefined && isPlain(schemaShape(schemas, item.json).types);
  const values = new RecentCache<StoredRecord, unknown>(REMEMBERED_VALUES);
  const texts = new RecentCache<StoredRecord, string>(REMEMBERED_TEXT);
  const make = (record: StoredRecord): unknown => {
    const bare = isIds ? coerceValue(schemas, item.json, record.key) : withValueAt(undefined, place, show(record));
    return item ? fitting.fit(item, bare, { seed: recordSeed(resource, record) }) : bare;
  };
  return {
    values: {
      known: (record) => values.get(record),
      make(record) {
        const made = make(record);
        values.set(record, made);
        return made;
      },
    },
    texts: {
      known: (record) => texts.get(record, lengthOf),
      make(record) {
        const made = JSON.stringify(make(record));
        texts.set(record, made, lengthOf(made));
        return made;
      },
    },
  };
}

/** Text or numbers: of a record its id, `["red", "blue"]`. */
function isPlain(types: ReadonlySet<string>): boolean {
  return types.size > 0 && !types.has("object") && !types.has("array");
}

/** Items remembered: values by number, texts by characters; twice as many at most. */
const REMEMBERED_VALUES = 2000;
const REMEMBERED_TEXT = 4_000_000;
const TEXT_WEIGHT = 100;

function lengthOf(text: string): number {
  return TEXT_WEIGHT + text.length;
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
