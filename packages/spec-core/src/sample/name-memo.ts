/** More names than descriptions have; maps with made-up keys must not fill the memory. */
const LIMIT = 20_000;

/** What follows from a property's name alone, worked out once a name. */
export class NameMemo<T> {
  readonly #compute: (name: string) => T;
  readonly #known = new Map<string, T>();

  constructor(compute: (name: string) => T) {
    this.#compute = compute;
  }

  get(name: string): T {
    if (this.#known.has(name)) return this.#known.get(name) as T;
    const result = this.#compute(name);
    if (this.#known.size >= LIMIT) this.#known.clear();
    this.#known.set(name, result);
    return result;
  }
}
