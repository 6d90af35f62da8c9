/** How long each part of a start took. */
export interface BootPhase {
  readonly name: string;
  /** Milliseconds. */
  readonly ms: number;
}

/** Times what it runs, in the order of the calls. */
export interface BootPhases {
  readonly list: readonly BootPhase[];
  time<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function createBootPhases(): BootPhases {
  const list: BootPhase[] = [];
  return {
    list,
    async time(name, work) {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        list.push({ name, ms: performance.now() - startedAt });
      }
    },
  };
}
