import { createHash } from "node:crypto";

/** A byte range of a content. `end` is exclusive, as in `slice`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores bytes under their digests: in memory, in a folder or in a database. */
export interface ContentStorage {
  create(): Promise<IncomingContent>;
  /** Streams the bytes. `undefined` if the content does not exist. */
  open(digest: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * The names of everything that may be removed: digests of contents, and leftovers of unfinished uploads. Called only
   * while nothing is being written.
   */
  list(): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
}

/** A content that is being written. */
export interface IncomingContent {
  /** Resolves when the content can take more bytes. */
  write(chunk: Uint8Array): Promise<void>;
  /** Stores the content under its digest. The same content may already be there. */
  finish(digest: string): Promise<void>;
  discard(): Promise<void>;
}

/** Bytes stored under their digest: they never change, so several records may share them. */
export interface KeptContent {
  /** SHA-256 of the bytes, in hex. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes, a piece at a time. */
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Releases the content. It is then kept only while something refers to it. Calling it twice is harmless. */
  release(): void;
}

/** Writes one content. */
export interface ContentWriter {
  /** Resolves when the content can take more bytes. */
  write(chunk: Uint8Array): Promise<void>;
  /** Completes the content. It cannot be removed until it is released. */
  finish(): Promise<KeptContent>;
  discard(): Promise<void>;
}

/**
 * The contents of uploaded files. The records that refer to them are stored elsewhere. Nothing is removed while a
 * content is being written or has not been released.
 */
export class Contents {
  readonly #storage: ContentStorage;
  readonly #onIdle: () => void;
  /** Contents that are being written or have not been released. */
  #holds = 0;
  #removing: Promise<void> | undefined;

  /** @param onIdle called when no content is being written and all are released */
  constructor(storage: ContentStorage, onIdle: () => void) {
    this.#storage = storage;
    this.#onIdle = onIdle;
  }

  async create(): Promise<ContentWriter> {
    while (this.#removing) await this.#removing;
    const release = this.#hold();
    const incoming = await this.#storage.create().catch((error: unknown) => {
      release();
      throw error;
    });
    const hash = createHash("sha256");
    let size = 0;
    return {
      write(chunk) {
        hash.update(chunk);
        size += chunk.length;
        return incoming.write(chunk);
      },
      finish: async () => {
        const digest = hash.digest("hex");
        await incoming.finish(digest);
        const open = async (): Promise<AsyncIterable<Uint8Array>> => {
          const bytes = await this.open(digest, { start: 0, end: size });
          if (!bytes) throw new Error("A file that was put aside is gone.");
          return bytes;
        };
        return { digest, size, open, release };
      },
      discard: () => incoming.discard().finally(release),
    };
  }

  /** Streams the bytes. `undefined` if the content does not exist. */
  open(digest: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.#storage.open(digest, range);
  }

  /** Removes every content that is not in use. Does nothing while one is being written or has not been released. */
  async keepOnly(used: () => Promise<ReadonlySet<string>>): Promise<void> {
    while (this.#removing) await this.#removing;
    if (this.#holds > 0) return;
    const removing = this.#remove(used);
    this.#removing = removing
      .catch(() => {})
      .finally(() => {
        this.#removing = undefined;
      });
    await removing;
  }

  async #remove(used: () => Promise<ReadonlySet<string>>): Promise<void> {
    const names = await this.#storage.list();
    const needed = await used();
    for (const name of names) if (!needed.has(name)) await this.#storage.remove(name);
  }

  #hold(): () => void {
    this.#holds++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds--;
      if (this.#holds === 0) this.#onIdle();
    };
  }
}
