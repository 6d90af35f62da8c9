/** The most likely correct name for a misspelt one. `undefined` if no name is similar. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(misspelt.length / 3)) + 1;
  const wanted = misspelt.toLowerCase();
  for (const name of names) {
    if (Math.abs(name.length - misspelt.length) >= least) continue;
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

/** The hint for a misspelt name: `Did you mean port?`. If no name is similar, `otherwise`. */
export function meantHint(misspelt: string, names: readonly string[], otherwise: string, quote = ""): string {
  const nearest = nearestName(misspelt, names);
  return nearest === undefined ? otherwise : `Did you mean ${quote}${nearest}${quote}?`;
}

/** Letters to insert, delete, replace or swap with their neighbour to get from one text to the other (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
