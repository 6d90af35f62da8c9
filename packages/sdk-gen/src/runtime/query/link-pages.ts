import { nameInCall, parametersOf } from "../parameters-of.js";
import type { ListSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import type { Answer } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import type { Parameters } from "./query-plan.js";

/** Follows URLs of next pages. Lists whose documented answers tell the next page without one do not bring it along. */
export const linkPages = {
  isUrl: (token: unknown): token is string => typeof token === "string" && /^(https?:\/\/|\/|\?)/i.test(token),
  follow: fromUrl as typeof fromUrl,
  /** The next page in a `Link` header (RFC 8288), or in another one such as `Next-Page`; `undefined` if there is no header. */
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
    if (spec) following[nameInCall(spec)] = typed(value, parameters[nameInCall(spec)], spec.schema);
  }
  return isSame(following, parameters) ? undefined : following;
}

/** Converts a text of a URL to the type of the parameter. */
function typed(value: string, before: unknown, schema: SchemaData | undefined): unknown {
  const type = typeof schema === "object" ? schema.type : undefined;
  const isNumeric = typeof before === "number" || type === "integer" || type === "number";
  if (isNumeric && value !== "" && Number.isFinite(Number(value))) return Number(value);
  return typeof before === "object" && before !== null ? before : value;
}

function linkNext(header: string): string | undefined {
  for (const [, target, parameters = ""] of header.matchAll(/<([^<>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(parameters)) return target;
  return undefined;
}
