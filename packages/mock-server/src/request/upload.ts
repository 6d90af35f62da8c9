import { essence } from "@onespec/http-requests";
import type { Contents, KeptContent } from "../files/contents.js";
import { bodyKind } from "../response/body-kind.js";

/** A request body that went aside while it came in, because it is large and nobody need see it as one value. */
export class Upload {
  readonly contents: Contents;
  readonly content: KeptContent;
  /** What was made of it on the way, and what is to be let go with it. */
  readonly parts: KeptContent[] = [];
  readonly #onRelease: () => void;

  constructor(contents: Contents, content: KeptContent, onRelease: () => void) {
    this.contents = contents;
    this.content = content;
    this.#onRelease = onRelease;
  }

  get size(): number {
    return this.content.size;
  }

  /** Its bytes, a piece at a time. @throws Error when they are gone */
  async open(): Promise<AsyncIterable<Uint8Array>> {
    const { digest, size } = this.content;
    const bytes = await this.contents.open(digest, { start: 0, end: size });
    if (!bytes) throw new Error("A body that was put aside is not there any more.");
    return bytes;
  }

  /** The request is answered: what nobody keeps may go. */
  release(): void {
    for (const content of [this.content, ...this.parts]) content.release();
    this.#onRelease();
  }
}

/** Bodies up to this size are read into memory whatever they are. In bytes. */
export const LARGEST_IN_MEMORY: number = 256 * 1024;

/** Is it of a type that is kept as it comes, or has parts that are? */
export function isUploadType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const type = essence(contentType);
  return type.startsWith("multipart/") || bodyKind(type) === "binary";
}
