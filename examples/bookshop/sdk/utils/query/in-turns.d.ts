/** `work` on each item, at most `width` at a time, answers in the items' order. */
export declare function inTurns<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]>;
