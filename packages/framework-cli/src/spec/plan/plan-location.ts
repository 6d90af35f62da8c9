import {
  keywordsOf,
  type Operation,
  type OperationResponse,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import type { AddressOptions } from "../../services/addresses.js";

/** The address of a new record; `undefined` if the description promises no `Location`. */
export function planLocation(
  schemas: SchemaRegistry,
  { path }: Operation,
  { itemPath, roles }: Resource,
  status: number,
  response: OperationResponse | undefined,
): AddressOptions | undefined {
  const header = response?.headers.find(({ name }) => name.toLowerCase() === "location");
  // Without the header a 201 says that the new record is at the path of the request (RFC 9110, section 15.3.2).
  // Paths may go on from that of the record, and none end there.
  const isServed = [roles.read, roles.replace, roles.update, roles.delete].some((one) => one !== undefined);
  if (header === undefined && (status !== 201 || !isServed)) return undefined;
  const isAbsolute = /^ur[il]$/.test(keywordsOf(schemas, header?.schema.json).format ?? "");
  const below = itemPath === undefined ? "" : wayBetween(path, itemPath.slice(0, itemPath.lastIndexOf("/")));
  return { ...(below === "" ? {} : { below }), ...(isAbsolute ? { isAbsolute } : {}) };
}

/** `../user` from `/users` to `/user`; none where that leads through parameters. */
function wayBetween(from: string, to: string): string {
  const [start, end] = [segmentsOf(from), segmentsOf(to)];
  let shared = 0;
  while (shared < start.length && shared < end.length && start[shared] === end[shared]) shared += 1;
  const down = end.slice(shared);
  if (down.some((segment) => segment.includes("{"))) return "";
  return [...start.slice(shared).map(() => ".."), ...down].join("/");
}

function segmentsOf(path: string): string[] {
  return path
    .replace(/\{[^{}]*\}/g, "{}")
    .split("/")
    .filter((segment) => segment !== "");
}
