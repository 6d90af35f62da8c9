import { createHash } from "node:crypto";
import { uriText } from "@onespec/http-contract";
import { percentEncode } from "@onespec/spec-core";
import type { ActionRequest } from "../action/action.js";

type Asked = Pick<ActionRequest, "url" | "headers">;

/** The address of records relative to the path that creates them. */
export interface AddressOptions {
  /** The way from that path to what is before the id: `../user` of `POST /users` and `/user/{id}`. Default: the path itself. */
  readonly below?: string;
  /** A URL with its scheme, where the description says that it is one. */
  readonly isAbsolute?: boolean;
}

/** The address of a record just made, for `Location` (RFC 9110, section 10.2.2). */
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
  return isAbsolute ? `${originOf(request)}${path}` : path;
}

/** The absolute URL of another page of the list that was asked for; `undefined` when there is none. @param query `?page=2` */
export function pageAddress(request: Asked, query: string | undefined): string | undefined {
  if (query === undefined) return undefined;
  return uriText(`${originOf(request)}${pathOf(request)}${query}`);
}

function originOf({ headers }: Asked): string {
  const host: unknown = headers.host;
  return typeof host === "string" ? `http://${host}` : "";
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

/** The longest text that a key column holds on every database. */
const LONGEST_PLACE = 255;

/** The key of what is kept for a path: the path itself, or a hash of a long one. */
export function keyOfPlace(path: string): string {
  return path.length <= LONGEST_PLACE ? path : `#${createHash("sha256").update(path).digest("hex")}`;
}
