import { nameInCall, parametersOf } from "../operation-facts.js";
import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import type { Answer, ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { typesOf } from "../validate/types-of.js";
import { valueAt } from "../value-at.js";
import { numberedParameter } from "./list-call.js";
import type { Parameters } from "./query-plan.js";
import type { Progress } from "./read-pages.js";
import { pagingParameter, shownPaging } from "./shown-paging.js";

/**
 * The parameters for the page after the last record, for lists with a has-more flag. Only lists with a cursor import
 * it. @param more the flag; `undefined` if there is none
 */
export function cursorPages(
  { id }: ResourceSpec,
  { cursor }: ListSpec,
  parameters: Parameters,
  records: readonly unknown[],
  more: unknown,
): Parameters | undefined {
  if (cursor?.kind !== "id" || !id || more === undefined) return undefined;
  const last = valueAt(records.at(-1), id);
  return last === undefined ? undefined : { ...parameters, [cursor.parameter]: last };
}

/**
 * The parameters of the next page by counting, if the page is not the last one. Lists with an offset or with page numbers bring it along.
 * @param more a has-more flag
 */
export function countedPage(
  context: ClientContext,
  list: ListSpec,
  parameters: Parameters,
  { records, read, total, isTrial }: Progress,
  more: unknown,
): Parameters | undefined {
  const { page, offset, limit } = list;
  const size = Number(limit && parameters[limit.parameter]);
  if (total === undefined ? more !== true && records.length < size && !isTrial : read >= total) return undefined;
  // If a list has both, only one of them belongs to the size. If the caller gave a page number, the next one follows
  // it.
  const number = page && parameters[page.parameter];
  const [name = "", next] =
    page && (!offset || number !== undefined)
      ? [page.parameter, Number(number ?? page.first ?? list.numbers?.first(context, list) ?? 0) + 1]
      : [offset, Number(parameters[offset ?? ""] ?? 0) + records.length];
  return { ...parameters, ...numberedParameter(list, name, next) };
}

/**
 * True if the server may have limited the page size without saying so. No page was larger so far, and the length is a
 * usual limit such as 100. Only lists without a documented maximum import it.
 */
export function cappedPages(context: ClientContext, list: ListSpec, parameters: Parameters, length: number): boolean {
  const start = pagingParameter(list);
  // Some servers have another size for the first page, if it is asked for without a start.
  const kinds = (start in parameters ? [start] : ["", start]).map((kind) => shownPaging(context, list, kind));
  const [{ largest = 10 } = {}] = kinds;
  for (const shown of kinds) if (length > largest) shown.largest = length;
  return (
    length >= largest &&
    length < Number(parameters[list.limit?.parameter ?? ""]) &&
    [5, 8, 12].some((step) => length % step === 0)
  );
}

/** Finds the number of the first page. Only lists whose description does not give it import it. */
export const pageNumbers = {
  /** Absent until a second page is read. */
  first: (context: ClientContext, list: ListSpec): number | undefined => shownPaging(context, list, "first page").first,
  /** Learns from the second page that is read, asked for as page 1. @returns the parameters of page 2, if page 1 is the first one */
  learn(context: ClientContext, list: ListSpec, parameters: Parameters, hasRepeated: boolean): Parameters | undefined {
    const { parameter = "" } = list.page ?? {};
    const shown = shownPaging(context, list, "first page");
    if (Number(parameters[parameter]) !== 1 || shown.first !== undefined) return undefined;
    shown.first = hasRepeated ? 1 : 0;
    return hasRepeated ? { ...parameters, ...numberedParameter(list, parameter, 2) } : undefined;
  },
};

/**
 * Follows URLs of next pages. Lists whose documented answers identify the next page in another way do not import it.
 */
export const linkPages = {
  isUrl: (token: unknown): token is string => typeof token === "string" && /^(https?:\/\/|\/|\?)/i.test(token),
  follow: fromUrl as typeof fromUrl,
  /**
   * The next page in a `Link` header (RFC 8288), or in another header such as `Next-Page`. `undefined` if there is no
   * header.
   */
  inHeader(
    answer: Answer,
    list: ListSpec,
    parameters: Parameters,
  ): { readonly next: Parameters | undefined } | undefined {
    const { headers } = answer;
    const header = headers.get("link");
    const link = (header && linkNext(header)) || OTHERS.map((name) => headers.get(name)).find(Boolean);
    if (linkPages.isUrl(link)) return { next: fromUrl(link, answer, list, parameters) };
    if (link && list.cursor) return { next: { ...parameters, [list.cursor.parameter]: link } };
    return header ? { next: undefined } : undefined;
  },
};

/** Headers with the URL or the token of the next page: Kinto's `Next-Page`, Azure's `x-ms-continuation`. */
const OTHERS = ["next-page", "x-next-page", "x-next-cursor", "x-next-token", "x-ms-continuation"];

/** The parameters of a next URL. Ignores its host, because servers behind a proxy report a wrong one. */
function fromUrl(
  text: string,
  { response }: Answer,
  { operation }: ListSpec,
  parameters: Parameters,
): Parameters | undefined {
  const here = response.url || "http://localhost/";
  if (!URL.canParse(text, here)) return undefined;
  const url = new URL(text, here);
  const following: Record<string, unknown> = { ...parameters };
  for (const [name, value] of url.searchParams) {
    const spec = parametersOf(operation).find((parameter) => parameter.in === "query" && parameter.name === name);
    const before = spec && parameters[nameInCall(spec)];
    // A list or an object stays as the caller wrote it.
    if (!spec || (before && typeof before === "object")) continue;
    const { schema = true } = spec;
    following[nameInCall(spec)] = typesOf(schema).has("array")
      ? url.searchParams.getAll(name)
      : typed(value, before, schema);
  }
  return isSame(following, parameters) ? undefined : following;
}

/** Converts a text of a URL to the type of the parameter. */
function typed(value: string, before: unknown, schema: SchemaData): unknown {
  const type = typeof schema === "object" ? schema.type : undefined;
  const isNumeric = typeof before === "number" || type === "integer" || type === "number";
  return isNumeric && value !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

function linkNext(header: string): string | undefined {
  for (const [, target, parameters = ""] of header.matchAll(/<([^<>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(parameters)) return target;
  return undefined;
}
