/**
 * Measures several subjects in turn, round after round, so that whatever else the machine does meets all of them alike. The
 * first round warms up the file cache and is left out. Results by subject, one a round.
 */
export async function alternate<S, R>(
  subjects: readonly S[],
  rounds: number,
  measure: (subject: S) => Promise<R>,
): Promise<Map<S, R[]>> {
  const results = new Map<S, R[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      const result = await measure(subject);
      if (round > 0) results.get(subject)?.push(result);
    }
  }
  return results;
}

/** The middle value; `NaN` of nothing. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
