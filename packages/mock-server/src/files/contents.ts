/** Bytes that are kept under the digest of what they are: they never change, so whoever refers to them may share them. */
export interface KeptContent {
  /** SHA-256 of the bytes, in hex. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  /** Whoever made it is done with it: it stays only if something refers to it. Idempotent. */
  release(): void;
}

/** Takes in one content. */
export interface ContentWriter {
  /** Resolves when more may come. */
  write(chunk: Uint8Array): Promise<void>;
  /** Ends it. What comes back is held until it is released. */
  finish(): Promise<KeptContent>;
  discard(): Promise<void>;
}

/** A part of a content, in bytes: `end` is the first that does not belong to it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the contents of files are kept, apart from the records that refer to them. */
export interface Contents {
  create(): Promise<ContentWriter>;
  /** The bytes, a piece at a time; `undefined` when they are not there. */
  open(digest: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Lets go of everything that is neither used nor held. @param used asked once it is known what there is */
  keepOnly(used: () => Promise<ReadonlySet<string>>): Promise<void>;
}
