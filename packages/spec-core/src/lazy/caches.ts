/** A map whose values are made at first use. */
interface Cache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Returns the value of a key. For a new key, `make` creates it. */
export function getOrMake<K, V>(cache: Cache<K, V>, key: K, make: () => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

/**
 * Caches computed values of recently used keys. The total size is at most twice the budget, however many keys there
 * are. A key that is used again in time stays.
 */
export class RecentCache<K, V> {
  readonly #budget: number;
  #young: Map<K, V> = new Map();
  #old: Map<K, V> = new Map();
  #weight = 0;

  /** @param budget in the unit of the weights */
  constructor(budget: number) {
    this.#budget = budget;
  }

  get(key: K, weigh: (value: V) => number = one): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old, weigh(old));
    return old;
  }

  set(key: K, value: V, weight = 1): void {
    if (this.#weight + weight > this.#budget) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#weight = 0;
    }
    if (weight > this.#budget) return;
    this.#young.set(key, value);
    this.#weight += weight;
  }
}

function one(): number {
  return 1;
}
