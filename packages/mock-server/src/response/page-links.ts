import { parseQueryPairs } from "@onespec/http-contract";
import {
  type ListConvention,
  type Parameter,
  percentEncode,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import type { RecordPage } from "../store/record-store.js";
import { type PageRequest, pageToken } from "./page-request.js";

/** How a neighbouring page is asked for. */
export interface PageLink {
  /** Value of the parameter that leads there: a cursor, a page number or an offset. */
  readonly value: string | number;
  /** The query that leads there, without `?`. */
  readonly query: string;
}

export interface PageLinks {
  readonly next: PageLink | undefined;
  readonly previous: PageLink | undefined;
  readonly first: PageLink | undefined;
  readonly last: PageLink | undefined;
}

/** The pages around the one that was answered. @param query as it was sent */
export function pageLinks(
  schemas: SchemaRegistry,
  list: ListConvention,
  asked: PageRequest,
  page: RecordPage,
  query: string,
): PageLinks {
  const end = page.start + page.records.length;
  const hasNext = end < page.total && page.records.length > 0;
  const hasPrevious = page.start > 0;
  const link = (parameter: Parameter | undefined, value: string | number): PageLink | undefined =>
    parameter && { value, query: replaceParameter(query, parameter.name, String(value), list) };
  const { limit, mode } = asked;
  switch (mode) {
    case "cursor": {
      const { cursor } = list;
      const last = page.records.at(-1)?.key;
      const first = page.records[0]?.key;
      const token = (parameter: Parameter | undefined, key: string | undefined): string | number => {
        const isNumber = parameter && schemaShape(schemas, parameter.schema.json).types.has("integer");
        if (isNumber && cursor?.kind === "token") return end;
        return cursor?.kind === "id" ? (key ?? "") : pageToken(key ?? "");
      };
      return {
        next: hasNext ? link(cursor?.after, token(cursor?.after, page.next ?? last)) : undefined,
        previous: hasPrevious ? link(cursor?.before, token(cursor?.before, first)) : undefined,
        first: { value: "", query: withoutParameters(query, cursorNames(list)) },
        last: undefined,
      };
    }
    case "page": {
      const parameter = list.page?.parameter;
      const first = list.page?.first ?? 1;
      const lastPage = first + Math.max(0, Math.ceil(page.total / (limit ?? Math.max(1, page.total))) - 1);
      return {
        next: hasNext ? link(parameter, asked.page + 1) : undefined,
        previous: asked.page > first ? link(parameter, Math.min(asked.page - 1, lastPage)) : undefined,
        first: link(parameter, first),
        last: link(parameter, lastPage),
      };
    }
    case "offset": {
      const size = limit ?? Math.max(1, page.total);
      const from = list.firstOffset;
      return {
        next: hasNext ? link(list.offset, from + end) : undefined,
        previous: hasPrevious ? link(list.offset, from + Math.max(0, page.start - size)) : undefined,
        first: link(list.offset, from),
        last: link(list.offset, from + Math.max(0, Math.ceil(page.total / size) - 1) * size),
      };
    }
    case "none":
      return { next: undefined, previous: undefined, first: undefined, last: undefined };
  }
}

/** The query with one parameter set; both cursors never stand together. */
function replaceParameter(query: string, name: string, value: string, list: ListConvention): string {
  const cursors = cursorNames(list);
  const kept = withoutParameters(query, cursors.includes(name) ? cursors : [name]);
  return `${kept}${kept === "" ? "" : "&"}${percentEncode(name)}=${percentEncode(value)}`;
}

function cursorNames({ cursor }: ListConvention): readonly string[] {
  return [cursor?.after?.name, cursor?.before?.name].filter((name) => name !== undefined);
}

function withoutParameters(query: string, names: readonly string[]): string {
  return parseQueryPairs(query)
    .filter((pair) => !names.includes(pair.name))
    .map((pair) => `${percentEncode(pair.name)}=${pair.raw}`)
    .join("&");
}
