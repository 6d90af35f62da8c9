/** Suggests the nearest name if at most a third of its letters differ. */
export function didYouMean(name: string, known: Iterable<string>): string {
  let best: string | undefined;
  let least = Math.ceil(name.length / 3) + 1;
  for (const candidate of known) {
    const steps = distance(name.toLowerCase(), candidate.toLowerCase());
    if (steps < least) [best, least] = [candidate, steps];
  }
  return best === undefined ? "" : `; did you mean ${best}?`;
}

/** Levenshtein distance. */
function distance(left: string, right: string): number {
  let row = Array.from(` ${right}`, (_, at) => at);
  for (const letter of left) {
    let before = row[0] ?? 0;
    let last = before;
    row = row.map((above, at) => {
      const replaced = before + Number(letter !== right[at - 1]);
      before = above;
      last = at === 0 ? above + 1 : Math.min(replaced, above + 1, last + 1);
      return last;
    });
  }
  return row.at(-1) ?? 0;
}
