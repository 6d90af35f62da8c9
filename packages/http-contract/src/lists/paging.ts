import { keywordsOf, type ListConvention, type SchemaRegistry, schemaShape } from "@onespec/spec-core";

/** The query parameters that select a page of a list, by name. */
export interface Paging {
  readonly limit?: {
    readonly parameter?: string;
    /** Other parameters that set the page size. */
    readonly also?: readonly string[];
    /** Page size without a parameter. Default: no end. */
    readonly usual?: number;
    readonly most?: number;
    /** A size of 0 asks for the usual one. */
    readonly isZeroUsual?: boolean;
  };
  readonly offset?: string;
  /** The offset of the first record, if it is not 0. */
  readonly firstOffset?: 0 | 1;
  readonly page?: { readonly parameter: string; readonly first: 0 | 1 };
  readonly cursor?: {
    readonly after?: string;
    readonly before?: string;
    /**
     * `id`: the cursor is the id of a record. `token`: an encoded id. `offset`: the number of records before the page.
     */
    readonly kind: "id" | "token" | "offset";
    /** The cursor of the first page, such as `*`. */
    readonly start?: unknown;
  };
}

/** The page that a query asks for, and how it asks. */
export interface PageRequest {
  /** The parameter that selects the next page. `none`: everything is on one page. */
  readonly mode: "page" | "offset" | "cursor" | "none";
  /** Records a page; `undefined`: no end. */
  readonly limit: number | undefined;
  readonly offset: number;
  /** The offset of the first record. */
  readonly firstOffset: 0 | 1;
  /** Number of the page as the client counts. */
  readonly page: number;
  /** The id of the record before the page, or after it. */
  readonly after: string | undefined;
  readonly before: string | undefined;
}

type Query = Readonly<Record<string, unknown>>;

/** Page size if the description documents pages but no size. */
const USUAL_LIMIT = 100;

/** No list is longer. The fields of an answer that describe the page often have 32 bits. */
const MOST = 2 ** 31 - 1;

/** Reads from a description how the pages of a list are asked for. */
export function pagingOf(schemas: SchemaRegistry, list: ListConvention): Paging {
  const { limit, otherLimits, offset, firstOffset, page, cursor } = list;
  const { default: given, maximum } = keywordsOf(schemas, limit?.schema.json);
  const isPaged = offset !== undefined || page !== undefined || cursor?.after !== undefined;
  const paged = isPaged ? Math.min(USUAL_LIMIT, maximum ?? USUAL_LIMIT) : maximum;
  const usual = typeof given === "number" && given > 0 ? given : paged;
  return {
    ...((limit || usual !== undefined) && {
      limit: {
        ...(limit && { parameter: limit.name }),
        ...(otherLimits.length > 0 && { also: otherLimits.map(({ name }) => name) }),
        ...(usual !== undefined && { usual }),
        ...(maximum !== undefined && { most: maximum }),
        ...(isDjangoList(list) && { isZeroUsual: true }),
      },
    }),
    ...(offset && { offset: offset.name }),
    ...(firstOffset === 1 && { firstOffset }),
    ...(page && { page: { parameter: page.parameter.name, first: page.first } }),
    ...(cursor && { cursor: cursorOf(schemas, cursor) }),
  };
}

/**
 * True for lists of Django: `{ count, next, previous, results }` with `limit` and `offset`. There `limit=0` means the
 * default page size, and clients send it.
 */
function isDjangoList({ shape, limit, offset }: ListConvention): boolean {
  if (shape.kind === "array" || limit?.name !== "limit" || offset?.name !== "offset") return false;
  const places = [shape.itemsAt, shape.totalAt, shape.nextAt, shape.previousAt].map((place) => place?.join("."));
  return places.join() === "results,count,next,previous";
}

function cursorOf(
  schemas: SchemaRegistry,
  { after, before, kind }: NonNullable<ListConvention["cursor"]>,
): NonNullable<Paging["cursor"]> {
  const { default: start } = keywordsOf(schemas, after?.schema.json);
  const isCounted = after !== undefined && schemaShape(schemas, after.schema.json).types.has("integer");
  return {
    ...(after && { after: after.name }),
    ...(before && { before: before.name }),
    kind: kind === "token" && isCounted ? "offset" : kind,
    ...(start !== undefined && { start }),
  };
}

/** Reads the page that a query asks for. */
export function readPage({ limit, offset, firstOffset = 0, page, cursor }: Paging, query: Query): PageRequest {
  const sizes = [limit?.parameter, ...(limit?.also ?? [])].map((name) => countAt(query, name));
  const sent = sizes.find((one) => one !== undefined);
  const wanted = sent === undefined || (sent === 0 && limit?.isZeroUsual) ? limit?.usual : sent;
  const size = limit?.most === undefined ? wanted : Math.min(wanted ?? limit.most, limit.most);
  const number = countAt(query, page?.parameter) ?? page?.first ?? 1;
  const start = countAt(query, offset);
  const skipped = start === undefined ? undefined : Math.max(0, start - firstOffset);
  const after = cursorAt(query, cursor?.after, cursor);
  const before = cursorAt(query, cursor?.before, cursor);
  const pageOffset = page && size !== undefined ? bounded((number - page.first) * size) : 0;
  const isPageAsked = page !== undefined && query[page.parameter] !== undefined;
  return {
    mode:
      cursor?.after !== undefined && skipped === undefined && !isPageAsked
        ? "cursor"
        : page
          ? "page"
          : offset !== undefined
            ? "offset"
            : "none",
    limit: size,
    offset: typeof after === "number" ? after : (skipped ?? pageOffset),
    firstOffset,
    page: number,
    after: typeof after === "number" ? undefined : after,
    before: typeof before === "number" ? undefined : before,
  };
}

/** A non-negative whole number in a query; `undefined` for anything else. */
export function countAt(query: Query, parameter: string | undefined): number | undefined {
  const value = parameter === undefined ? undefined : query[parameter];
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && number >= 0 ? bounded(number) : undefined;
}

function bounded(count: number): number {
  return Math.min(Math.max(0, Math.floor(count)), MOST);
}

function cursorAt(query: Query, parameter: string | undefined, cursor: Paging["cursor"]): string | number | undefined {
  const value = parameter === undefined ? undefined : query[parameter];
  if (parameter === undefined || value === undefined || value === null || value === "" || value === cursor?.start)
    return undefined;
  if (cursor?.kind === "id") return String(value);
  // If the cursor is documented as a token, `0` is the beginning of the list.
  if (value === "0") return undefined;
  return typeof value === "number" ? bounded(value) : keyIn(cursorIn(String(value), parameter));
}

/** A client may send the whole link of the next page. */
function cursorIn(text: string, parameter: string): string {
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  return url?.searchParams.get(parameter) ?? text;
}

/**
 * Encodes the id of a record as a cursor, so that clients do not use it as an id. It is filled up to whole groups of
 * three bytes, so that it is also valid base64 (`format: byte`).
 */
export function pageToken(id: string): string {
  const bytes = Buffer.from(id);
  return Buffer.concat([bytes, Buffer.alloc((3 - (bytes.length % 3)) % 3)]).toString("base64url");
}

/**
 * Decodes the id in a cursor. A text that is not one of our cursors gives an id that no record has, and so an empty
 * page.
 */
function keyIn(token: string): string {
  const id = Buffer.from(token, "base64url").toString().replace(/\0+$/, "");
  return pageToken(id) === token ? id : token;
}
