import { createHash } from "node:crypto";
import fs from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type CollectionOptions,
  checkCollectionName,
  type RecordStore,
  type StoreEdits,
  type TakenEdit,
} from "../record-store.js";
import type { StoreError } from "../store-error.js";
import { DirectoryLock } from "./directory-lock.js";
import { errorCode, FILES_FOLDER, fileProblem, linkedFolder } from "./file-problem.js";
import { FoldSchedule, type FoldTiming } from "./fold-schedule.js";
import { foldTogether } from "./fold-together.js";
import { JsonCollection, type JsonDirectory } from "./json-collection.js";
import { holdsRecords, type KeptCollection, readKeptCollections, snapshotPath } from "./kept-collection.js";
import { SequenceFile } from "./sequence-file.js";
import { type Outage, WriteOutage } from "./write-outage.js";

export interface JsonStoreOptions {
  /** Created if it does not exist. */
  readonly directory: string;
  /** `os`: a write is acknowledged when the operating system has it. `disk`: when it is on disk. */
  readonly durability: "os" | "disk";
  /** Called for problems in the background that no request reports. They lose no acknowledged write. */
  readonly onProblem?: (error: StoreError) => void;
  /** Called when writing files begins to fail, and when it works again. Each failed request also gets its own error. */
  readonly onOutage?: (outage: Outage) => void;
}

/**
 * A store in a directory of JSON files. `<collection>.json` is an array with one record a line. People can read it, and
 * edit it while no server runs. `<collection>.journal.jsonl` has the newer writes until they are folded into that file.
 * @throws StoreError `STORE_LOCKED`, `STORE_CORRUPT`, `STORE_UNREADABLE`, `STORE_UNWRITABLE`, `STORE_FULL`; no file has
 * changed then.
 */
export async function openJsonStore(options: JsonStoreOptions, timing: Partial<FoldTiming> = {}): Promise<RecordStore> {
  const { directory, durability, onProblem = () => undefined, onOutage = () => undefined } = options;
  makeDirectory(directory);
  const lock = await DirectoryLock.acquire(directory);
  try {
    const fileNames = fs.readdirSync(directory);
    refuseLinkedFolder(resolve(directory, FILES_FOLDER));
    const sequences = new SequenceFile(directory, fileNames.includes(SequenceFile.fileName));
    const shared: JsonDirectory = {
      directory,
      lock,
      durability,
      sequences,
      open: new Set(),
      schedule: new FoldSchedule(timing, (collections) => foldTogether(collections, shared), onProblem),
      outage: new WriteOutage(onOutage),
      onProblem,
      filled: undefined,
      isClosed: false,
    };
    return new JsonStore(readKeptCollections(directory, fileNames), shared);
  } catch (error) {
    lock.release();
    throw fileProblem("read", directory, error);
  }
}

class JsonStore implements RecordStore {
  readonly #shared: JsonDirectory;
  readonly #collections: Map<string, JsonCollection> = new Map();
  /** Collections that were read but not opened yet, by file stem. */
  readonly #kept: Map<string, KeptCollection>;
  #closing: Promise<void> | undefined;

  constructor(kept: Map<string, KeptCollection>, shared: JsonDirectory) {
    this.#kept = kept;
    this.#shared = shared;
  }

  get names(): readonly string[] {
    const opened = [...this.#collections.values()].filter(({ size }) => size > 0).map(({ name }) => name);
    const others = [...this.#kept].filter(([, kept]) => holdsRecords(kept)).map(([stem]) => stem);
    return [...opened, ...others].sort();
  }

  collection(name: string, options: CollectionOptions = {}): JsonCollection {
    const known = this.#collections.get(name);
    if (known !== undefined) return known;
    checkCollectionName(name);
    const stem = fileStem(name);
    const file = snapshotPath(this.#shared.directory, stem);
    const kept = this.#kept.get(stem) ?? { file, elements: [], version: undefined, entries: [], parts: [] };
    const collection = new JsonCollection(name, stem, kept, options.keyOf, this.#shared);
    this.#kept.delete(stem);
    this.#collections.set(name, collection);
    return collection;
  }

  get edits(): StoreEdits {
    const collections = [...this.#collections.values()];
    return {
      files: collections.map(({ file }) => file),
      take: async () => {
        const taken: TakenEdit[] = [];
        for (const collection of collections) {
          const { file } = collection;
          try {
            const records = await collection.takeEdit();
            if (records !== undefined) taken.push({ file, result: { records } });
          } catch (problem) {
            taken.push({ file, result: { problem } });
          }
        }
        return taken;
      },
    };
  }

  async fill<T>(work: () => Promise<T>): Promise<T> {
    const filled = new Set<JsonCollection>();
    this.#shared.filled = filled;
    try {
      return await work();
    } finally {
      this.#shared.filled = undefined;
      await this.#shared.schedule.fold([...filled]);
    }
  }

  announce(url: string): void {
    this.#shared.lock.announce(url);
  }

  close(): Promise<void> {
    this.#shared.isClosed = true;
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { lock, schedule, outage } = this.#shared;
    const collections = [...this.#collections.values()];
    try {
      await Promise.all(collections.map((collection) => collection.settle()));
      await schedule.stop();
      const unfolded = collections.filter(({ journalLength }) => journalLength > 0);
      await schedule.fold(unfolded);
    } finally {
      for (const collection of collections) collection.closeFiles();
      lock.release();
      outage.close();
    }
  }
}

/** Through a link the server would write and delete files in another place. */
function refuseLinkedFolder(folder: string): void {
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) throw linkedFolder(folder);
}

function makeDirectory(directory: string): void {
  const missing: string[] = [];
  for (let path = resolve(directory); !fs.existsSync(path); path = dirname(path)) missing.unshift(path);
  // Creates one level at a time. Node's recursive mkdir never returns below file systems that cannot create folders,
  // such as /proc.
  for (const path of missing) {
    try {
      fs.mkdirSync(path);
    } catch (error) {
      // Another server may have created it in the meantime.
      if (errorCode(error) !== "EEXIST") throw fileProblem("write", directory, error);
    }
  }
}

/** File systems limit names to 255 bytes. A longer name is cut and ends in a hash of the whole name. */
function fileStem(name: string): string {
  if (name.length <= STEM_LENGTH) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 16);
  return `${name.slice(0, STEM_LENGTH - hash.length - 1)}-${hash}`;
}

const STEM_LENGTH = 200;
