import { Readable } from "node:stream";
import { isUint8Array } from "node:util/types";

/** Bytes that were put aside while they arrived. */
export interface KeptFile {
  /** In bytes. */
  readonly size: number;
  /** Streams the bytes. @throws Error if they no longer exist */
  open(): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Called after the request is answered. The bytes may then be removed, unless other code stores them. Calling it
   * again does nothing.
   */
  release(): void;
}

/** Takes in one file. */
export interface FileWriter {
  /** Resolves when the file can take more bytes. */
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<KeptFile>;
  discard(): Promise<void>;
}

/** Stores files of requests that are larger than 256 KiB, so that they are never in memory as a whole. */
export interface FileStore {
  create(): Promise<FileWriter>;
}

/** A file in a request. It is in memory, or in a file store if it is large. */
export class SentFile {
  /** The client's name for it. */
  readonly name: string | undefined;
  /** Media type in lower case, without parameters. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** `undefined` when it was put aside. */
  readonly bytes: Uint8Array | undefined;
  readonly content: KeptFile | undefined;

  constructor(name: string | undefined, type: string, given: Uint8Array | KeptFile) {
    const isHere = isUint8Array(given);
    this.name = name;
    this.type = type;
    this.bytes = isHere ? given : undefined;
    this.content = isHere ? undefined : given;
    this.size = isHere ? given.length : given.size;
  }

  /** The bytes as text, one character a byte: JSON Schema sees `format: binary` so. Empty when they were put aside. */
  get text(): string {
    const { bytes } = this;
    return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1") : "";
  }

  stream(): Readable {
    const { bytes, content } = this;
    if (bytes) return Readable.from([bytes]);
    return Readable.from(piecesOf(content));
  }

  /** The whole file. */
  async buffer(): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.stream()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

async function* piecesOf(content: KeptFile | undefined): AsyncGenerator<Uint8Array> {
  if (content) yield* await content.open();
}

/** A file and its place in the body. */
export interface PlacedFile {
  /** Names and indexes that lead to the file, outermost first. Empty: it is the whole body. */
  readonly place: readonly string[];
  readonly file: SentFile;
}
