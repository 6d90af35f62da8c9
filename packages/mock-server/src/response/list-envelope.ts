import {
  linkHolder,
  type PageLink,
  type PageLinks,
  type PageRequest,
  type ResponsePlan,
  schemaAt,
} from "@onespec/http-contract";
import {
  type EnvelopeShape,
  type JsonSchema,
  keywordsOf,
  type ListConvention,
  pageHeadersOf,
  type RecordPlace,
  type Schema,
  type SchemaRegistry,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";

/** The facts about a page that an envelope may show. */
export interface PageFacts {
  readonly total: number;
  readonly start: number;
  readonly count: number;
  /** Ids of the records on the page. */
  readonly ids: readonly string[];
  readonly asked: PageRequest;
  readonly links: PageLinks;
  /** Returns the absolute URL for a query. */
  url(query: string): string;
}

/** Fills in the counters, flags and links of a list's envelope. */
export type EnvelopeFiller = (envelope: unknown, facts: PageFacts) => unknown;

export function createEnvelopeFiller(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  shape: EnvelopeShape,
): EnvelopeFiller {
  const setters: EnvelopeFiller[] = [];
  const put = (place: RecordPlace | undefined, value: (facts: PageFacts) => unknown): void => {
    if (!place) return;
    // Clients that check only `has_more` use the next path without checking that it exists.
    const isKept =
      shape.hasMoreAt !== undefined &&
      place === shape.nextAt &&
      schema !== undefined &&
      holdsPath(schemas, schema, place);
    const fit = placeFitter(schemas, schema, place, isKept);
    setters.push((envelope, facts) => withValueAt(envelope, place, fit(value(facts))));
  };
  put(shape.totalAt, ({ total }) => total);
  put(shape.countAt, ({ count }) => count);
  put(shape.hasMoreAt, ({ links, start, count, total }) => links.next !== undefined || start + count < total);
  put(shape.isLastAt, ({ links, start, count, total }) => links.next === undefined && start + count >= total);
  put(shape.isFirstAt, ({ start }) => start === 0);
  put(shape.isEmptyAt, ({ count }) => count === 0);
  put(shape.firstIdAt, ({ ids }) => ids[0]);
  put(shape.lastIdAt, ({ ids }) => ids.at(-1));
  for (const place of [shape.pageAt, shape.alsoPageAt]) put(place, ({ asked }) => asked.page);
  for (const place of [shape.limitAt, shape.alsoLimitAt]) put(place, ({ asked, total }) => asked.limit ?? total);
  // Also for a page after the last one.
  put(shape.offsetAt, ({ asked, start }) => asked.firstOffset + (asked.mode === "offset" ? asked.offset : start));
  put(shape.pagesAt, ({ total, asked }) => Math.ceil(total / (asked.limit ?? Math.max(1, total))));
  put(keyPlace(schemas, schema, shape), () => shape.itemsAt.at(-1));
  const linkValue = (place: RecordPlace | undefined): ((link: PageLink | undefined, facts: PageFacts) => unknown) => {
    const isUrl = place !== undefined && holdsUrl(schemas, schema, place);
    const isPath = isUrl && schema !== undefined && holdsPath(schemas, schema, place);
    const address = (text: string): string => (isPath ? text.replace(/^https?:\/\/[^/]+/, "") : text);
    return (link, facts) =>
      link && (isUrl || facts.asked.mode === "none" ? address(facts.url(link.query)) : link.value);
  };
  const next = linkValue(shape.nextAt);
  const previous = linkValue(shape.previousAt);
  put(shape.nextAt, (facts) => next(facts.links.next, facts));
  put(shape.previousAt, (facts) => previous(facts.links.previous, facts));
  setters.push(...emptyLinkRemovers(schemas, schema, shape));
  return (envelope, facts) => setters.reduce((filled, set) => set(filled, facts), envelope);
}

/** The place of the `key` that names the list, beside the page's facts: `meta.key` is `conversations`. */
function keyPlace(schemas: SchemaRegistry, schema: Schema | undefined, shape: EnvelopeShape): RecordPlace | undefined {
  const holder = (shape.limitAt ?? shape.pageAt ?? shape.nextAt)?.slice(0, -1) ?? [];
  const around = schema && holder.length > 0 ? schemaAt(schemas, schema, holder) : undefined;
  const key = around && schemaShape(schemas, around.json).properties.get("key");
  return key && schemaShape(schemas, key.schema).types.has("string") ? [...holder, "key"] : undefined;
}

/** Removes objects such as `next_page: { offset }` if there is no next page. */
function emptyLinkRemovers(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  shape: EnvelopeShape,
): readonly EnvelopeFiller[] {
  return [shape.nextAt, shape.previousAt].flatMap((place) => {
    const holder = linkHolder(schemas, schema, place);
    if (!place || !holder) return [];
    const remove: EnvelopeFiller = (envelope) =>
      ["", null].includes((valueAtPlace(envelope, place) ?? null) as string | null)
        ? withValueAt(envelope, holder.at, holder.isNullable ? null : undefined)
        : envelope;
    return [remove];
  });
}

/**
 * Converts a value to the type of its place. Without a value, the property is null, empty or omitted, whichever the schema allows first.
 */
function placeFitter(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  place: RecordPlace,
  isKeptText: boolean,
): (value: unknown) => unknown {
  const name = place.at(-1) ?? "";
  const holder = schema && schemaAt(schemas, schema, place.slice(0, -1));
  const property = holder && schemaShape(schemas, holder.json).properties.get(name);
  const types = property ? schemaShape(schemas, property.schema).types : new Set<string>();
  const isNullable = property !== undefined && takesNull(schemas, property.schema);
  const isText = types.has("string") && !types.has("integer") && !types.has("number");
  return (value) => {
    if (value === undefined) {
      if (isNullable) return null;
      if (isText && (property?.required || isKeptText)) return "";
      return property?.required ? null : undefined;
    }
    return isText && typeof value === "number" ? String(value) : value;
  };
}

/** True if answers may have null there. Only OpenAPI 3.0 uses `nullable: true` for that. */
function takesNull(schemas: SchemaRegistry, schema: JsonSchema): boolean {
  return schemas.validator(schemas.schemaOf(schema), "response").isValid(null);
}

/** True if page links contain no host: "Path to subsequent page of results", `/users?page=2`. */
function holdsPath(schemas: SchemaRegistry, schema: Schema, place: RecordPlace): boolean {
  const {
    format,
    examples: [example] = [],
    description = "",
  } = keywordsOf(schemas, schemaAt(schemas, schema, place)?.json);
  return format === undefined && (typeof example === "string" ? example.startsWith("/") : PATH.test(description));
}

const PATH = /^(?:the )?(?:relative )?path\b/i;

/** Adds a cursor to a list whose only page parameter is the size and whose answers link to the next page. The links use this cursor. */
export function withOwnCursor(
  schemas: SchemaRegistry,
  list: ListConvention,
  { preferred, response }: ResponsePlan,
): ListConvention {
  const { shape, limit, offset, page, cursor } = list;
  if (!limit || offset || page || cursor) return list;
  const isInBody = shape.kind !== "array" && shape.nextAt && holdsUrl(schemas, preferred?.schema, shape.nextAt);
  if (!isInBody && !pageHeadersOf(list, response).some(({ fact }) => fact === "link")) return list;
  const after = {
    ...limit,
    name: OWN_CURSOR,
    required: false,
    schema: schemas.schemaOf({ type: "string" }),
    examples: [],
  };
  return { ...list, cursor: { after, before: undefined, kind: "token" } };
}

export const OWN_CURSOR = "cursor";

function holdsUrl(schemas: SchemaRegistry, schema: Schema | undefined, place: RecordPlace): boolean {
  const found = schema && schemaAt(schemas, schema, place);
  if (!found) return false;
  const { types } = schemaShape(schemas, found.json);
  if (types.has("integer") || types.has("number")) return false;
  const { format, examples: [example] = [], description } = keywordsOf(schemas, found.json);
  if (format !== undefined && /^(?:uri|url|iri)/.test(format)) return true;
  if (typeof example === "string") return /^(?:https?:\/)?\//.test(example);
  const name = place.join(".");
  if (/(?:url|uri|href|link)/i.test(name)) return true;
  if (/(?:token|cursor|marker|offset|start|key|continue)/i.test(name)) return false;
  const text = typeof description === "string" ? description : "";
  return /\b(?:url|uri|link)\b/i.test(text) || PATH.test(text);
}
