/** Longest run of items in one array: long enough to be dense, short enough that an insertion moves little. */
const CHUNK_LENGTH = 512;

/**
 * Items in order, in chunks, so that insertions, removals, positions and pages stay cheap in a list of any length. `compare` must
 * return 0 for no two different items.
 */
export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #chunks: T[][] = [];
  #size = 0;

  /** `sorted`: the first items, in order. */
  constructor(compare: (a: T, b: T) => number, sorted: readonly T[] = []) {
    this.#compare = compare;
    for (let at = 0; at < sorted.length; at += CHUNK_LENGTH) this.#chunks.push(sorted.slice(at, at + CHUNK_LENGTH));
    this.#size = sorted.length;
  }

  get size(): number {
    return this.#size;
  }

  insert(item: T): void {
    this.#size++;
    const { chunkAt, chunk, at } = this.#find(item);
    if (chunk === undefined) {
      this.#append(item);
      return;
    }
    chunk.splice(at, 0, item);
    if (chunk.length > CHUNK_LENGTH) this.#chunks.splice(chunkAt + 1, 0, chunk.splice(chunk.length >> 1));
  }

  /** `false` if it is not in the list. */
  remove(item: T): boolean {
    const { chunkAt, chunk, at } = this.#find(item);
    if (!this.#holds(chunk, at, item)) return false;
    chunk.splice(at, 1);
    if (chunk.length === 0) this.#chunks.splice(chunkAt, 1);
    this.#size--;
    return true;
  }

  /** Replaces the item that compares as equal. */
  replace(item: T): void {
    const { chunk, at } = this.#find(item);
    if (this.#holds(chunk, at, item)) chunk[at] = item;
  }

  /** Number of items before it, whether or not it is in the list. */
  rank(item: T): number {
    const { chunkAt, at } = this.#find(item);
    let before = at;
    for (let index = 0; index < chunkAt; index++) before += this.#chunks[index]?.length ?? 0;
    return before;
  }

  /** Like `rank`, but counts the item itself if it is in the list. */
  rankBehind(item: T): number {
    const { chunk, at } = this.#find(item);
    return this.rank(item) + (this.#holds(chunk, at, item) ? 1 : 0);
  }

  /** The items at positions `start` to `end` (without `end`). */
  slice(start: number, end: number): T[] {
    const found: T[] = [];
    let first = 0;
    for (const chunk of this.#chunks) {
      if (first >= end) break;
      if (first + chunk.length > start) found.push(...chunk.slice(Math.max(0, start - first), end - first));
      first += chunk.length;
    }
    return found;
  }

  /** The items that pass, as a new list. */
  filter(passes: (item: T) => boolean): SortedList<T> {
    return new SortedList(
      this.#compare,
      this.#chunks.flatMap((chunk) => chunk.filter(passes)),
    );
  }

  #append(item: T): void {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.length < CHUNK_LENGTH) last.push(item);
    else this.#chunks.push([item]);
  }

  #holds(chunk: T[] | undefined, at: number, item: T): chunk is T[] {
    const present = chunk?.[at];
    return present !== undefined && this.#compare(present, item) === 0;
  }

  /** The first place whose item does not come before this one; no chunk if all do. */
  #find(item: T): { chunkAt: number; chunk: T[] | undefined; at: number } {
    const chunkAt = firstWhere(this.#chunks.length, (index) => {
      const last = this.#chunks[index]?.at(-1);
      return last !== undefined && this.#compare(last, item) >= 0;
    });
    const chunk = this.#chunks[chunkAt];
    if (chunk === undefined) return { chunkAt, chunk, at: 0 };
    const at = firstWhere(chunk.length, (index) => {
      const candidate = chunk[index];
      return candidate !== undefined && this.#compare(candidate, item) >= 0;
    });
    return { chunkAt, chunk, at };
  }
}

/** The lowest index below `length` for which `holds` is true, else `length`; once true it must stay true. */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
