import type { FileStore } from "@onespec/http-contract";
import { percentEncode } from "@onespec/spec-core";
import type { Contents } from "../store/contents.js";
import type { JsonObject, RecordCollection, RecordStore, StoredRecord } from "../store/record-store.js";

/** The uploaded files of one state, by owner. An owner is a record or a path. */
export interface FileReferences {
  readonly collection: RecordCollection;
  /** The files of an owner, in the order of upload. */
  of(owner: string): Promise<readonly FileReference[]>;
  /** Stores these files. Replaces files that the owner has at the same path under the same names. */
  put(owner: string, at: string, files: readonly NewFile[]): Promise<void>;
  /** Removes the owner's files at a path, and remembers that they were deleted. */
  remove(owner: string, at: string): Promise<void>;
  /** Removes every trace of an owner's files. Returns true if there were any. */
  forget(owner: string): Promise<boolean>;
}

export type NewFile = Pick<FileReference, "part" | "index" | "name" | "type" | "size" | "digest">;

/** The uploaded files of one server, in all its states. Its code is loaded when the first file arrives. */
export interface FileService {
  /** Takes the large files of requests. */
  readonly received: FileStore;
  contents(): Promise<Contents>;
  /** The file references of a state. */
  referencesIn(store: RecordStore): FileReferences;
  /** Removes the files of deleted records. Returns true if there were any. */
  forgetOrphans(references: FileReferences, collections: readonly RecordCollection[]): Promise<boolean>;
  /** Call this when a file may have lost its last reference. Unused contents are removed a little later. */
  sweepSoon(): void;
  /** Removes unused files from the folder of contents, if there is one. A server that was killed may have left some. */
  sweepLeftovers(): void;
  /** @param lasting returns the file references that stay stored after the server stops */
  close(lasting: () => Promise<readonly StoredRecord[]>): Promise<void>;
}

/** An uploaded file of a record or a path. Its bytes are in `Contents`. */
export interface FileReference {
  /** The record or path that has the file. */
  readonly owner: string;
  /** The path below the owner: `photo` for `/pets/7/photo`. `""`: the owner's own path. */
  readonly at: string;
  /** Name of the form field. `""`: the file was the whole body. */
  readonly part: string;
  /** Position among files with the same name, from 0. */
  readonly index: number;
  /** The file name that the client sent. */
  readonly name: string | undefined;
  /** Media type, without parameters. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the content. `""`: a client deleted the file. */
  readonly digest: string;
  /** Counts uploads: the newest file has the highest number. */
  readonly order: number;
}

/**
 * Each reference is a record of this collection. Sessions, snapshots and resets therefore include files without special
 * code.
 */
export const FILES_COLLECTION = "_files";

export function toReference({ scope, value }: StoredRecord): FileReference {
  return { ...(value as JsonObject & FileReference), owner: scope[0] ?? "" };
}

export function fromReference({ owner, at, part, index, ...rest }: FileReference): StoredRecord {
  const key = [at, part, String(index)].map(percentEncode).join("#");
  return { key, scope: [owner], value: { key, at, part, index, ...rest } };
}
