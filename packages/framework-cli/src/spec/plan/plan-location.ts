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
  // Without the header, a 201 means that the new record is at the request's path (RFC 9110, section 15.3.2). This
  // needs an operation at that path: some APIs only have paths below it.
  const isServed = [roles.read, roles.replace, roles.update, roles.delete].some((one) => one !== undefined);
  if (header === undefined && (status !== 201 || !isServed)) return undefined;
  const isAbsolute = /^ur[il]$/.test(keywordsOf(schemas, header?.schema.json).format ?? "");
  const below = itemPath === undefined ? "" : wayBetween(path, itemPath.slice(0, itemPath.lastIndexOf("/")));
  return { ...(below === "" ? {} : { below }), ...(isAbsolute ? { isAbsolute } : {}) };
}

/** The relative path: `../user` from `/users` to `/user`. Empty if parameters would be in between. */
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
