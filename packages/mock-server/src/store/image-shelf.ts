import type { Awaitable, StoredRecord } from "./record-store.js";

/** The records of a collection at one time. */
export interface CollectionImage {
  readonly name: string;
  readonly records: readonly StoredRecord[];
  readonly lastNumber: number;
}

export interface ImageFacts {
  readonly takenAt: Date;
  /** Number of records of resources. */
  readonly records: number;
}

/** A snapshot of the whole state. */
export interface KeptImage extends ImageFacts {
  readonly collections: readonly CollectionImage[];
}

/** Snapshots by name, the oldest first. */
export interface ImageShelf {
  all(): Awaitable<ReadonlyMap<string, ImageFacts>>;
  get(name: string): Awaitable<KeptImage | undefined>;
  /** Replaces the snapshot of that name. */
  set(name: string, image: KeptImage): Awaitable<void>;
  /** Returns `false` if there is no snapshot with that name. */
  delete(name: string): Awaitable<boolean>;
}

/** Keeps snapshots in memory. They hold references to records, which never change in place, so they cost little. */
export function createMemoryShelf(): ImageShelf {
  const images = new Map<string, KeptImage>();
  return {
    all: () => images,
    get: (name) => images.get(name),
    set: (name, image) => void images.set(name, image),
    delete: (name) => images.delete(name),
  };
}
