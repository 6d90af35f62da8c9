/** The state of a server at one moment. */
export interface Look {
  /** Since the load began, in seconds. */
  readonly second: number;
  /** Resident memory, in bytes. */
  readonly resident: number;
  /** Heap and buffers after a collection, in bytes; not at every look. */
  readonly heap?: number;
  /** The longest computation between two turns of the event loop since the last such look, in milliseconds. */
  readonly turnMs?: number;
  /** Data directory or database, in bytes. */
  readonly files: number;
  readonly handles: number;
  /** Answers until now. */
  readonly answers: number;
}

/** One thing that had to hold. */
export interface Finding {
  readonly what: string;
  readonly holds: boolean;
  readonly told: string;
}

const MB = 2 ** 20;
/** A figure is flat when the last quarter's median is no more than this share and this many units above the second's. */
const MEASURES = [
  { what: "heap", of: ({ heap }: Look) => heap, share: 0.05, more: 3 * MB, unit: MB, name: "MB" },
  { what: "resident memory", of: ({ resident }: Look) => resident, share: 0.1, more: 20 * MB, unit: MB, name: "MB" },
  { what: "files", of: ({ files }: Look) => files, share: 0.25, more: 4 * MB, unit: MB, name: "MB" },
  { what: "handles", of: ({ handles }: Look) => handles, share: 0.25, more: 8, unit: 1, name: "open" },
  { what: "longest computation", of: ({ turnMs }: Look) => turnMs, share: 0.5, more: 20, unit: 1, name: "ms" },
] as const;

/** Whether what a server holds stayed as it was: the first quarter is for caches and indexes to fill. */
export function verdictOf(looks: readonly Look[]): Finding[] {
  return MEASURES.map(({ what, of, share, more, unit, name }) => {
    const [second, last] = [1, 3].map((quarter) => medianOfQuarter(looks, quarter, of));
    if (second === undefined || last === undefined) return { what, holds: false, told: "too few looks to tell" };
    const told = `${(second / unit).toFixed(1)} ${name} in the second quarter, ${(last / unit).toFixed(1)} in the last`;
    return { what, holds: last <= second * (1 + share) + more, told };
  });
}

/** Whether all handles that the load opened are closed again. */
export function handlesVerdict(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Finding {
  const total = (handles: ReadonlyMap<string, number>): number => [...handles.values()].reduce((sum, n) => sum + n, 0);
  const more = [...after].flatMap(([kind, count]) => {
    const surplus = count - (before.get(kind) ?? 0);
    return surplus > 0 ? [`${surplus} ${kind}`] : [];
  });
  const holds = total(after) <= total(before);
  const told = `${total(before)} open at rest before, ${total(after)} after${holds ? "" : `: ${more.join(", ")}`}`;
  return { what: "handles at rest", holds, told };
}

function medianOfQuarter(
  looks: readonly Look[],
  quarter: number,
  of: (look: Look) => number | undefined,
): number | undefined {
  const end = looks.at(-1)?.second ?? 0;
  const values = looks
    .filter(({ second }) => second > (end * quarter) / 4 && second <= (end * (quarter + 1)) / 4)
    .flatMap((look) => of(look) ?? [])
    .sort((a, b) => a - b);
  return values[Math.floor((values.length - 1) / 2)];
}
