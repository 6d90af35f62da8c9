/** Most cached names, more than any description has. Maps with generated keys must not fill the memory. */
const MOST_NAMES = 20_000;
/** In characters. */
const LONGEST = 64;

/** Caches the results of a function. Descriptions use the same few thousand names again and again. */
export function memoize<T>(compute: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (name.length > LONGEST) return compute(name);
    const before = known.get(name);
    if (before !== undefined || known.has(name)) return before as T;
    const result = compute(name);
    if (known.size >= MOST_NAMES) known.clear();
    known.set(name, result);
    return result;
  };
}
