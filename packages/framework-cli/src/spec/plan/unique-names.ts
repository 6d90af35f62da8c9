/** Hands out names, each once; names that differ only in case count as the same, since file systems may think so. */
export class UniqueNames {
  readonly #taken: Set<string>;
  /** Up to which number a name is taken: thousands may ask for one name. */
  readonly #counts = new Map<string, number>();

  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set([...reserved].map((name) => name.toLowerCase()));
  }

  /** The first of the candidates that is free, else the last with a number. */
  take(...candidates: readonly [string, ...string[]]): string {
    for (const name of candidates) if (this.#add(name)) return name;
    const last = candidates.at(-1) ?? candidates[0];
    let count = this.#counts.get(last) ?? 2;
    while (!this.#add(`${last}${count}`)) count += 1;
    this.#counts.set(last, count);
    return `${last}${count}`;
  }

  #add(name: string): boolean {
    const key = name.toLowerCase();
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}
