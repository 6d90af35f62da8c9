/** Items sorted or put in order in one step. */
const RUN_LENGTH = 1000;

/** The items in order, those that compare as equal as they stood: a merge sort that pauses between its steps. */
export function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, readonly T[]> {
  // As records without a sort are, which needs no copy.
  let ordered = 1;
  while (ordered < items.length && compare(items[ordered - 1] as T, items[ordered] as T) <= 0) {
    ordered++;
    if (ordered % RUN_LENGTH === 0) yield;
  }
  if (ordered >= items.length) return items;
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += RUN_LENGTH) {
    runs.push(items.slice(at, at + RUN_LENGTH).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [first = [], second = []] = runs.slice(at, at + 2);
      merged.push(yield* merge(first, second, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  const merged: T[] = [];
  let [next, other] = [0, 0];
  for (let pause = RUN_LENGTH; next < first.length || other < second.length; ) {
    const [a, b] = [first[next] as T, second[other] as T];
    const takesOther = next === first.length || (other < second.length && compare(b, a) < 0);
    merged.push(takesOther ? b : a);
    if (takesOther) other++;
    else next++;
    if (merged.length < pause) continue;
    pause += RUN_LENGTH;
    yield;
  }
  return merged;
}
