import { isBase, type ShapeSegment } from "../routes/path-shape.js";

/**
 * Names collections after the literal segments of their paths: `/api/v1/authors/{id}/books` is `authors.books`. If
 * several get the same name, the first keeps it (fewest segments, then alphabetical order), so that a path added later
 * does not rename it. The others also get the omitted segments, and parameters. A name depends only on the set of
 * paths. It is a safe file name on every system, also if the system ignores case.
 * @param collections in alphabetical order of their paths
 */
export function nameResources(collections: readonly (readonly ShapeSegment[])[]): string[] {
  const used = new Set<string>();
  const names = new Map<readonly ShapeSegment[], string>();
  for (const segments of collections.toSorted((a, b) => a.length - b.length)) {
    // Item paths such as `/sounds/{id}` and `/sounds/{id}.mp3` have one collection.
    if (names.has(segments)) continue;
    const name = firstFree(segments, used);
    used.add(name.toLowerCase());
    names.set(segments, name);
  }
  return collections.map((segments) => names.get(segments) ?? "");
}

function firstFree(segments: readonly ShapeSegment[], used: ReadonlySet<string>): string {
  let name = "root";
  for (const form of FORMS) {
    name = fileName(form(segments)) || name;
    if (name !== "root" && !used.has(name.toLowerCase())) return name;
  }
  return numbered(name, used);
}

/** Forms of a name, from the shortest to the complete one. */
const FORMS: readonly ((segments: readonly ShapeSegment[]) => readonly string[])[] = [
  (segments) => (endsInLiteral(segments) ? literals(segments).filter((text) => !isBase(text)) : []),
  (segments) => segments.filter(isTelling).map(segmentText),
  (segments) => (endsInLiteral(segments) ? literals(segments) : []),
  (segments) => segments.map(segmentText),
];

function endsInLiteral(segments: readonly ShapeSegment[]): boolean {
  return segments.at(-1)?.kind === "literal";
}

function literals(segments: readonly ShapeSegment[]): string[] {
  return segments.flatMap((segment) => (segment.kind === "literal" ? [segment.text] : []));
}

/** True for literals, and for parameters that do not follow a literal or are last. */
function isTelling(segment: ShapeSegment, index: number, segments: readonly ShapeSegment[]): boolean {
  if (segment.kind === "literal") return !isBase(segment.text);
  return index === segments.length - 1 || segments[index - 1]?.kind !== "literal";
}

function segmentText(segment: ShapeSegment): string {
  if (segment.kind === "literal") return segment.text;
  return segment.kind === "parameter" ? `by-${segment.name}` : segment.text;
}

function fileName(parts: readonly string[]): string {
  const name = parts
    .map((part) => part.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, ""))
    .filter((part) => part !== "")
    .join(".");
  // Windows reserves these names for devices, whatever follows the first dot.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) ? name.replace(/^\w+/, "$&-") : name;
}

/** Adds a number if paths differ only in characters that file names cannot contain. */
function numbered(name: string, used: ReadonlySet<string>): string {
  let number = 2;
  while (used.has(`${name}-${number}`.toLowerCase())) number += 1;
  return used.has(name.toLowerCase()) ? `${name}-${number}` : name;
}
