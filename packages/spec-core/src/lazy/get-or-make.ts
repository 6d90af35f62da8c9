/** A map whose values are made when they are first asked for. */
interface Cache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value of a key; `make` makes the one of a new key. */
export function getOrMake<K, V>(cache: Cache<K, V>, key: K, make: (key: K) => V): V {
  return getOrMake(cache, key, () => make(key));
}
