import { isBase, type ShapeSegment } from "./path-shape.js";

/**
 * Names collections after the literal segments of their paths: `/api/v1/authors/{id}/books` is `authors.books`. Segments
 * such as `api` and `v1` are left out, and parameters too, where two collections can do without. A name depends only on
 * the set of paths, which come in alphabetical order, and is a safe file name on every system, also where case does not count.
 */
export function nameResources(collections: readonly (readonly ShapeSegment[])[]): string[] {
  const forms = collections.map((segments) => FORMS.map((form) => fileName(form(segments))));
  const taken = FORMS.map((_, index) => countNames(forms.map((names) => names[index] ?? "")));
  const chosen = forms.map((names) => {
    const free = names.find((name, index) => name !== "" && taken[index]?.get(name.toLowerCase()) === 1);
    return free ?? (names.at(-1) || "root");
  });
  return withNumbers(chosen);
}

/** Paths that differ only in what file names cannot hold are numbered. */
function withNumbers(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; used.has(free.toLowerCase()); number += 1) free = `${name}-${number}`;
    used.add(free.toLowerCase());
    return free;
  });
}

/** From the shortest to the one that says everything. */
const FORMS: readonly ((segments: readonly ShapeSegment[]) => readonly string[])[] = [
  (segments) => (segments.at(-1)?.kind === "literal" ? literals(segments).filter((text) => !isBase(text)) : []),
  (segments) => (segments.at(-1)?.kind === "literal" ? literals(segments) : []),
  (segments) => segments.map(segmentText).filter((text) => !isBase(text)),
  (segments) => segments.map(segmentText),
];

function literals(segments: readonly ShapeSegment[]): string[] {
  return segments.flatMap((segment) => (segment.kind === "literal" ? [segment.text] : []));
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
  // Windows keeps these for devices, whatever follows the first dot.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) ? name.replace(/^\w+/, "$&-") : name;
}

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return counts;
}
