import type { ListConvention, Operation } from "@onespec/spec-core";
import type { ContractClient, Query } from "./contract-client.js";
import { at, isObject, type JsonObject } from "./json-places.js";

const MOST_PAGES = 30;

export interface Listed {
  readonly status: number;
  readonly faults: readonly string[];
  readonly records: readonly JsonObject[];
  readonly pages: number;
}

/** Reads a list page by page, as its parameters and its envelope tell. @param pageSize records asked for at a time */
export async function readPages(
  client: ContractClient,
  operation: Operation,
  list: ListConvention,
  path: readonly unknown[],
  idOf: (record: JsonObject) => string,
  query: Query = {},
  pageSize = 2,
): Promise<Listed> {
  const { shape, limit, offset, page, cursor } = list;
  const isTold = shape.kind === "envelope" && shape.nextAt !== undefined;
  const canMove = page !== undefined || offset !== undefined || cursor?.after !== undefined;
  const takesSize =
    canMove && limit !== undefined && client.api.schemas.validator(limit.schema, "request").isValid(pageSize);
  const size = takesSize && limit ? { [limit.name]: pageSize } : {};
  const records: JsonObject[] = [];
  let moved: Query = {};
  for (let pages = 1; pages <= MOST_PAGES; pages++) {
    const { status, faults, body } = await client.call({ operation, path, query: { ...query, ...size, ...moved } });
    if (status >= 300 || faults.length > 0)
      return {
        status,
        faults: status >= 300 ? [`list ${status}: ${JSON.stringify(body)?.slice(0, 300)}`] : faults,
        records,
        pages,
      };
    const items = shape.kind === "array" ? body : at(body, shape.itemsAt);
    if (!Array.isArray(items)) return { status, faults: ["the answer holds no list"], records, pages };
    const shown = items.map((item) => at(item, list.item)).filter(isObject);
    if (takesSize && shown.length > pageSize)
      return { status, faults: [`a page of ${pageSize} has ${shown.length}`], records, pages };
    records.push(...shown);
    const last = shown.at(-1);
    const next = shape.kind === "array" ? undefined : shape.nextAt && at(body, shape.nextAt);
    const isDone = shown.length === 0 || (takesSize && shown.length < pageSize);
    if (isDone || last === undefined) return { status, faults: [], records, pages };
    if (page) moved = { [page.parameter.name]: page.first + pages };
    else if (offset) moved = { [offset.name]: records.length };
    else if (cursor?.after && (cursor.kind === "id" || !isTold)) moved = { [cursor.after.name]: idOf(last) };
    else if (cursor?.after && (typeof next === "string" || typeof next === "number") && next !== "")
      moved = { [cursor.after.name]: tokenOf(String(next), cursor.after.name) };
    else return { status, faults: [], records, pages };
  }
  return { status: 200, faults: [`no end after ${MOST_PAGES} pages`], records, pages: MOST_PAGES };
}

/** The token itself, or the one in the address of the next page. */
function tokenOf(next: string, parameter: string): string {
  if (!/^(?:https?:\/)?\/|^\?/.test(next)) return next;
  return new URL(next, "http://localhost").searchParams.get(parameter) ?? next;
}
