/** Number of concurrent calls. */
const CONCURRENCY = 6;

/** Runs `work` on each item, a few at a time. Returns the results in the order of the items. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += CONCURRENCY)
    results.push(...(await Promise.all(items.slice(at, at + CONCURRENCY).map(work))));
  return results;
}
