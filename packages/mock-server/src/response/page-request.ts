import { schemaAt } from "@onespec/http-contract";
import type { EnvelopeShape, ListConvention, Parameter, Schema, SchemaRegistry } from "@onespec/spec-core";
import { keywordsOf } from "../model/schema-questions.js";

/** Which page of a list is asked for, and in which words. */
export interface PageRequest {
  /** How the next page is asked for; `none`: all is on one page. */
  readonly mode: "page" | "offset" | "cursor" | "none";
  /** Records a page; `undefined`: no end. */
  readonly limit: number | undefined;
  readonly offset: number;
  /** The offset of the first record. */
  readonly firstOffset: number;
  /** Number of the page as the client counts. */
  readonly page: number;
  readonly after: string | undefined;
  readonly before: string | undefined;
  /** Names of parameters whose values are no numbers from 0, so that they have no effect. */
  readonly unread: readonly string[];
}

/** Page size where the description documents pages and no size. */
const USUAL_LIMIT = 100;

/** Reads the paging parameters of a list. @param most what the array in the answer may hold */
export function pageRequestReader(
  schemas: SchemaRegistry,
  list: ListConvention,
  most: number | undefined,
): (query: Readonly<Record<string, unknown>>) => PageRequest {
  const { limit, otherLimits, offset, firstOffset, page, cursor } = list;
  const usual = usualLimit(schemas, list);
  const zero = isDjangoList(list) ? undefined : 0;
  const cap = (size: number | undefined): number | undefined =>
    most === undefined ? size : Math.min(size ?? most, most);
  return (query) => {
    const sent = [limit, ...otherLimits].map((one) => numberAt(query, one)).find((number) => number !== undefined);
    const size = cap((sent === 0 ? zero : sent) ?? usual);
    const number = numberAt(query, page?.parameter) ?? page?.first ?? 1;
    const start = numberAt(query, offset);
    const skipped = start === undefined ? undefined : Math.max(0, start - firstOffset);
    const { after, before } = cursorKeys(schemas, query, cursor);
    const pageOffset = page && size !== undefined ? Math.max(0, number - page.first) * size : 0;
    const isCursorNumber = typeof after === "number";
    const numbers = [limit, ...otherLimits, page?.parameter, offset].filter((one) => one !== undefined);
    return {
      mode:
        cursor?.after && skipped === undefined && query[page?.parameter.name ?? ""] === undefined
          ? "cursor"
          : page
            ? "page"
            : offset
              ? "offset"
              : "none",
      limit: size,
      offset: isCursorNumber ? after : (skipped ?? pageOffset),
      firstOffset,
      page: number,
      after: isCursorNumber ? undefined : after,
      before,
      unread: numbers.filter((one) => isUnread(schemas, query, one)).map(({ name }) => name),
    };
  };
}

/** `{ count, next, previous, results }` with `limit` and `offset`: there `limit=0` is the usual page size, and clients send it. */
function isDjangoList({ shape, limit, offset }: ListConvention): boolean {
  if (shape.kind === "array" || limit?.name !== "limit" || offset?.name !== "offset") return false;
  const places = [shape.itemsAt, shape.totalAt, shape.nextAt, shape.previousAt].map((place) => place?.join("."));
  return places.join() === "results,count,next,previous";
}

function usualLimit(schemas: SchemaRegistry, { limit, offset, page, cursor }: ListConvention): number | undefined {
  const { default: given, maximum } = keywordsOf(schemas, limit?.schema.json);
  if (typeof given === "number" && given > 0) return given;
  const isPaged = offset !== undefined || page !== undefined || cursor?.after !== undefined;
  return isPaged ? Math.min(USUAL_LIMIT, maximum ?? USUAL_LIMIT) : maximum;
}

function numberAt(query: Readonly<Record<string, unknown>>, parameter: Parameter | undefined): number | undefined {
  if (!parameter) return undefined;
  const value = query[parameter.name];
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? Math.floor(number) : undefined;
}

function isUnread(schemas: SchemaRegistry, query: Readonly<Record<string, unknown>>, parameter: Parameter): boolean {
  const value = query[parameter.name];
  if (value === undefined || value === null || value === "" || numberAt(query, parameter) !== undefined) return false;
  return value !== usualValue(schemas, parameter);
}

function cursorKeys(
  schemas: SchemaRegistry,
  query: Readonly<Record<string, unknown>>,
  cursor: ListConvention["cursor"],
): { after: string | number | undefined; before: string | undefined } {
  const read = (parameter: Parameter | undefined): string | number | undefined => {
    const value = parameter && query[parameter.name];
    // `*` asks some APIs for the first page.
    if (!parameter || value === undefined || value === null || value === "" || value === usualValue(schemas, parameter))
      return undefined;
    if (cursor?.kind === "id") return String(value);
    // Where a cursor is said to be a token, `0` is the beginning.
    if (value === "0") return undefined;
    return typeof value === "number" ? value : pageKey(cursorIn(String(value), parameter.name));
  };
  const before = read(cursor?.before);
  return { after: read(cursor?.after), before: typeof before === "number" ? undefined : before };
}

/** The default of a parameter that was not sent. */
export function usualValue(schemas: SchemaRegistry, { schema }: Parameter): unknown {
  return keywordsOf(schemas, schema.json).default;
}

/** A client may send the whole link of the next page. */
function cursorIn(text: string, parameter: string): string {
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  return url?.searchParams.get(parameter) ?? text;
}

/** How many items the array in the answer may hold. */
export function mostItems(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  shape: ListConvention["shape"],
): number | undefined {
  const array = schema && schemaAt(schemas, schema, itemsPlace(shape));
  return keywordsOf(schemas, array?.json).maxItems;
}

export function itemsPlace(shape: { readonly kind: "array" } | EnvelopeShape): readonly string[] {
  return shape.kind === "array" ? [] : shape.itemsAt;
}

/** An opaque cursor for the record with this key. */
export function pageToken(key: string): string {
  return Buffer.from(key).toString("base64url");
}

/** The key inside a cursor. Text that is no cursor of ours is nobody's key, and gives an empty page. */
function pageKey(token: string): string {
  const key = Buffer.from(token, "base64url").toString();
  return pageToken(key) === token ? key : token;
}
