import { percentEncode } from "@onespec/spec-core";
import type { ActionRequest } from "../app/action.js";

type Asked = Pick<ActionRequest, "url" | "headers">;

/** The address of a record just made: the collection's own path and the id, for `Location` (RFC 9110, section 10.2.2). */
export function recordAddress(request: Asked, id: string): string {
  return `${pathOf(request).replace(/(?<!\/)\/+$/, "")}/${percentEncode(id)}`;
}

/** The absolute URL of another page of the list that was asked for; `undefined` when there is none. @param query `?page=2` */
export function pageAddress(request: Asked, query: string | undefined): string | undefined {
  if (query === undefined) return undefined;
  const host: unknown = request.headers.host;
  return `${typeof host === "string" ? `http://${host}` : ""}${pathOf(request)}${query}`;
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
