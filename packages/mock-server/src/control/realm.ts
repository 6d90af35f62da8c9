import type { Operation } from "@onespec/spec-core";
import type { Outgoing } from "../callbacks/outgoing.js";
import type { Answer } from "../response/answer.js";
import type { Backend } from "../server/backend.js";
import type { MockRequest } from "../server/mock-request.js";
import { createMemoryShelf, type ImageFacts, type ImageShelf } from "../store/image-shelf.js";
import { inOneStep } from "../store/in-one-step.js";
import type { Awaitable, RecordCollection, RecordStore, StoredRecord } from "../store/record-store.js";
import type { ControlEvents } from "./control-events.js";
import { Overrides } from "./overrides.js";
import type { RequestLog } from "./request-log.js";
import { imageRecordsOf, restoreImage, takeImage } from "./state-image.js";

/** How a realm comes by its state. */
export interface RealmSource {
  /** A session's name; `undefined` for the server's own state. */
  readonly session: string | undefined;
  /** Opens what answers on the state as it is. */
  open(): Promise<Backend>;
  /** Puts the state back to where it began, and opens what answers on it. */
  reopen(): Promise<Backend>;
}

/** Who is told what happens. */
export interface Observers {
  readonly log: RequestLog;
  readonly events: ControlEvents;
  readonly outgoing: Outgoing;
}

/** How long a reset waits for requests under way before it goes on without them, in milliseconds. */
const DRAIN_MS = 1000;

/** One state and all that hangs on it: the server's own, or that of a session. */
export class Realm {
  readonly session: string | undefined;
  readonly overrides: Overrides = new Overrides();
  readonly #source: RealmSource;
  readonly #log: RequestLog;
  readonly #events: ControlEvents;
  /** States that were kept by name. */
  readonly snapshots: ImageShelf;
  #backend: Backend;
  /** Set while the state is being replaced: requests wait for it. */
  #gate: Promise<void> | undefined;
  #underWay = 0;
  #drained: (() => void) | undefined;

  private constructor(source: RealmSource, { log, events }: Observers, backend: Backend) {
    this.session = source.session;
    this.#source = source;
    this.#log = log;
    this.#events = events;
    this.#backend = backend;
    this.snapshots = backend.store.images ?? createMemoryShelf();
  }

  static async open(source: RealmSource, observers: Observers): Promise<Realm> {
    return new Realm(source, observers, await source.open());
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

  /** Never throws and never rejects. */
  answer(request: MockRequest): Awaitable<Answer> {
    if (this.#gate) return this.#gate.then(() => this.answer(request));
    const startedAt = performance.now();
    const answer = this.overrides.size > 0 ? this.#overridden(request) : this.#backend.handle(request);
    if (answer instanceof Promise) {
      this.#underWay++;
      answer.then((settled) => {
        this.#underWay--;
        if (this.#underWay === 0) this.#drained?.();
        this.#log.add(request, settled, startedAt, this.session);
      });
    } else this.#log.add(request, answer, startedAt, this.session);
    return answer;
  }

  /** The operation that a request is for. */
  operationOf(request: Pick<MockRequest, "method" | "path">): Operation | undefined {
    return this.#backend.operationOf(request);
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

  /** `undefined`, and nothing changes, when nothing is kept under the name. */
  async restore(name: string): Promise<ImageFacts | undefined> {
    const image = await this.snapshots.get(name);
    if (!image) return undefined;
    return this.#exclusively(async () => {
      await inOneStep(this.store, () => restoreImage(image, this.collections));
      // What was remembered beside the store, such as which places have their seeds, is of the old state.
      this.#backend = await this.#source.open();
      this.#tell("restore", name);
      return image;
    });
  }

  /** What the state holds under a name now. */
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
    this.#events.emit(type, () => ({ ...(name && { name }), ...(this.session && { session: this.session }) }));
  }

  #overridden(request: MockRequest): Awaitable<Answer> {
    const operation = this.operationOf(request);
    const override = operation && this.overrides.take(operation.id);
    return override ? override.answer(request, operation, this.#backend) : this.#backend.handle(request);
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
