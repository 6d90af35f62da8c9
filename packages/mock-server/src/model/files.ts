import type { FileStore } from "@onespec/http-contract";
import { percentEncode } from "@onespec/spec-core";
import type { Contents } from "../store/contents.js";
import type { JsonObject, RecordCollection, RecordStore, StoredRecord } from "../store/record-store.js";

/** Which files there are in one state, and whose they are. */
export interface FileReferences {
  readonly collection: RecordCollection;
  /** The files of an owner, in the order in which they came. */
  of(owner: string): Promise<readonly FileReference[]>;
  /** Puts these in place of what the owner had at the same path under the same names. */
  put(owner: string, at: string, files: readonly NewFile[]): Promise<void>;
  /** Takes away what the owner has at a path, and remembers that it was there. */
  remove(owner: string, at: string): Promise<void>;
  /** Forgets all that an owner has. `true`: there was something. */
  forget(owner: string): Promise<boolean>;
}

export type NewFile = Pick<FileReference, "part" | "index" | "name" | "type" | "size" | "digest">;

/** The files of one server, of all its states. Nothing of it is loaded before there is one. */
export interface FileService {
  /** Takes the large files of requests. */
  readonly received: FileStore;
  contents(): Promise<Contents>;
  /** The references to files that a state holds. */
  referencesIn(store: RecordStore): FileReferences;
  /** Forgets the files of records that are gone. True if there were some. */
  forgetOrphans(references: FileReferences, collections: readonly RecordCollection[]): Promise<boolean>;
  /** Something may not be referred to any more: lets it go soon. */
  sweepSoon(): void;
  /** Looks at the folder of contents, where there is one: a server that was killed may have left some that nothing refers to. */
  sweepLeftovers(): void;
  /** @param lasting what outlives the server */
  close(lasting: () => Promise<readonly StoredRecord[]>): Promise<void>;
}

/** A file that something has: the record at the end of a path, or the path itself. Its bytes lie among the contents. */
export interface FileReference {
  /** The record or path that has the file. */
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
  return { ...(value as JsonObject & FileReference), owner: scope[0] ?? "" };
}

export function fromReference({ owner, at, part, index, ...rest }: FileReference): StoredRecord {
  const key = [at, part, String(index)].map(percentEncode).join("#");
  return { key, scope: [owner], value: { key, at, part, index, ...rest } };
}
