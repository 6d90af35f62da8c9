import { existsSync } from "node:fs";
import { join } from "node:path";
import { decodePercent } from "@onespec/http-contract";
import type { MockOptions } from "../../config/mock-options.js";
import {
  FILES_COLLECTION,
  type FileReferences,
  type FileService,
  fromReference,
  toReference,
} from "../../model/files.js";
import { type ContentStorage, Contents } from "../../store/contents.js";
import { FILES_FOLDER } from "../../store/json/file-problem.js";
import type { RecordCollection, RecordStore, StoredRecord } from "../../store/record-store.js";

export interface FileOptions extends Pick<MockOptions, "memory" | "dataDir" | "durability"> {
  /** Set if the store itself keeps contents. */
  readonly kept?: ContentStorage | undefined;
}

/** @param references all references to files, in any state that can be restored */
export function createFileService(
  { memory, dataDir, durability, kept }: FileOptions,
  references: () => Promise<readonly StoredRecord[]>,
): FileService {
  let opened: Promise<Contents> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;

  const contents = (): Promise<Contents> => {
    opened ??= storage().then((found) => new Contents(found, sweepSoon));
    return opened;
  };
  const storage = async (): Promise<ContentStorage> => {
    if (kept) return kept;
    if (memory) return (await import("./memory-contents.js")).createMemoryContents();
    const { diskContents } = await import("./disk-contents.js");
    return diskContents(join(dataDir, FILES_FOLDER), durability === "disk");
  };
  const sweep = async (read: () => Promise<readonly StoredRecord[]>): Promise<void> => {
    // All references are read at once, because one may move from one state to another.
    const used = async (): Promise<ReadonlySet<string>> =>
      new Set((await read()).map((one) => toReference(one).digest));
    await (await contents()).keepOnly(used);
  };

  const sweepSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // Files that cannot be deleted now are deleted by the next sweep.
      sweeping = sweep(references).catch(() => undefined);
    }, SWEEP_AFTER_MS);
    timer.unref();
  };

  return {
    contents,
    referencesIn: createFileReferences,
    forgetOrphans,
    sweepSoon,
    sweepLeftovers() {
      if (!memory && kept === undefined && existsSync(join(dataDir, FILES_FOLDER))) sweepSoon();
    },
    received: { create: async () => (await contents()).create() },
    async close(lasting) {
      clearTimeout(timer);
      await sweeping;
      if (opened) await sweep(lasting).catch(() => undefined);
    },
  };
}

/** Wait before a sweep, in milliseconds, so that many deletions cause only one. */
const SWEEP_AFTER_MS = 100;

function createFileReferences(store: RecordStore): FileReferences {
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
      // Deleted last, so that a killed server has the old files or the new ones, never none.
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

/**
 * Removes the references of records that no longer exist. They remain if a server is killed between deleting a record and removing its
 * files. Returns true if there were some.
 */
async function forgetOrphans(references: FileReferences, collections: readonly RecordCollection[]): Promise<boolean> {
  const named = new Map(collections.map((collection) => [collection.name, collection]));
  const { records } = await references.collection.list({});
  const owners = new Set(records.map(({ scope }) => scope[0] ?? ""));
  let isAny = false;
  for (const owner of owners) {
    const [name = "", ...place] = owner.split("/");
    const collection = named.get(name);
    const key = place.pop();
    // Files of a path belong to no record. Files of a collection that is not served now may be needed again.
    if (collection === undefined || key === undefined) continue;
    if ((await collection.get(place.map(decodePercent), decodePercent(key))) !== undefined) continue;
    isAny = (await references.forget(owner)) || isAny;
  }
  return isAny;
}
