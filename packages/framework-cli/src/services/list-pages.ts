import type { ContractList } from "./contract-options.js";

type Query = Readonly<Record<string, unknown>>;

/** Which page is asked for. */
export interface PageAsked {
  readonly query: Query;
  readonly mode: "page" | "offset" | "cursor" | "none";
  /** Records a page; `undefined`: no end. */
  readonly limit: number | undefined;
  readonly offset: number;
  readonly page: number;
  /** The id of the record before the page, or after it. */
  readonly after: string | undefined;
  readonly before: string | undefined;
}

/** How the neighbouring pages are asked for: the parameter's value, and the whole query. */
export interface PageLinks {
  readonly next: string | number | undefined;
  readonly previous: string | number | undefined;
  /** `?page=3&limit=20`; relative to the list's own URL. */
  readonly nextUrl: string | undefined;
  readonly previousUrl: string | undefined;
  readonly firstUrl: string | undefined;
  /** `undefined` also where pages are asked for by cursor. */
  readonly lastUrl: string | undefined;
}

export function pageAsked({ limit, offset, firstOffset = 0, page, cursor }: ContractList, query: Query): PageAsked {
  const sizes = [limit?.parameter, ...(limit?.also ?? [])].map((name) => numberAt(query, name));
  const wanted = sizes.find((one) => one !== undefined) ?? limit?.usual;
  const size = limit?.most === undefined ? wanted : Math.min(wanted ?? limit.most, limit.most);
  const number = numberAt(query, page?.parameter) ?? page?.first ?? 1;
  const start = numberAt(query, offset);
  const skipped = start === undefined ? undefined : Math.max(0, start - firstOffset);
  const after = cursorAt(query, cursor?.after, cursor?.kind);
  const before = cursorAt(query, cursor?.before, cursor?.kind);
  const isCounted = typeof after === "number";
  const pageOffset = page && size !== undefined ? bounded((number - page.first) * size) : 0;
  const asksPage = page !== undefined && query[page.parameter] !== undefined;
  return {
    query,
    mode:
      cursor?.after !== undefined && skipped === undefined && !asksPage
        ? "cursor"
        : page
          ? "page"
          : offset
            ? "offset"
            : "none",
    limit: size,
    offset: isCounted ? after : (skipped ?? pageOffset),
    page: number,
    after: isCounted ? undefined : after,
    before: typeof before === "number" ? undefined : before,
  };
}

export function pageLinks(
  { offset, firstOffset = 0, page, cursor }: ContractList,
  { query, mode, limit, page: number }: PageAsked,
  rows: {
    readonly first: unknown;
    readonly last: unknown;
    readonly start: number;
    readonly end: number;
    readonly total: number;
    readonly hasMore: boolean;
  },
): PageLinks {
  const cursors = [cursor?.after, cursor?.before];
  const without = (replaced: readonly (string | undefined)[]): [string, string][] =>
    Object.entries(query).flatMap(([name, one]): [string, string][] => {
      if (replaced.includes(name) || one === undefined || one === null) return [];
      return [one].flat().map((item) => [name, typeof item === "object" ? JSON.stringify(item) : String(item)]);
    });
  const link = (parameter: string | undefined, value: string | number | undefined): Link | undefined => {
    if (parameter === undefined || value === undefined) return undefined;
    const others = without(cursors.includes(parameter) ? cursors : [parameter]);
    return { value, url: `?${new URLSearchParams([...others, [parameter, String(value)]])}` };
  };
  const token = (id: unknown): string | undefined => {
    if (id === undefined) return undefined;
    // Opaque, so that clients do not take it for an id.
    return cursor?.kind === "id" ? String(id) : Buffer.from(String(id)).toString("base64url");
  };
  const hasPrevious = rows.start > 0;
  const size = limit ?? Math.max(1, rows.end - rows.start);
  const lastPage = Math.max(0, Math.ceil(rows.total / size) - 1);
  const [next, previous, first, last] = ((): readonly (Link | undefined)[] => {
    switch (mode) {
      case "cursor":
        return [
          rows.hasMore ? link(cursor?.after, token(rows.last)) : undefined,
          hasPrevious ? link(cursor?.before, token(rows.first)) : undefined,
          { value: "", url: `?${new URLSearchParams(without(cursors))}` },
        ];
      case "page": {
        const begin = page?.first ?? 1;
        const to = (at: number): Link | undefined => link(page?.parameter, at);
        return [
          rows.hasMore ? to(number + 1) : undefined,
          number > begin ? to(number - 1) : undefined,
          to(begin),
          to(begin + lastPage),
        ];
      }
      case "offset": {
        const to = (start: number): Link | undefined => link(offset, firstOffset + start);
        return [
          rows.hasMore ? to(rows.end) : undefined,
          hasPrevious ? to(Math.max(0, rows.start - size)) : undefined,
          to(0),
          to(lastPage * size),
        ];
      }
      case "none":
        return [];
    }
  })();
  return {
    next: next?.value,
    previous: previous?.value,
    nextUrl: next?.url,
    previousUrl: previous?.url,
    firstUrl: first?.url,
    lastUrl: last?.url,
  };
}

interface Link {
  readonly value: string | number;
  readonly url: string;
}

/** No list is longer, and answers that tell their page are often described with 32 bits. */
const MOST = 2 ** 31 - 1;

function bounded(count: number): number {
  return Math.min(Math.max(0, Math.floor(count)), MOST);
}

function numberAt(query: Query, parameter: string | undefined): number | undefined {
  const value = parameter === undefined ? undefined : query[parameter];
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && number >= 0 ? bounded(number) : undefined;
}

function cursorAt(
  query: Query,
  parameter: string | undefined,
  kind: "id" | "token" | undefined,
): string | number | undefined {
  const value = parameter === undefined ? undefined : query[parameter];
  if (value === undefined || value === null || value === "") return undefined;
  if (kind === "id") return String(value);
  return typeof value === "number" ? value : Buffer.from(String(value), "base64url").toString();
}
