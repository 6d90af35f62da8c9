const MOST = 3;

/** The paths that look most like the one asked for, best first. */
export function nearestPaths(paths: readonly string[], asked: string): readonly string[] {
  const wanted = segmentsOf(asked);
  return [...new Set(paths)]
    .map((path) => ({ path, distance: pathDistance(segmentsOf(path), wanted) }))
    .sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1))
    .slice(0, MOST)
    .map(({ path }) => path);
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** A segment too many or too few costs as much as a wrong one; a parameter takes any text at a small price. */
function pathDistance(template: readonly string[], wanted: readonly string[]): number {
  return template.reduce(
    (distance, segment, index) => {
      const other = wanted[index];
      if (other === undefined) return distance;
      return distance + (segment.includes("{") ? 0.4 : 1 - likeness(segment.toLowerCase(), other.toLowerCase()));
    },
    Math.abs(template.length - wanted.length),
  );
}

/** The share of neighbouring letters that two texts have in common, from 0 to 1 (Dice). */
function likeness(a: string, b: string): number {
  const pairs = (text: string) =>
    new Set([...`^${text}$`].map((letter, index, all) => letter + (all[index + 1] ?? "")));
  const left = pairs(a);
  const right = pairs(b);
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size);
}
