import { createHash } from "node:crypto";
import { linkHeader, uriText } from "@onespec/http-contract";
import { type PageHeaderFact, percentEncode } from "@onespec/spec-core";
import type { ActionRequest } from "../action/action.js";
import type { ContractPage } from "./list-records.js";

type Asked = Pick<ActionRequest, "url" | "origin">;

/** The address of records relative to the path that creates them. */
export interface AddressOptions {
  /**
   * The relative path to the part before the id: `../user` for `POST /users` and `/user/{id}`. Default: the path
   * itself.
   */
  readonly below?: string;
  /** True if the description says that the value is a URL with its scheme. */
  readonly isAbsolute?: boolean;
}

/** The address of a new record, for `Location` (RFC 9110, section 10.2.2). */
export function recordAddress(
  request: Asked,
  id: string,
  { below = "", isAbsolute = false }: AddressOptions = {},
): string {
  const segments = pathOf(request)
    .replace(/(?<!\/)\/+$/, "")
    .split("/");
  for (const step of below.split("/")) {
    if (step === "..") segments.pop();
    else if (step !== "") segments.push(step);
  }
  const path = [...segments, percentEncode(id)].join("/");
  return isAbsolute ? `${request.origin}${path}` : path;
}

/** The absolute URL of another page of the requested list. `undefined` if there is none. @param query `?page=2` */
export function pageAddress(request: Asked, query: string | undefined): string | undefined {
  if (query === undefined) return undefined;
  return uriText(`${request.origin}${pathOf(request)}${query}`);
}

/** The headers that describe the page of an answer, by name. `linkOrSelf` is for a required `Link`. */
export type PageHeaders = Readonly<Record<string, PageHeaderFact | "linkOrSelf">>;

/**
 * The headers that describe the page of a list. Headers without a value are left out.
 * @example return reply(200, page.records, pageHeaders(request, page, { link: "link", "x-total-count": "total" }));
 */
export function pageHeaders(request: Asked, page: ContractPage, names: PageHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, fact]) => {
      const value = pageFact(request, page, fact);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

function pageFact(
  request: Asked,
  page: ContractPage,
  fact: PageHeaders[string],
): string | number | boolean | undefined {
  switch (fact) {
    case "link":
      return linkHeader({
        first: pageAddress(request, page.firstUrl),
        prev: pageAddress(request, page.previousUrl),
        next: pageAddress(request, page.nextUrl),
        last: pageAddress(request, page.lastUrl),
      });
    case "linkOrSelf": {
      const [, query] = request.url.split("?");
      const self = pageAddress(request, query === undefined ? "" : `?${query}`);
      return pageFact(request, page, "link") ?? linkHeader({ self });
    }
    case "range":
      return `items ${page.count === 0 ? "*" : `${page.offset}-${page.offset + page.count - 1}`}/${page.total}`;
    default:
      return page[fact];
  }
}

/** The query parameters that were sent, without those that only have a default: a default does not ask for a filter. */
export function sentQuery({ url, query }: Pick<ActionRequest, "url" | "query">): Readonly<Record<string, unknown>> {
  const names = new Set([...new URLSearchParams(url.split("?")[1] ?? "").keys()].map((name) => name.split("[", 1)[0]));
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => names.has(name) || names.has(name.split("[", 1)[0])),
  );
}

function pathOf({ url }: Asked): string {
  return url.split("?", 1)[0] ?? url;
}

/** The longest text that a key column can store on every database. */
const LONGEST_PLACE = 255;

/** The key of the state at a path: the path itself, or the hash of a long one. */
export function keyOfPlace(path: string): string {
  return path.length <= LONGEST_PLACE ? path : `#${createHash("sha256").update(path).digest("hex")}`;
}
