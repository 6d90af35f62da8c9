import { createHash } from "node:crypto";

/** A part of a content, in bytes: `end` is the first that does not belong to it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores bytes under their digests: in memory, in a folder or in a database. */
export interface ContentStorage {
  create(): Promise<IncomingContent>;
  /** The bytes, a piece at a time; `undefined` when they are not there. */
  open(digest: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Names of all that may be removed: digests of contents, and the rests of unfinished ones. Called while none is written. */
  list(): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
}

/** A content that is being written. */
export interface IncomingContent {
  /** Resolves when more may come. */
  write(chunk: Uint8Array): Promise<void>;
  /** Puts the content under its digest, where the same content may be already. */
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
  /** Ends the hold of its maker: from then on it stays only if something refers to it. Idempotent. */
  release(): void;
}

/** Writes one content. */
export interface ContentWriter {
  /** Resolves when more may come. */
  write(chunk: Uint8Array): Promise<void>;
  /** Ends the content, which is held until it is released. */
  finish(): Promise<KeptContent>;
  discard(): Promise<void>;
}

/** The contents of files, apart from the records that refer to them. Nothing is removed while a content is written or held. */
export class Contents {
  readonly #storage: ContentStorage;
  readonly #onIdle: () => void;
  /** Contents that are being written or held. */
  #holds = 0;
  #removing: Promise<void> | undefined;

  /** @param onIdle called when no content is written or held any more */
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

  /** The bytes, a piece at a time; `undefined` when they are not there. */
  open(digest: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.#storage.open(digest, range);
  }

  /** Removes everything that is not used; nothing while a content is written or held. */
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
