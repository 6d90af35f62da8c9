/** Bytes stored under their digest: they never change, so several records may share them. */
export interface KeptContent {
  /** SHA-256 of the bytes, in hex. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
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

/** A part of a content, in bytes: `end` is the first that does not belong to it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Storage of the contents of files, apart from the records that refer to them. */
export interface Contents {
  create(): Promise<ContentWriter>;
  /** The bytes, a piece at a time; `undefined` when they are not there. */
  open(digest: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Removes everything that is neither used nor held. @param used called after the stored contents are listed */
  keepOnly(used: () => Promise<ReadonlySet<string>>): Promise<void>;
}

/** Counts the users of contents that no record refers to yet. */
export class HeldContents {
  readonly #counts: Map<string, number> = new Map();
  /** For each tidying under way, everything held since it began: a new reference to it may have been missed. */
  readonly #seen: Set<Set<string>> = new Set();

  hold(digest: string, size: number): KeptContent {
    this.#counts.set(digest, (this.#counts.get(digest) ?? 0) + 1);
    for (const seen of this.#seen) seen.add(digest);
    let isHeld = true;
    return {
      digest,
      size,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (this.#counts.get(digest) ?? 0) - 1;
        if (left > 0) this.#counts.set(digest, left);
        else this.#counts.delete(digest);
      },
    };
  }

  /**
   * To be called before looking for references to contents. `held` has the contents that must stay without a reference: everything
   * that was in use then or since, even if it has been released.
   */
  beginTidying(): { readonly held: ReadonlySet<string>; end(): void } {
    const held = new Set(this.#counts.keys());
    this.#seen.add(held);
    return { held, end: () => void this.#seen.delete(held) };
  }
}
