import type { OperationResponse } from "../../model/api-description.js";
import type { ListConvention } from "../../model/list-convention.js";

/**
 * The fact about a page that a list's header contains. `link` is `Link` (RFC 8288), `range` is `Content-Range` (RFC
 * 9110).
 */
export type PageHeaderFact =
  | "link"
  | "range"
  | "total"
  | "pages"
  | "page"
  | "limit"
  | "offset"
  | "hasMore"
  | "next"
  | "previous";

/**
 * The first match decides: `X-Total-Pages` counts pages, `X-Total` counts records. Names are matched as lower-case
 * letters, without other characters.
 */
const FACTS: readonly (readonly [RegExp, PageHeaderFact])[] = [
  [/^link$/, "link"],
  [/total.?pages|page.?count|pages$/, "pages"],
  [/^contentrange$/, "range"],
  [/(?:next(?:page)?(?:cursor|token|offset)|aftercursor|nextpage)$/, "next"],
  [/prev(?:ious)?page$/, "previous"],
  [/total|^x?count$|itemcount|resultcount|recordcount/, "total"],
  [/perpage|pagesize|limit$/, "limit"],
  [/offset$/, "offset"],
  [/^x?(?:pagination)?(?:current)?page(?:number)?$/, "page"],
  [/hasmore$|hasnext(?:page)?$/, "hasMore"],
];

export interface PageHeader {
  readonly name: string;
  readonly fact: PageHeaderFact;
  readonly required: boolean;
}

/**
 * The documented headers with facts about a page. `Link` is added for an array with a cursor if nothing else would
 * contain the next cursor.
 */
export function pageHeadersOf(
  { shape, cursor }: ListConvention,
  response: OperationResponse | undefined,
): readonly PageHeader[] {
  const documented = (response?.headers ?? []).flatMap(({ name, required }): PageHeader[] => {
    const fact = pageHeaderFact(name);
    return fact === undefined ? [] : [{ name: name.toLowerCase(), fact, required }];
  });
  const isTold = response?.headers.some(({ name }) => /^link$|next|cursor/i.test(name));
  const isUntold = shape.kind === "array" && cursor?.kind === "token" && !isTold;
  return isUntold ? [...documented, { name: "link", fact: "link", required: false }] : documented;
}

function pageHeaderFact(name: string): PageHeaderFact | undefined {
  const words = name.toLowerCase().replace(/[^a-z]/g, "");
  // Rate limits count requests, not records.
  if (words.includes("rate")) return undefined;
  return FACTS.find(([pattern]) => pattern.test(words))?.[1];
}
