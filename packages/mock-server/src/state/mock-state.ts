import { createMemoryShelf, type ImageFacts, type ImageShelf } from "../store/image-shelf.js";
import {
  type Awaitable,
  inOneStep,
  type RecordCollection,
  type RecordStore,
  type StoredRecord,
} from "../store/record-store.js";
import type { Backend } from "./backend.js";
import type { ControlEvents } from "./control-events.js";
import { Overrides } from "./overrides.js";
import { imageRecordsOf, restoreImage, takeImage } from "./state-image.js";

/** Opens the backend of a state. */
interface StateSource {
  /** Name of the session. `undefined`: the server's own state. */
  readonly session: string | undefined;
  /** Opens a backend on the current state. */
  open(): Promise<Backend>;
  /** Resets the state to its start, and opens a backend on it. */
  reopen(): Promise<Backend>;
}

/** Longest time that a reset waits for running requests, in milliseconds. */
const DRAIN_MS = 1000;

/** A state with its snapshots and overrides. It belongs to the server or to one session. */
export class MockState {
  readonly session: string | undefined;
  readonly overrides: Overrides = new Overrides();
  readonly #source: StateSource;
  readonly #events: ControlEvents;
  /** Saved states by name. */
  readonly snapshots: ImageShelf;
  #backend: Backend;
  /** Set while the state is being replaced. New requests wait for it. */
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

  /** Runs work on the state. If the state is being replaced, waits until that is done. */
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

  /** Restores the initial state and removes all overrides. Snapshots stay. */
  reset(): Promise<void> {
    return this.#exclusively(async () => {
      this.overrides.clear();
      this.#backend = await this.#source.reopen();
      this.#tell("reset");
    });
  }

  /** Changes the state while no request is running. Then opens a new backend, because the old one has caches. */
  change<T>(work: () => Promise<T>): Promise<T> {
    return this.#exclusively(async () => {
      const result = await inOneStep(this.store, work);
      this.#backend = await this.#source.open();
      return result;
    });
  }

  /** Opens a new backend, for example for a changed description. State, snapshots and overrides stay. */
  refresh(): Promise<void> {
    return this.#exclusively(async () => {
      this.#backend = await this.#source.open();
      this.#tell("description");
    });
  }

  /** Saves the state under a name. Replaces a snapshot of that name. */
  async save(name: string): Promise<ImageFacts> {
    return this.#exclusively(async () => {
      const image = await inOneStep(this.store, () => takeImage(this.collections));
      await this.snapshots.set(name, image);
      this.#tell("snapshot", name);
      return image;
    });
  }

  /**
   * Restores a snapshot and removes all overrides. Returns `undefined` and changes nothing if there is no snapshot with
   * that name.
   * @param others further snapshots, which are searched if this state has none with that name
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

  /** The records of a collection now, and those in snapshots. */
  async recordsOf(name: string): Promise<readonly StoredRecord[]> {
    const kept = [...(await this.keptRecordsOf(name))];
    for (const snapshot of (await this.snapshots.all()).keys()) {
      const image = await this.snapshots.get(snapshot);
      if (image) kept.push(...imageRecordsOf(image, name));
    }
    return kept;
  }

  /** Deletes a snapshot. @returns false if there is none with that name */
  forget(name: string): Awaitable<boolean> {
    return this.snapshots.delete(name);
  }

  #tell(type: string, name?: string): void {
    this.#events.emit(type, () => ({ name, session: this.session }));
  }

  /** Runs `work` while no request is running. New requests wait until it is done. */
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
