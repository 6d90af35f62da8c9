import { FILES_COLLECTION } from "../model/files.js";
import {
  type CollectionImage,
  createMemoryShelf,
  type ImageFacts,
  type ImageShelf,
  type KeptImage,
} from "../store/image-shelf.js";
import {
  type Awaitable,
  inOneStep,
  type RecordCollection,
  type RecordStore,
  type StoredRecord,
} from "../store/record-store.js";
import type { Backend } from "./backend.js";

/** How a state is opened. */
interface StateSource {
  /** A session's name; `undefined` for the server's own state. */
  readonly session: string | undefined;
  /** Opens what answers on the state as it is. */
  open(): Promise<Backend>;
  /** Puts the state back to where it began, and opens what answers on it. */
  reopen(): Promise<Backend>;
}

/** How long a reset waits for requests under way before it goes on without them, in milliseconds. */
const DRAIN_MS = 1000;

/** One state with its snapshots and overrides: the server's own, or that of a session. */
export class MockState {
  readonly session: string | undefined;
  readonly overrides: Overrides = new Overrides();
  readonly #source: StateSource;
  readonly #events: ControlEvents;
  /** States that were kept by name. */
  readonly snapshots: ImageShelf;
  #backend: Backend;
  /** Set while the state is being replaced: requests wait for it. */
  #gate: Promise<void> | undefined;
  #underWay = 0;
  #drained: (() => void) | undefined;

  private constructor(source: StateSource, events: ControlEvents, backend: Backend) {
    this.session = source.session;
    this.#source = source;
    this.#events = events;
    this.#backend = backend;
    this.snapshots = backend.store.images ?? createMemoryShelf();
  }

  static async open(source: StateSource, events: ControlEvents): Promise<MockState> {
    return new MockState(source, events, await source.open());
  }

  get backend(): Backend {
    return this.#backend;
  }

  get store(): RecordStore {
    return this.#backend.store;
  }

  get collections(): readonly RecordCollection[] {
    return this.#backend.collections;
  }

  /** Runs work on the state: at once, or when the state that is being replaced is there. */
  run<T>(work: (backend: Backend) => Awaitable<T>): Awaitable<T> {
    if (this.#gate) return this.#gate.then(() => this.run(work));
    const result = work(this.#backend);
    return result instanceof Promise ? this.#count(result) : result;
  }

  async #count<T>(work: Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      return await work;
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) this.#drained?.();
    }
  }

  /** Back to where it began. Snapshots stay, overrides go. */
  reset(): Promise<void> {
    return this.#exclusively(async () => {
      this.overrides.clear();
      this.#backend = await this.#source.reopen();
      this.#tell("reset");
    });
  }

  /** Changes the state while no request is under way; what was remembered beside the store is forgotten. */
  change<T>(work: () => Promise<T>): Promise<T> {
    return this.#exclusively(async () => {
      const result = await inOneStep(this.store, work);
      this.#backend = await this.#source.open();
      return result;
    });
  }

  /** Answers from now on as `open` has it now. State, snapshots and overrides stay. */
  refresh(): Promise<void> {
    return this.#exclusively(async () => {
      this.#backend = await this.#source.open();
      this.#tell("description");
    });
  }

  /** Keeps the state under a name, in place of what was kept there. */
  async save(name: string): Promise<ImageFacts> {
    return this.#exclusively(async () => {
      const image = await inOneStep(this.store, () => takeImage(this.collections));
      await this.snapshots.set(name, image);
      this.#tell("snapshot", name);
      return image;
    });
  }

  /**
   * Overrides go, as in a reset. `undefined`, and nothing changes, when nothing is kept under the name.
   * @param others snapshots that are restored if this state has none of that name
   */
  async restore(name: string, others?: ImageShelf): Promise<ImageFacts | undefined> {
    const image = (await this.snapshots.get(name)) ?? (await others?.get(name));
    if (!image) return undefined;
    return this.#exclusively(async () => {
      await inOneStep(this.store, () => restoreImage(image, this.collections));
      this.overrides.clear();
      // The backend remembers facts of the old state, such as the places that have their seeds.
      this.#backend = await this.#source.open();
      this.#tell("restore", name);
      return image;
    });
  }

  /** The records of a collection now. */
  async keptRecordsOf(name: string): Promise<readonly StoredRecord[]> {
    const collection = this.collections.find((candidate) => candidate.name === name);
    return collection ? (await collection.list({})).records : [];
  }

  /** The same, and what it would hold if a snapshot came back. */
  async recordsOf(name: string): Promise<readonly StoredRecord[]> {
    const kept = [...(await this.keptRecordsOf(name))];
    for (const snapshot of (await this.snapshots.all()).keys()) {
      const image = await this.snapshots.get(snapshot);
      if (image) kept.push(...imageRecordsOf(image, name));
    }
    return kept;
  }

  /** `false` when nothing is kept under the name. */
  forget(name: string): Awaitable<boolean> {
    return this.snapshots.delete(name);
  }

  #tell(type: string, name?: string): void {
    this.#events.emit(type, () => ({ name, session: this.session }));
  }

  /** Runs `work` while no request does; those that come meanwhile wait. */
  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#gate;
    const { promise: done, resolve: open } = withResolvers();
    const gate = before ? before.then(() => done) : done;
    this.#gate = gate;
    try {
      await before;
      await this.#drain();
      return await work();
    } finally {
      if (this.#gate === gate) this.#gate = undefined;
      open();
    }
  }

  async #drain(): Promise<void> {
    if (this.#underWay === 0) return;
    const { promise, resolve } = withResolvers();
    this.#drained = resolve;
    const timer = setTimeout(resolve, DRAIN_MS);
    await promise;
    clearTimeout(timer);
    this.#drained = undefined;
  }
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The state as it is now. */
export async function takeImage(collections: readonly RecordCollection[]): Promise<KeptImage> {
  const images: CollectionImage[] = [];
  for (const collection of collections) {
    const { records } = await collection.list({});
    const lastNumber = (await collection.lastNumber?.()) ?? records.length;
    images.push({ name: collection.name, records, lastNumber });
  }
  const records = images.reduce((sum, image) => sum + (isOperationState(image.name) ? 0 : image.records.length), 0);
  return { takenAt: new Date(), records, collections: images };
}

/** The state in which there is nothing. */
export const EMPTY_IMAGE: Pick<KeptImage, "collections"> = { collections: [] };

/** Puts an image in place of what the collections hold. */
export async function restoreImage(
  { collections: images }: Pick<KeptImage, "collections">,
  collections: readonly RecordCollection[],
): Promise<void> {
  const byName = new Map(images.map((image) => [image.name, image]));
  for (const collection of collections) {
    const { records = [], lastNumber = 0 } = byName.get(collection.name) ?? {};
    await replaceRecords(collection, records, lastNumber);
  }
}

/** The records of a collection in an image. */
function imageRecordsOf({ collections }: KeptImage, name: string): readonly StoredRecord[] {
  return collections.find((image) => image.name === name)?.records ?? [];
}

/** True for collections that hold the state of operations or files, and no records of a resource. */
export function isOperationState(name: string): boolean {
  return name === "_state" || name === FILES_COLLECTION;
}

/** Replaces all records; one by one in a store without `replaceAll`. */
export async function replaceRecords(
  collection: RecordCollection,
  records: readonly StoredRecord[],
  lastNumber: number,
): Promise<void> {
  if (collection.replaceAll) return collection.replaceAll(records, lastNumber);
  const { records: present } = await collection.list({});
  for (const { scope, key } of present) await collection.delete(scope, key);
  for (const record of records) await collection.put(record);
}

/** An answer for the next calls of an operation. */
export interface OverrideRule {
  readonly operationId: string;
  /** Calls it is for; `always`: until it is removed. */
  readonly times: number | "always";
  /** Absent: the operation answers as usual, after the delay and with the headers. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; text when `headers` name another media type and it is a string. */
  readonly body?: unknown;
  /** In milliseconds. */
  readonly delay?: number;
}

interface Override extends OverrideRule {
  readonly id: string;
  /** Calls that are still to come. */
  readonly remaining: number | "always";
}

/** An override that a request got. */
export interface TakenOverride {
  readonly rule: OverrideRule;
  /** Gives the call back: the client disconnected before the answer. */
  giveBack(): void;
  /** The call counts. */
  spend(): void;
}

interface Entry {
  readonly id: string;
  readonly rule: OverrideRule;
  /** In characters. */
  readonly size: number;
  remaining: number | "always";
  /** Calls that are being answered. */
  open: number;
}

/** The overrides of one state, oldest first. */
class Overrides {
  #entries: Entry[] = [];
  #lastId = 0;

  get size(): number {
    return this.#entries.filter(isLeft).length;
  }

  get all(): readonly Override[] {
    return this.#entries.filter(isLeft).map(shown);
  }

  /** Characters of all of them. */
  get content(): number {
    return this.#entries.reduce((sum, { size }) => sum + size, 0);
  }

  /** @param size in characters */
  add(rule: OverrideRule, size: number): Override {
    this.#lastId++;
    const entry: Entry = { id: String(this.#lastId), rule, size, remaining: rule.times, open: 0 };
    this.#entries.push(entry);
    return shown(entry);
  }

  /** Removes one by its id, or all of an operation. @returns false where there is none */
  remove(name: string): boolean {
    const isMeant = ({ id, rule }: Entry): boolean => id === name || rule.operationId === name;
    const isThere = this.#entries.some((entry) => isMeant(entry) && isLeft(entry));
    this.#entries = this.#entries.filter((entry) => !isMeant(entry));
    return isThere;
  }

  clear(): void {
    this.#entries = [];
  }

  /** The oldest for the operation, with one call less to come until that is given back. */
  take(operationId: string): TakenOverride | undefined {
    const entry = this.#entries.find((one) => one.rule.operationId === operationId && isLeft(one));
    if (!entry) return undefined;
    const count = (calls: number): void => {
      if (entry.remaining !== "always") entry.remaining -= calls;
    };
    const close = (): void => {
      entry.open--;
      if (entry.open === 0 && !isLeft(entry)) this.#entries = this.#entries.filter((one) => one !== entry);
    };
    count(1);
    entry.open++;
    return {
      rule: entry.rule,
      spend: close,
      giveBack: () => {
        count(-1);
        close();
      },
    };
  }
}

function isLeft({ remaining }: Entry): boolean {
  return remaining === "always" || remaining > 0;
}

function shown({ id, rule, remaining }: Entry): Override {
  return { ...rule, id, remaining };
}

/** Something that happened in the server, for those who watch it. */
interface ControlEvent {
  /** `request`, `reset`, `snapshot`, `restore`, `session`, `override`, `state`, `description`. */
  readonly type: string;
  /** For JSON. Made only when somebody listens. */
  readonly data: () => unknown;
}

/** Notifies listeners of what happens. */
export class ControlEvents {
  readonly #listeners: Set<(event: ControlEvent) => void> = new Set();

  emit(type: string, data: () => unknown): void {
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener({ type, data });
  }

  /** Returns what ends it. */
  listen(listener: (event: ControlEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
