import type { RecordCollection, RecordStore } from "../store/record-store.js";
import { FILES_COLLECTION, type FileReference, fromReference, toReference } from "./file-reference.js";

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

export function createFileReferences(store: RecordStore): FileReferences {
  const collection = store.collection(FILES_COLLECTION, {
    keyOf: ({ key }) => (typeof key === "string" ? key : undefined),
  });
  const all = async (owner: string) => (await collection.list({ scope: [owner] })).records;
  const references: FileReferences = {
    collection,
    async of(owner) {
      return (await all(owner)).map(toReference).sort((a, b) => a.order - b.order);
    },
    async put(owner, at, files) {
      const parts = new Set(files.map(({ part }) => part));
      const before = (await all(owner)).filter((record) => {
        const known = toReference(record);
        return known.at === at && (parts.has(known.part) || known.digest === "");
      });
      const put = new Set<string>();
      for (const file of files) {
        const record = fromReference({ ...file, owner, at, order: await collection.nextNumber() });
        put.add(record.key);
        await collection.put(record);
      }
      // Last: a server that is killed before has the files of before or these, never none.
      for (const { scope, key } of before) if (!put.has(key)) await collection.delete(scope, key);
    },
    async remove(owner, at) {
      const before = (await all(owner)).filter((record) => toReference(record).at === at);
      const order = await collection.nextNumber();
      const gone = { part: "", index: 0, name: undefined, type: "", size: 0, digest: "" };
      const record = fromReference({ ...gone, owner, at, order });
      await collection.put(record);
      for (const { scope, key } of before) if (key !== record.key) await collection.delete(scope, key);
    },
    async forget(owner) {
      const records = await all(owner);
      for (const { scope, key } of records) await collection.delete(scope, key);
      return records.length > 0;
    },
  };
  return references;
}
