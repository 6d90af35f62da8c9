import type { Operation, OperationResponse, Resource } from "@onespec/spec-core";
import type { AddressOptions } from "../../contract/addresses.js";

/** How the address of a record just made is told; `undefined` where the description promises no `Location`. */
export function planLocation(
  { path }: Operation,
  { itemPath }: Resource,
  response: OperationResponse | undefined,
): AddressOptions | undefined {
  const header = response?.headers.find(({ name }) => name.toLowerCase() === "location");
  if (header === undefined) return undefined;
  const { json } = header.schema;
  const isAbsolute = typeof json === "object" && (json.format === "uri" || json.format === "url");
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
