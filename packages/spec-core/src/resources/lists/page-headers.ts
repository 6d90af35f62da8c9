import type { OperationResponse } from "../../model/api-description.js";
import type { ListConvention } from "../../model/list-convention.js";

/** The fact about a page that a header of a list holds. `link` is `Link` of RFC 8288, `range` is `Content-Range` of RFC 9110. */
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

/** The first that fits decides: `X-Total-Pages` counts pages, `X-Total` records. The name is in small letters alone. */
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

/** The documented headers that tell about a page, and `Link` where a plain array has no other place for the cursor of the next page. */
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
