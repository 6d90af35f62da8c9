const MOST = 3;
/**
 * Longer paths are cut before they are compared. Typing mistakes are shorter, and the comparison would take too long.
 */
const MOST_SEGMENTS = 20;
const MOST_LETTERS = 60;

interface Template {
  readonly path: string;
  readonly segments: readonly TemplateSegment[];
}

interface TemplateSegment {
  readonly isParameter: boolean;
  readonly pairs: ReadonlySet<string>;
}

/** Finds the documented paths that look most like the one asked for, best first. Prepares the templates at the first call. */
export function createNearestPaths(paths: readonly string[]): (asked: string) => readonly string[] {
  let templates: readonly Template[] | undefined;
  return (asked) => {
    templates ??= [...new Set(paths)].map(templateOf);
    const wanted = segmentsOf(asked)
      .slice(0, MOST_SEGMENTS)
      .map((segment) => letterPairs(segment.slice(0, MOST_LETTERS).toLowerCase()));
    return templates
      .map(({ path, segments }) => ({ path, distance: pathDistance(segments, wanted) }))
      .sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1))
      .slice(0, MOST)
      .map(({ path }) => path);
  };
}

function templateOf(path: string): Template {
  const segments = segmentsOf(path).map((segment) => ({
    isParameter: segment.includes("{"),
    pairs: letterPairs(segment.toLowerCase()),
  }));
  return { path, segments };
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/**
 * The cost of turning one path into the other. An additional or missing segment costs as much as a wrong one. A
 * parameter matches any text at a small cost. Missing segments may be at the front: `/books` for `/v1/books`.
 */
function pathDistance(template: readonly TemplateSegment[], wanted: readonly ReadonlySet<string>[]): number {
  const more = template.length - wanted.length;
  const inOrder = segmentsDistance(template, wanted);
  return Math.abs(more) + (more > 0 ? Math.min(inOrder, segmentsDistance(template.slice(more), wanted)) : inOrder);
}

function segmentsDistance(template: readonly TemplateSegment[], wanted: readonly ReadonlySet<string>[]): number {
  return template.reduce((distance, { isParameter, pairs }, index) => {
    const other = wanted[index];
    if (other === undefined) return distance;
    return distance + (isParameter ? 0.4 : 1 - likeness(pairs, other));
  }, 0);
}

/** Neighbouring letters of a text, its ends with them. */
function letterPairs(text: string): ReadonlySet<string> {
  return new Set([...`^${text}$`].map((letter, index, all) => letter + (all[index + 1] ?? "")));
}

/** The share of neighbouring letters that two texts have in common, from 0 to 1 (Dice). */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of left) if (right.has(pair)) common += 1;
  return (2 * common) / (left.size + right.size);
}
