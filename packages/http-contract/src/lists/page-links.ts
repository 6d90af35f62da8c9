import { percentEncode } from "@onespec/spec-core";
import type { QueryPair } from "../wire/text-values.js";
import { type PageRequest, type Paging, pageToken } from "./paging.js";

/** How a neighbouring page is asked for. */
export interface PageLink {
  /** The value of the parameter that selects the page: a cursor, a page number or an offset. */
  readonly value: string | number;
  /** The query that leads there, without `?`. */
  readonly query: string;
}

export interface PageLinks {
  readonly next: PageLink | undefined;
  readonly previous: PageLink | undefined;
  readonly first: PageLink | undefined;
  /** `undefined` also if pages are requested by cursor. */
  readonly last: PageLink | undefined;
}

/** The page that was answered. */
export interface AnsweredPage {
  /** Records before it. */
  readonly start: number;
  /** Records on it. */
  readonly count: number;
  /** Records on all pages. */
  readonly total: number;
  /** The id that the next page is asked for by. */
  readonly nextId: string | undefined;
  /** The id of the first record. */
  readonly firstId: string | undefined;
}

const NONE: PageLinks = { next: undefined, previous: undefined, first: undefined, last: undefined };

/** The pages next to the answered one. @param query as it was sent */
export function pageLinks(
  { offset, page, cursor }: Paging,
  asked: PageRequest,
  { start, count, total, nextId, firstId }: AnsweredPage,
  query: readonly QueryPair[],
): PageLinks {
  const cursors = [cursor?.after, cursor?.before];
  const hasNext = start + count < total && count > 0;
  const size = asked.limit ?? Math.max(1, total);
  const lastPage = size === 0 ? 0 : Math.max(0, Math.ceil(total / size) - 1);
  const link = (parameter: string | undefined, value: string | number | undefined): PageLink | undefined => {
    if (parameter === undefined || value === undefined) return undefined;
    const others = without(query, cursors.includes(parameter) ? cursors : [parameter]);
    return { value, query: [...others, `${percentEncode(parameter)}=${percentEncode(String(value))}`].join("&") };
  };
  switch (asked.mode) {
    case "cursor": {
      const token = (id: string | undefined): string | undefined =>
        id === undefined || cursor?.kind === "id" ? id : pageToken(id);
      return {
        next: hasNext ? link(cursor?.after, cursor?.kind === "offset" ? start + count : token(nextId)) : undefined,
        // A request has at most one of the two cursors.
        previous: start > 0 ? link(cursor?.before, token(firstId)) : undefined,
        first: { value: "", query: without(query, cursors).join("&") },
        last: undefined,
      };
    }
    case "page": {
      const first = page?.first ?? 1;
      const to = (number: number): PageLink | undefined => link(page?.parameter, number);
      return {
        next: hasNext ? to(asked.page + 1) : undefined,
        previous: asked.page > first ? to(Math.min(asked.page - 1, first + lastPage)) : undefined,
        first: to(first),
        last: to(first + lastPage),
      };
    }
    case "offset": {
      const to = (skipped: number): PageLink | undefined => link(offset, asked.firstOffset + skipped);
      return {
        next: hasNext ? to(start + count) : undefined,
        previous: start > 0 ? to(Math.max(0, start - size)) : undefined,
        first: to(0),
        last: to(lastPage * size),
      };
    }
    case "none":
      return NONE;
  }
}

/** The other parameters of a query as texts. */
function without(query: readonly QueryPair[], names: readonly (string | undefined)[]): readonly string[] {
  return query.filter(({ name }) => !names.includes(name)).map(({ name, raw }) => `${percentEncode(name)}=${raw}`);
}
