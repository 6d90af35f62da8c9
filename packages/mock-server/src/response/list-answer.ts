import {
  type Answer,
  type BodyPlan,
  coerceValue,
  encodeBody,
  itemSchemaOf,
  linkHeader,
  type PageLink,
  type PageLinks,
  type PageRequest,
  type RequestTarget,
  type ResponsePlan,
  schemaAt,
  uriText,
} from "@onespec/http-contract";
import {
  getOrMake,
  isObject,
  type JsonSchema,
  keywordsOf,
  type ListConvention,
  objectProperties,
  type PageHeader,
  type PageHeaderFact,
  pageHeadersOf,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
  valueAtPlace,
  type WrappedForm,
  withValueAt,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import { type Awaitable, after, type JsonObject, type RecordPage, type StoredRecord } from "../store/record-store.js";
import { pick, requiredNames } from "./fieldset.js";
import { createEnvelopeFiller, type EnvelopeFiller, type PageFacts } from "./list-envelope.js";
import { itemsPlace } from "./page-request.js";
import { recordSeed } from "./record-answer.js";
import { createRememberedAnswers } from "./remembered-answers.js";
import { requestOrigin } from "./request-origin.js";
import { createShownRecord } from "./shown-record.js";

/** A page of records and the request for it. */
export interface ListedPage {
  readonly page: RecordPage;
  readonly asked: PageRequest;
  /** Computed only for answers with links. */
  readonly links: () => PageLinks;
  /** The top-level properties in the answer; `undefined` for all. */
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
  const wrappers = new Map<WrappedForm, Map<BodyPlan, ListWriter>>();
  const documented = pageHeadersOf(list, plan.response);
  const remembered = createRememberedAnswers();
  return (call, listed) => {
    const { answerAs: body, target } = call;
    const make = (): Awaitable<Answer> => answerOnce(call, listed);
    if (!body) return make();
    const { total, start, records } = listed.page;
    // The key has the host, because links contain the host that the client called.
    const key = `${requestOrigin(target)}${target.path}?${target.query}`;
    return remembered(key, [total, start, ...records], body, make);
  };

  function answerOnce(call: Call, listed: ListedPage): Awaitable<Answer> {
    const { answerAs: body, target } = call;
    const facts = pageFacts(target, listed);
    const headers =
      documented.length === 0 ? plan.headers : { ...plan.headers, ...listHeaders(documented, facts, target.query) };
    if (!body) return { status: plan.status, headers, body: undefined };
    const wrapped = list.wrapped.find(({ parameter }) => isAsked(call.query[parameter.name]));
    const write = getOrMake(wrapped ? getOrMake(wrappers, wrapped, () => new Map()) : writers, body, () =>
      wrapped
        ? createWrapper(context, resource, { ...list, shape: wrapped.shape }, body, wrapped.schema)
        : createListWriter(context, resource, list, body),
    );
    return after(write(listed, facts, target.path), (encoded) => ({
      status: plan.status,
      headers: { ...headers, "content-type": body.contentType },
      body: encoded,
    }));
  }
}

function isAsked(value: unknown): boolean {
  return value !== undefined && value !== false && value !== "false";
}

function pageFacts(target: RequestTarget, { page, asked, links: makeLinks }: ListedPage): PageFacts {
  let links: PageLinks | undefined;
  return {
    total: page.total,
    start: page.start,
    count: page.records.length,
    ids: page.records.map(({ key }) => key),
    asked,
    // Computed on first use, because few lists have links.
    get links() {
      links ??= makeLinks();
      return links;
    },
    url: (query) => uriText(`${requestOrigin(target)}${target.path}${query === "" ? "" : `?${query}`}`),
  };
}

type ListWriter = (listed: ListedPage, facts: PageFacts, seed: string) => Awaitable<string | Uint8Array>;

/** Writes an answer with several forms (`oneOf`, `anyOf`) in the first form that has all records and matches no other form. */
function createListWriter(context: MockContext, resource: Resource, list: ListConvention, body: BodyPlan): ListWriter {
  const { schemas } = context;
  const { schema } = body;
  const { oneOf, anyOf } = keywordsOf(schemas, schema?.json);
  const alternatives = oneOf ?? anyOf ?? [];
  const place = itemsPlace(list.shape);
  const forms = alternatives
    .map((one) => schemas.schemaOf(one))
    .filter((one) => schemaShape(schemas, schemaAt(schemas, one, place)?.json ?? false).items !== undefined);
  const write = (forms.length > 0 ? forms : [schema]).map((form) =>
    createFormWriter(context, resource, list, form, forms.length > 0),
  );
  return (listed, facts, seed) => {
    const encode = (value: unknown) => encodeBody(schemas, body, value);
    const [first = () => undefined, ...others] = write;
    const usual = first(listed, facts, seed);
    if (others.length === 0 || !schema) return encode(usual);
    const { isValid } = schemas.validator(schema, "response");
    if (isValid(usual)) return encode(usual);
    for (const other of others) {
      const value = other(listed, facts, seed);
      if (isValid(value)) return encode(value);
    }
    return encode(usual);
  };
}

/** Writes the form of the answer that the request asked for. */
function createWrapper(
  context: MockContext,
  resource: Resource,
  list: ListConvention,
  body: BodyPlan,
  form: JsonSchema,
): ListWriter {
  const write = createFormWriter(context, resource, list, context.schemas.schemaOf(form), true);
  return (listed, facts, seed) => encodeBody(context.schemas, body, write(listed, facts, seed));
}

type FormWriter = (listed: ListedPage, facts: PageFacts, seed: string) => unknown;

function createFormWriter(
  context: MockContext,
  resource: Resource,
  { shape, item: itemPlace }: ListConvention,
  schema: Schema | undefined,
  isOneOfSeveral: boolean,
): FormWriter {
  const { schemas, fitting } = context;
  const own = schema && isOneOfSeveral && shape.kind !== "array" ? objectProperties(schemas, schema.json) : undefined;
  const ofForm = (envelope: unknown): unknown =>
    own && isObject(envelope) ? pickBy(envelope, (name) => own.has(name)) : envelope;
  const place = itemsPlace(shape);
  const itemValue = createItems(context, resource, itemPlace, schema && schemaAt(schemas, schema, place));
  const required = requiredNames(context, resource);
  const fill: EnvelopeFiller = shape.kind === "array" ? (value) => value : createEnvelopeFiller(schemas, schema, shape);
  let skeleton: unknown;
  /** Omits a list that must not be empty, if the envelope allows that. */
  const withoutList = (whole: Schema, fitted: unknown): unknown => {
    const rest = isObject(fitted) && place.length === 1 ? pickBy(fitted, (name) => name !== place[0]) : fitted;
    return schemas.validator(whole, "response").isValid(rest) ? rest : fitted;
  };
  return ({ page, fields }, facts, seed) => {
    // The other properties of the envelope are generated once: pages differ only in the properties that `fill` sets.
    skeleton ??=
      schema && place.length > 0
        ? fitting.fit(schema, withValueAt(namesOfEnvelope(schemas, schema), place, []), {
            seed: `${resource.stateKey} list`,
          })
        : {};
    const values = page.records.map(itemValue);
    const shown = fields && itemPlace.length === 0 ? values.map((value) => pick(value, fields, required)) : values;
    const whole = withValueAt(ofForm(fill(skeleton, facts)), place, shown);
    if (!schema) return whole;
    const fitted = fitting.fit(schema, whole, { seed });
    const items = valueAtPlace(fitted, place);
    if (shown.length === 0 && Array.isArray(items) && items.length > 0) return withoutList(schema, fitted);
    // A single record that cannot be made valid must not empty the list.
    return shown.length > 0 && Array.isArray(items) && items.length === 0 ? whole : fitted;
  };
}

/** Texts that the schema of an envelope gives, even if they are optional: `kind: "PodList"`. */
function namesOfEnvelope(schemas: SchemaRegistry, { json }: Schema): JsonObject {
  const given = Object.entries(keywordsOf(schemas, json).properties ?? {}).map(([name, schema]) => {
    const own = keywordsOf(schemas, schema);
    // Stripe's convention, used even if the description does not give the text.
    const isKind = name === "object" && own.type === "string" && !own.enum && !own.examples;
    return [name, own.const ?? own.default ?? (isKind ? "list" : undefined)] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => typeof value === "string"));
}

/** Returns the value of an item. @param array the schema of the list of items */
function createItems(
  { schemas, fitting }: MockContext,
  resource: Resource,
  place: RecordPlace,
  array: Schema | undefined,
): (record: StoredRecord) => unknown {
  const item = array && itemSchemaOf(schemas, array);
  const show = createShownRecord(schemas, resource, item && schemaAt(schemas, item, place));
  const isIds = item !== undefined && isPlain(schemaShape(schemas, item.json).types);
  return (record) => {
    const bare = isIds ? coerceValue(schemas, item.json, record.key) : withValueAt(undefined, place, show(record));
    return item ? fitting.fit(item, bare, { seed: recordSeed(resource, record) }) : bare;
  };
}

/** True for texts or numbers. Such a list has the ids of the records: `["red", "blue"]`. */
function isPlain(types: ReadonlySet<string>): boolean {
  return types.size > 0 && !types.has("object") && !types.has("array");
}

/** The headers that describe the page of a list: counters and `Link` (RFC 8288). */
function listHeaders(
  documented: readonly PageHeader[],
  facts: PageFacts,
  query: string,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { name, fact, required } of documented) {
    const value = fact === "link" ? linkText(facts, required ? query : undefined) : factOf(fact, facts);
    if (value !== undefined) headers[name] = String(value);
  }
  return headers;
}

function linkText(facts: PageFacts, self: string | undefined): string | undefined {
  const address = (link: PageLink | undefined): string | undefined => link && facts.url(link.query);
  const { first, previous, next, last } = facts.links;
  const pages = { first: address(first), prev: address(previous), next: address(next), last: address(last) };
  return linkHeader(pages) ?? (self === undefined ? undefined : linkHeader({ self: facts.url(self) }));
}

function factOf(fact: Exclude<PageHeaderFact, "link">, facts: PageFacts): string | number | boolean | undefined {
  const { total, count, start, asked, links } = facts;
  switch (fact) {
    case "range":
      return `items ${count === 0 ? "*" : `${start}-${start + count - 1}`}/${total}`;
    case "total":
      return total;
    case "pages":
      return Math.ceil(total / (asked.limit ?? Math.max(1, total)));
    case "page":
      return asked.page;
    case "limit":
      return asked.limit ?? count;
    case "offset":
      return start;
    case "hasMore":
      return links.next !== undefined;
    case "next":
      return links.next?.value;
    case "previous":
      return links.previous?.value;
  }
}
