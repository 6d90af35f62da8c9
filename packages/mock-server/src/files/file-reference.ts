import { percentEncode } from "@onespec/spec-core";
import type { StoredRecord } from "../store/record-store.js";

/** A file that something has: the record at the end of a path, or the path itself. Its bytes lie among the contents. */
export interface FileReference {
  /** What has it. */
  readonly owner: string;
  /** The path below its owner at which it came: `photo` of `/pets/7/photo`; `""`: with the owner itself. */
  readonly at: string;
  /** The part of a form that it was; `""`: the whole body. */
  readonly part: string;
  /** Which one of several under the same name, from 0. */
  readonly index: number;
  /** As the client calls it. */
  readonly name: string | undefined;
  /** Media type, without parameters. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the content; `""`: it was there and a client took it away. */
  readonly digest: string;
  /** Counts up: the last one that came has the highest. */
  readonly order: number;
}

/** Each reference is a record of this collection, so sessions, snapshots and resets treat it as they treat any other. */
export const FILES_COLLECTION = "_files";

export function toReference({ scope, value }: StoredRecord): FileReference {
  return { ...(value as unknown as FileReference), owner: scope[0] ?? "" };
}

export function fromReference({ owner, at, part, index, ...rest }: FileReference): StoredRecord {
  const key = [at, part, String(index)].map(percentEncode).join("#");
  return { key, scope: [owner], value: { key, at, part, index, ...rest } };
}
