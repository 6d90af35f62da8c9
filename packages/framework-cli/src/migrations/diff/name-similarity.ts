/** From 0 (nothing in common) to 1 (the same but for separators and case). */
export function nameSimilarity(a: string, b: string): number {
  const [left, right] = [words(a), words(b)];
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  const contained = short.every((word) => long.includes(word)) ? 0.5 + short.length / long.length / 2 : 0;
  return Math.max(contained, letters(left.join(""), right.join("")));
}

function words(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** One less the share of letters to be changed (Levenshtein's distance). */
function letters(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current[column] = Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    previous = current;
  }
  return 1 - (previous[b.length] ?? 0) / longest;
}
