import { ClientError } from "../errors.js";
import { isPlainObject } from "../is-plain-object.js";
import { nameInCall, parametersOf } from "../operation-facts.js";
import type { ListSpec, Place, ResourceSpec } from "../resource-spec.js";
import type { Answer, ClientContext } from "../send.js";
import { valueAt } from "../value-at.js";
import type { QueryRun } from "./execute-query.js";
import { filtersOf, listCall, numberedParameter } from "./list-call.js";
import type { Parameters } from "./query-plan.js";
import { pagingParameter, shownPaging } from "./shown-paging.js";

export interface Page {
  readonly records: readonly unknown[];
  /** Total number of matching records, if the server reports it. */
  readonly total?: number | undefined;
  /** True if some of its records were on previous pages. */
  readonly hasOverlap?: boolean;
}

/**
 * Reads page after page. Finds the next page in this order: a token or URL in the body, a `Link` header with
 * `rel="next"`, the id of the last record if there is a has-more flag, and counting. Ends on an empty page, and on a
 * page without new records, because some servers ignore the start and repeat a page. A short page is the last one,
 * unless the server may have a smaller page size.
 */
export async function* readPages(run: QueryRun, resource: ResourceSpec, start: Parameters): AsyncGenerator<Page> {
  const list = resource.list as ListSpec;
  const unseen = unseenRecords(resource.id);
  const totals = new Set<number | undefined>();
  let parameters = start as Parameters | undefined;
  let before = 0;
  let isTrial = false;
  let hasOverlap = false;
  for (let pages = 1; parameters; pages += 1) {
    const page: ReadPage | undefined = await readPage(run, resource, parameters, before).catch((error) => {
      if (!isTrial || !(error.status < 500)) throw error;
      return undefined;
    });
    if (!page) break;
    const records = unseen(page.records);
    const hasRepeated = records.length === 0 && page.records.length > 0;
    isTrial = page.isTrial;
    const second = pages === 2 ? list.numbers?.learn(run.context, list, parameters, hasRepeated) : undefined;
    if (second) {
      parameters = second;
      continue;
    }
    const shown = shownPaging(run.context, list, pagingParameter(list));
    if (pages === 2 && page.records.length > 0) shown.isHeeded = !hasRepeated;
    shown.hasRepeated ||= hasRepeated;
    hasOverlap ||= records.length > 0 && records.length < page.records.length;
    yield { records, total: page.total, hasOverlap };
    if (page.rest) throw page.rest;
    if (records.length === 0) break;
    totals.add(page.total);
    before += records.length;
    parameters = page.next;
  }
  const [total = 0, ...others] = totals;
  const starts = [list.offset, list.page?.parameter, list.cursor?.parameter];
  const isWhole = starts.every((name) => name === undefined || start[name] === list.start?.[name]);
  // If the list changes, its total changes too.
  if (hasOverlap && isWhole && others.length === 0 && before < total)
    throw new ClientError(
      "LIST_INCOMPLETE",
      `${resource.name}: pages overlap, and gave ${before} of ${total} records. Sort by a field without equal values.`,
    );
}

/** A page, and the parameters of the next one. */
export interface ReadPage extends Page {
  /** Number of records up to the end of this page. */
  readonly read: number;
  readonly next: Parameters | undefined;
  /** True if the next page is asked for only because this one may be short for another reason than the list's end. */
  readonly isTrial: boolean;
  /** Set if there are more records that cannot be requested. */
  readonly rest: Error | undefined;
}

export type Progress = Omit<ReadPage, "next" | "rest">;

/** @param before number of records on previous pages */
export async function readPage(
  { context, send, options }: QueryRun,
  resource: ResourceSpec,
  parameters: Parameters,
  before = 0,
): Promise<ReadPage> {
  // Plans with pages have a list.
  const list = resource.list as ListSpec;
  const answer: Answer = await send(context, { ...listCall(list, parameters), options });
  const { data, headers } = answer;
  const items = valueAt(data, list.items);
  // An HTML page, or JSON that was cut. For an empty list, servers may send nothing or `null`.
  if (!Array.isArray(items) && (items ?? (isPlainObject(data) ? undefined : data)) != null) throw noList(resource.name);
  const records = Array.isArray(items) ? items.map((item) => valueAt(item, list.item)) : [];
  const total = count(list.total && valueAt(data, list.total)) ?? count(headers.get("x-total-count"));
  const isTrial = list.capped?.(context, list, parameters, records.length) ?? false;
  const page = { records, total, read: before + records.length, isTrial };
  const next = nextOf(context, resource, list, parameters, answer, page);
  return { ...page, next, rest: next ? undefined : list.rest?.(resource, parameters, data, page) };
}

/** Removes records that were on previous pages, by their ids. Without unique ids, removes only whole repeated pages. */
function unseenRecords(id: Place | undefined): (page: readonly unknown[]) => readonly unknown[] {
  const seen = new Set<unknown>();
  const isNew = (key: unknown): boolean => seen.size < seen.add(key).size;
  return (page) => {
    const ids = page.map((record) => id && valueAt(record, id));
    if (!ids.includes(undefined) && new Set(ids).size === ids.length) return page.filter((_, at) => isNew(ids[at]));
    return isNew(JSON.stringify(page)) ? page : [];
  };
}

function nextOf(
  context: ClientContext,
  resource: ResourceSpec,
  list: ListSpec,
  parameters: Parameters,
  answer: Answer,
  page: Progress,
): Parameters | undefined {
  const { cursor, links } = list;
  if (list.next) {
    const token = valueAt(answer.data, list.next);
    // Without a cursor parameter, a missing token does not end the list, and counting continues.
    if (token === null || token === "" || (token === undefined && cursor)) return undefined;
    if (links?.isUrl(token)) return links.follow(token, answer, list, parameters);
    if (cursor) return { ...parameters, [cursor.parameter]: token };
    if (list.page && typeof token === "number")
      return { ...parameters, ...numberedParameter(list, list.page.parameter, token) };
  }
  const linked = links?.inHeader(answer, list, parameters);
  if (linked) return linked.next;
  const more = list.hasMore && valueAt(answer.data, list.hasMore);
  if (more === false) return undefined;
  if (cursor) return list.cursorPages?.(resource, list, parameters, page.records, more);
  return list.counted?.(context, list, parameters, page, more);
}

function noList(name: string, hint = ""): ClientError {
  return new ClientError("LIST_INCOMPLETE", `${name}: the answer is no list${hint}`);
}

function count(value: unknown): number | undefined {
  return /^\d+$/.test(String(value)) ? Number(value) : undefined;
}

/**
 * The error for a list that cannot be read completely. Either it has more records than its first page and no parameter
 * for the next page, or its answer is not a documented list. Only lists that may need the error import it. If the
 * caller gave a parameter that the client does not know, it may select a page, so there is no error.
 */
export function unreadRest(
  { name, list }: ResourceSpec,
  parameters: Parameters,
  body: unknown,
  { read, total }: Pick<ReadPage, "read" | "total">,
): ClientError | undefined {
  if (!list) return undefined;
  if (list.items.length === 0 && isPlainObject(body)) return noList(name, ": set list.items");
  const told = (place: Place | undefined): unknown => place && valueAt(body, place);
  const { limit, sort, fields, expand, operation } = list;
  const known = [limit?.parameter, sort?.parameter, sort?.direction?.parameter, fields, expand];
  const named = new Set([...known, ...filtersOf(list).map(({ parameter }) => parameter)]);
  const isAsked = parametersOf(operation).some(
    (spec) =>
      spec.in === "query" &&
      parameters[nameInCall(spec)] !== list.start?.[nameInCall(spec)] &&
      !named.has(nameInCall(spec)),
  );
  const isWhole = total === undefined ? !told(list.hasMore) && !told(list.next) : total <= read;
  if (isAsked || isWhole) return undefined;
  return new ClientError(
    "LIST_INCOMPLETE",
    `${name}: the server gave ${read}${total === undefined ? "" : ` of ${total}`} records, and the description declares no parameter for the rest. Ask for it with params(), or take the first ones with limit(${read}).`,
  );
}
