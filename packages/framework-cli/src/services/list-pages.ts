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
  const url = (parameter: string, value: string | number): string => {
    const others = without(cursors.includes(parameter) ? cursors : [parameter]);
    return `?${new URLSearchParams([...others, [parameter, String(value)]])}`;
  };
  const link = (
    parameter: string | undefined,
    value: string | number | undefined,
    isThere: boolean,
  ): Link | undefined =>
    isThere && parameter !== undefined && value !== undefined ? { value, url: url(parameter, value) } : undefined;
  const token = (id: unknown): string => (cursor?.kind === "id" ? String(id) : encodeToken(String(id)));
  const hasPrevious = rows.start > 0;
  const size = limit ?? Math.max(1, rows.end - rows.start);
  const lastPage = Math.max(0, Math.ceil(rows.total / size) - 1);
  const [next, previous, first, last] = ((): readonly (Link | undefined)[] => {
    switch (mode) {
      case "cursor":
        return [
          link(cursor?.after, rows.last === undefined ? undefined : token(rows.last), rows.hasMore),
          link(cursor?.before, rows.first === undefined ? undefined : token(rows.first), hasPrevious),
          { value: "", url: `?${new URLSearchParams(without(cursors))}` },
        ];
      case "page":
        return [
          link(page?.parameter, number + 1, rows.hasMore),
          link(page?.parameter, number - 1, number > (page?.first ?? 1)),
          link(page?.parameter, page?.first, true),
          link(page?.parameter, (page?.first ?? 1) + lastPage, true),
        ];
      case "offset":
        return [
          link(offset, firstOffset + rows.end, rows.hasMore),
          link(offset, firstOffset + Math.max(0, rows.start - size), hasPrevious),
          link(offset, firstOffset, true),
          link(offset, firstOffset + lastPage * size, true),
        ];
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
  return typeof value === "number" ? value : decodeToken(String(value));
}

/** An opaque text, so that clients do not take it for an id. */
function encodeToken(id: string): string {
  return Buffer.from(id).toString("base64url");
}

function decodeToken(token: string): string {
  return Buffer.from(token, "base64url").toString();
}
