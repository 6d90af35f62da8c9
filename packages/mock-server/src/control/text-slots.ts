/** Slots grow by so many bytes, so that texts of nearly the same length use one again and again. */
const STEP = 1024;

/**
 * Texts kept by number, in memory that is used again for the next text of the same number. Strings that stay for some hundred
 * requests and then go outlive the young generation of the garbage collector: with long ones it went through all records of the
 * server every few thousand requests, which took a third of the time of a list.
 */
export class TextSlots {
  #slots: (Buffer | undefined)[] = [];

  /** In place of what stood there. Gives its length in bytes, which reading takes. */
  put(slot: number, text: string): number {
    const length = Buffer.byteLength(text);
    let bytes = this.#slots[slot];
    if (bytes === undefined || bytes.length < length) {
      // Not from Node's pool: it would be kept whole.
      bytes = Buffer.allocUnsafeSlow(Math.ceil(length / STEP) * STEP);
      this.#slots[slot] = bytes;
    }
    return bytes.write(text, 0, length, "utf8");
  }

  read(slot: number, length: number): string {
    return this.#slots[slot]?.toString("utf8", 0, length) ?? "";
  }

  clear(): void {
    this.#slots = [];
  }
}
