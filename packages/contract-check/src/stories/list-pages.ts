import { asArray, asObject, isObject, type JsonObject } from "../description/json.js";
import type { RawOperation, RawParameter } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import type { Reply, SentRequest } from "../run/api-client.js";
import { buildRequest } from "../run/build-request.js";
import type { CheckRun } from "../run/check-run.js";
import { findItems, itemId, showsContent, showsId } from "../run/find-record.js";

const MAX_PAGES = 12;

/** Common names of query parameters for paging. */
export const LIMIT: RegExp =
  /^[$_]?(limit|per_?page|page_?size|count|size|max_?results|results_?per_?page|first|top|take|page\[size\])$/i;
export const PAGE: RegExp = /^[$_]?(page|page_?number|current_?page|p|page\[number\])$/i;
export const OFFSET: RegExp = /^[$_]?(offset|skip|start|start_?position)$/i;
export const CURSOR: RegExp = /cursor|page_?token|^after$|next_?token|^start$|pagination_?token|^continue$/i;

export interface Listing {
  readonly request: SentRequest;
  readonly reply: Reply;
  /** The ids on all pages that were read. `undefined`: the answer has no list. */
  readonly ids: readonly string[] | undefined;
  /** True if a page contained the record. */
  readonly hasWanted: boolean;
  /** False if there are more pages than were read. */
  readonly isWhole: boolean;
}

/**
 * Reads pages of a list until one shows the record `wanted`. Follows `next` links and tokens in the answer, or else
 * uses a page, offset or cursor parameter, with the largest page size that the description allows.
 * @param record its fields are used as values of required filters with the same name
 */
export async function readList(
  run: CheckRun,
  pair: RawPair & { readonly list: RawOperation },
  style: Style,
  path: string,
  wanted: string | undefined,
  record: JsonObject = {},
): Promise<Listing | undefined> {
  const first = await buildRequest(run, pair.list, style, path, { optional: false, known: record });
  if (first === undefined) return undefined;
  const reply = await run.client.send(first);
  const items = findItems(reply.json, pair);
  if (reply.status >= 300 || items === undefined)
    return { request: first, reply, ids: undefined, hasWanted: false, isWhole: true };
  const ids = idsOf(items, pair);
  const isWanted = (item: unknown): boolean =>
    wanted !== undefined && (showsId(item, wanted) || (itemId(item, pair) === undefined && showsContent(item, record)));
  let hasWanted = items.some(isWanted);
  const limit = numberParameter(pair.list, LIMIT);
  const seen = new Set<string>([first.target]);
  let last = reply;
  let lastIds = ids;
  let isWhole = true;
  for (let page = 1; wanted !== undefined && !hasWanted; page += 1) {
    const target = nextTarget(run, pair.list, first.target, last, lastIds, page, limit);
    if (target === undefined) isWhole = page > 1 || !(totalIn(reply.json, 0) > ids.length);
    if (target === undefined || seen.has(target)) break;
    isWhole = page < MAX_PAGES;
    if (!isWhole) break;
    seen.add(target);
    last = await run.client.send({ ...first, target });
    const more = findItems(last.json, pair);
    if (last.status >= 300 || more === undefined) break;
    lastIds = idsOf(more, pair);
    hasWanted = more.some(isWanted);
    // The first step only makes the page longer, so it may repeat ids. After that, a page without new ids is the end.
    const isEnd = page > 1 && lastIds.every((id) => ids.includes(id));
    ids.push(...lastIds);
    if (isEnd) break;
  }
  return { request: first, reply, ids, hasWanted, isWhole };
}

function idsOf(items: readonly unknown[], pair: RawPair): string[] {
  return items.map((item) => itemId(item, pair)).filter((id) => id !== undefined);
}

function nextTarget(
  run: CheckRun,
  operation: RawOperation,
  start: string,
  reply: Reply,
  ids: readonly string[],
  page: number,
  limit: RawParameter | undefined,
): string | undefined {
  const link = nextLink(reply) ?? nextIn(reply.json, 0);
  const linked = linkTarget(link);
  if (linked !== undefined) return linked;
  const set = (values: Readonly<Record<string, string>>): string => {
    const url = new URL(start, "http://host.test");
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
    return `${url.pathname}${url.search}`;
  };
  const most = limit === undefined ? {} : { [limit.name]: String(pageSizes(run, limit).most) };
  if (page === 1 && limit !== undefined) return set(most);
  const cursor = operation.parameters.find(({ in: place, name }) => place === "query" && CURSOR.test(name));
  if (link !== undefined && cursor !== undefined) return set({ ...most, [cursor.name]: link });
  const after = operation.parameters.find(
    ({ in: place, name }) => place === "query" && /^(starting_after|after|since_id|start_after)$/i.test(name),
  );
  if (after !== undefined && ids.at(-1) !== undefined) return set({ ...most, [after.name]: ids.at(-1) ?? "" });
  const number = pageNumber(operation, limit);
  if (number !== undefined) return set({ ...most, [number.name]: String(page + (limit === undefined ? 1 : 0)) });
  const offset = numberParameter(operation, OFFSET);
  if (offset !== undefined && limit !== undefined) {
    // The server may return fewer records than requested.
    const size = Math.min(pageSizes(run, limit).most, ids.length || Infinity);
    return set({ ...most, [offset.name]: String(firstOffset(run, offset) + (page - 1) * size) });
  }
  return undefined;
}

/**
 * The parameter for the number of a page. None if the page size belongs to an offset: `limit` with both `page` and
 * `offset`.
 */
export function pageNumber(operation: RawOperation, limit: RawParameter | undefined): RawParameter | undefined {
  const isByOffset = limit && !/page/i.test(limit.name) && numberParameter(operation, OFFSET);
  return isByOffset ? undefined : numberParameter(operation, PAGE);
}

function numberParameter(operation: RawOperation, name: RegExp): RawParameter | undefined {
  return operation.parameters.find((parameter) => parameter.in === "query" && name.test(parameter.name));
}

/** The offset of the first record. It is 1 if the description counts from 1. */
export function firstOffset(run: CheckRun, { schema: place }: RawParameter): 0 | 1 {
  const { request } = run.judge;
  const { minimum, default: given } =
    place === undefined ? {} : asObject(request.at(request.follow(request.place(place))));
  return minimum === 1 || given === 1 ? 1 : 0;
}

/** The smallest and the largest page size that is asked for. */
export function pageSizes(run: CheckRun, { schema: place }: RawParameter): { least: number; most: number } {
  const { request } = run.judge;
  const schema = place === undefined ? {} : asObject(request.at(request.follow(request.place(place))));
  const allowed = asArray(schema.enum).map(Number);
  if (allowed.length > 0) return { least: Math.min(...allowed), most: Math.max(...allowed) };
  const { minimum, maximum } = schema;
  return {
    least: Math.max(1, typeof minimum === "number" ? minimum : 1),
    most: typeof maximum === "number" ? Math.min(maximum, 1000) : 100,
  };
}

/** The `total` or `totalItems` in a body, or NaN. */
function totalIn(body: unknown, depth: number): number {
  if (!isObject(body) || depth > 1) return NaN;
  const totals = Object.entries(body).map(([name, value]) =>
    typeof value === "number" && /^total(?!_?pages)/i.test(name) ? value : totalIn(value, depth + 1),
  );
  return totals.find((total) => !Number.isNaN(total)) ?? NaN;
}

/** `Link: <...>; rel="next"`. @see RFC 8288 */
export function nextLink({ headers }: Reply): string | undefined {
  return /<([^>]+)>\s*;[^,]*rel="?next"?/.exec([headers.link ?? ""].flat().join(","))?.[1];
}

/** Path and query of a link; `undefined` for a token, and for an address that is none. */
export function linkTarget(link: string | undefined): string | undefined {
  if (link === undefined || !/^(https?:\/)?\//.test(link) || !URL.canParse(link, "http://host.test")) return undefined;
  const { pathname, search } = new URL(link, "http://host.test");
  return `${pathname}${search}`;
}

/** The link or token of the next page in a body. */
export function nextIn(body: unknown, depth: number): string | undefined {
  if (!isObject(body) || depth > 3) return undefined;
  for (const [name, value] of Object.entries(body)) {
    if (/^(next|next_?(page|cursor|url|uri|token|link|page_?(token|uri|url))|continue|cursor|after)$/i.test(name)) {
      if (typeof value === "string" && value !== "") return value;
      if (isObject(value) && typeof value.href === "string") return value.href;
      if (isObject(value) && typeof value.uri === "string") return value.uri;
    }
  }
  for (const value of Object.values(body)) {
    const found = nextIn(value, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
