import type { Awaitable, StoredRecord } from "./record-store.js";

/** What a collection held. */
export interface CollectionImage {
  readonly name: string;
  readonly records: readonly StoredRecord[];
  readonly lastNumber: number;
}

export interface ImageFacts {
  readonly takenAt: Date;
  /** Those of resources. */
  readonly records: number;
}

/** A state as it was. */
export interface KeptImage extends ImageFacts {
  readonly collections: readonly CollectionImage[];
}

/** Where states are kept by name, oldest name first. */
export interface ImageShelf {
  all(): Awaitable<ReadonlyMap<string, ImageFacts>>;
  get(name: string): Awaitable<KeptImage | undefined>;
  /** In place of what was kept under the name. */
  set(name: string, image: KeptImage): Awaitable<void>;
  /** `false` when nothing was kept under the name. */
  delete(name: string): Awaitable<boolean>;
}

/** References to records, which are never changed in place: a snapshot costs next to nothing. */
export function createMemoryShelf(): ImageShelf {
  const images = new Map<string, KeptImage>();
  return {
    all: () => images,
    get: (name) => images.get(name),
    set: (name, image) => void images.set(name, image),
    delete: (name) => images.delete(name),
  };
}
