import type { KeptContent } from "../files/contents.js";

/** A file in a request: its bytes are here, or they were put aside. */
export class SentFile {
  /** As the client calls it. */
  readonly name: string | undefined;
  /** Media type in lower case, without parameters. */
  readonly type: string;
  readonly size: number;
  readonly bytes: Uint8Array | undefined;
  readonly content: KeptContent | undefined;

  constructor(name: string | undefined, type: string, given: Uint8Array | KeptContent) {
    this.name = name;
    this.type = type;
    if (given instanceof Uint8Array) [this.bytes, this.content, this.size] = [given, undefined, given.length];
    else [this.bytes, this.content, this.size] = [undefined, given, given.size];
  }

  /** Bytes as text, one character a byte: how JSON Schema sees `format: binary`. Empty when they were put aside. */
  get text(): string {
    const { bytes } = this;
    return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1") : "";
  }
}

/** A file and where in the body it stood. */
export interface PlacedFile {
  /** Names and indexes from the outside in; empty: it is the whole body. */
  readonly place: readonly string[];
  readonly file: SentFile;
}

/** A value with its files taken out, their text in their stead. */
export function takeFiles(value: unknown): { readonly value: unknown; readonly files: readonly PlacedFile[] } {
  const files: PlacedFile[] = [];
  const visit = (node: unknown, place: readonly string[]): unknown => {
    if (node instanceof SentFile) {
      files.push({ place, file: node });
      return node.text;
    }
    if (Array.isArray(node)) return node.map((item, index) => visit(item, [...place, String(index)]));
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, visit(inner, [...place, name])]));
  };
  return { value: visit(value, []), files };
}
