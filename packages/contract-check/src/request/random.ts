/** Numbers that look random and are the same in every run. */
export interface Random {
  /** From 0 to `count - 1`. */
  below(count: number): number;
  /** Never the same twice within one `Random`. */
  serial(): number;
}

export function createRandom(text: string): Random {
  let state = 0x811c9dc5;
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  let serial = (state >>> 0) % 100_000;
  return {
    below: (count) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * count);
    },
    serial: () => {
      serial += 1;
      return serial;
    },
  };
}
