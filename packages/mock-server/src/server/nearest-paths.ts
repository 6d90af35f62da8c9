const MOST = 3;

/** The documented paths that look most like the one asked for, best first. */
export function nearestPaths(paths: readonly string[], asked: string): readonly string[] {
  const wanted = asked.split("/").filter((segment) => segment !== "");
  return [...new Set(paths)]
    .map((path) => ({
      path,
      distance: pathDistance(
        path.split("/").filter((segment) => segment !== ""),
        wanted,
      ),
    }))
    .sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1))
    .slice(0, MOST)
    .map(({ path }) => path);
}

/** Sum over the segments; a parameter takes any text at a small price, a missing segment costs as much as a wrong one. */
function pathDistance(template: readonly string[], wanted: readonly string[]): number {
  let distance = Math.abs(template.length - wanted.length);
  for (const [index, segment] of template.entries()) {
    const other = wanted[index];
    if (other === undefined) break;
    distance += segment.includes("{") ? 0.4 : textDistance(segment.toLowerCase(), other.toLowerCase());
  }
  return distance;
}

/** 0 for the same text, 1 for texts that share nothing: the share of letter pairs that only one of them has. */
function textDistance(a: string, b: string): number {
  if (a === b) return 0;
  const pairs = (text: string): Set<string> =>
    new Set([...`^${text}$`].map((letter, index, all) => letter + (all[index + 1] ?? "")));
  const left = pairs(a);
  const right = pairs(b);
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return 1 - (2 * shared) / (left.size + right.size);
}
