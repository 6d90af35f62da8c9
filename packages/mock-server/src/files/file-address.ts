import type { Operation, Resource } from "@onespec/spec-core";
import { addressReader, type RecordAddress } from "../behaviour/record-address.js";
import { filledPath } from "../behaviour/state-key.js";
import type { MockContext } from "../server/mock-context.js";
import type { StoredRecord } from "../store/record-store.js";
import { recordOwner } from "./record-owner.js";

/** Whose files a path is about: those of a record or, where no record stands before it, of the path itself. */
export interface FileAddress {
  readonly owner: string;
  /** What stands behind the record in the path, filled in: `photo` of `/pets/7/photo`. */
  readonly at: string;
}

/** Reads the address out of a path; `undefined` when the record that it names is not there. */
export type FileAddressReader = (texts: Readonly<Record<string, string>>) => Promise<FileAddress | undefined>;

export function fileAddressReader(context: MockContext, operation: Operation): FileAddressReader {
  const holder = recordHolder(context, operation);
  if (!holder) return async (texts) => ({ owner: filledPath(operation.path, texts), at: "" });
  const { resource, rest } = holder;
  const { schemas, states, seeds } = context;
  const state = states.of(resource);
  const read = addressReader(schemas, states, operation, resource);
  return async (texts) => {
    const address: RecordAddress = read(texts);
    await seeds.fill(resource, address.scope);
    const record: StoredRecord | undefined = await state.find(address, address.key);
    return record && { owner: recordOwner(context, resource, record), at: filledPath(rest, texts) };
  };
}

/** The resource whose item path the operation's path is or begins with, and what follows; the longest wins. */
function recordHolder(
  { api }: MockContext,
  { role, path }: Operation,
): { readonly resource: Resource; readonly rest: string } | undefined {
  const segments = path.split("/");
  const fits = ({ itemPath }: Resource): boolean => {
    const own = itemPath?.split("/") ?? [];
    return own.length > 0 && own.length <= segments.length && own.every((part, index) => isSame(part, segments[index]));
  };
  const candidates =
    "resource" in role && role.kind !== "create" && fits(role.resource) ? [role.resource] : api.resources;
  const [resource] = candidates.filter(fits).sort((a, b) => depth(b) - depth(a));
  return resource && { resource, rest: segments.slice(depth(resource)).join("/") };
}

function depth({ itemPath = "" }: Resource): number {
  return itemPath.split("/").length;
}

/** Parameters may be spelled differently in two paths. */
function isSame(a: string, b: string | undefined): boolean {
  return a === b || (a.startsWith("{") && b?.startsWith("{") === true);
}
