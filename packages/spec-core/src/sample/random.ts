/** The start of a sequence of random numbers: 128 bits that only depend on a text and on the path of keys below it. */
export class Seed {
  readonly #a: number;
  readonly #b: number;
  readonly #c: number;
  readonly #d: number;

  private constructor(a: number, b: number, c: number, d: number) {
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#d = d;
  }

  static fromText(text: string): Seed {
    return new Seed(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344).child(text);
  }

  /** The seed of a part. Parts are independent: adding a sibling changes nothing. */
  child(key: string | number): Seed {
    const hash = typeof key === "number" ? Math.imul(key + 1, 0x9e3779b1) : hashText(key);
    const a = scramble(this.#a ^ hash, 0x85ebca6b);
    const b = scramble(this.#b + a, 0xc2b2ae35);
    const c = scramble(this.#c ^ b ^ hash, 0x27d4eb2f);
    const d = scramble(this.#d + c, 0x165667b1);
    return new Seed(a, b, c, d);
  }

  random(): Random {
    return new Random(this.#a, this.#b, this.#c, this.#d);
  }
}

/** A stream of random numbers (sfc32 by Chris Doty-Humphrey), the same on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(a: number, b: number, c: number, d: number) {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    this.#counter = d | 0;
    for (let round = 0; round < 6; round++) this.#uint32();
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    return this.#uint32() / 4294967296;
  }

  /** An integer from `min` to `max`, which must be safe integers. */
  integer(min: number, max: number): number {
    const span = max - min + 1;
    if (span <= 4294967296) return min + Math.floor(this.next() * span);
    const fraction = (this.#uint32() * 2097152 + (this.#uint32() >>> 11)) / 9007199254740992;
    return Math.min(max, min + Math.floor(fraction * span));
  }

  /** An item of the list, which must not be empty. */
  pick<T>(list: ArrayLike<T>): T {
    return list[this.integer(0, list.length - 1)] as T;
  }

  /** A text of that many characters from `alphabet`. */
  text(length: number, alphabet: string): string {
    let text = "";
    for (let index = 0; index < length; index++) text += alphabet[this.integer(0, alphabet.length - 1)];
    return text;
  }

  #uint32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}

/** FNV-1a over UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5 ^ text.length;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** The finalizer of MurmurHash3, with its multiplier as a parameter. */
function scramble(value: number, multiplier: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), multiplier);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 16);
}
