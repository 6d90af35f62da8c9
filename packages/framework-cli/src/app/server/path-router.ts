import { decodePercent } from "@onespec/http-requests";
import { createSegmentPattern, type PathSegment, parsePathTemplate, type SegmentPattern } from "@onespec/spec-core";

/** Where a path leads, and the raw (still percent-encoded) texts of the template's parameters, in order. */
export interface PathMatch<T> {
  readonly value: T;
  readonly segments: readonly string[];
}

/**
 * Finds the template that a path fits, segment by segment: literal before pattern before parameter (OpenAPI 3.1, "Path Templating
 * Matching"). An encoded character is the character itself, but for a slash. Slashes too many, and one at the end, do not matter.
 */
export interface PathRouter<T> {
  /** @param path a template; those that differ only in the names of parameters are one */
  add(method: string, path: string, value: T): void;
  match(method: string, path: string): PathMatch<T> | undefined;
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  /** Those with more literal text first. */
  readonly patterns: Pattern<T>[];
  parameter: Node<T> | undefined;
  readonly values: Map<string, T>;
}

interface Pattern<T> {
  readonly pattern: SegmentPattern;
  readonly next: Node<T>;
}

const NO_SEGMENTS: readonly string[] = [];

export function createPathRouter<T>(): PathRouter<T> {
  const root = createNode<T>();
  /** Paths without parameters, as they are written, by method: most requests to them are found at once. */
  const fixed = new Map<string, Map<string, PathMatch<T>>>();
  return {
    add(method, path, value) {
      const { segments, parameters } = parsePathTemplate(path);
      let node = root;
      for (const segment of segments) node = stepInto(node, segment);
      node.values.set(method, value);
      if (parameters.length > 0) return;
      const methods = fixed.get(path) ?? new Map<string, PathMatch<T>>();
      fixed.set(path, methods.set(method, { value, segments: NO_SEGMENTS }));
    },
    match(method, path) {
      const found = fixed.get(path)?.get(method);
      if (found !== undefined) return found;
      const raw = path.split("/").filter((segment) => segment !== "");
      return search(root, method, raw, 0, []);
    },
  };
}

function createNode<T>(): Node<T> {
  return { literals: new Map(), patterns: [], parameter: undefined, values: new Map() };
}

function stepInto<T>(node: Node<T>, segment: PathSegment): Node<T> {
  switch (segment.kind) {
    case "literal": {
      const text = decodePercent(segment.text);
      const next = node.literals.get(text) ?? createNode();
      node.literals.set(text, next);
      return next;
    }
    case "parameter":
      node.parameter ??= createNode();
      return node.parameter;
    case "pattern": {
      const pattern = createSegmentPattern(segment.parts);
      const known = node.patterns.find((other) => other.pattern.key === pattern.key);
      if (known !== undefined) return known.next;
      const next = createNode<T>();
      node.patterns.push({ pattern, next });
      node.patterns.sort((a, b) => b.pattern.weight - a.pattern.weight);
      return next;
    }
  }
}

function search<T>(
  node: Node<T>,
  method: string,
  raw: readonly string[],
  index: number,
  taken: readonly string[],
): PathMatch<T> | undefined {
  const segment = raw[index];
  if (segment === undefined) {
    const value = node.values.get(method);
    return value === undefined ? undefined : { value, segments: taken };
  }
  const literal = node.literals.get(decodePercent(segment));
  const found = literal && search(literal, method, raw, index + 1, taken);
  if (found !== undefined) return found;
  for (const { pattern, next } of node.patterns) {
    const texts = pattern.match(segment);
    const deeper = texts && search(next, method, raw, index + 1, [...taken, ...texts]);
    if (deeper !== undefined) return deeper;
  }
  return node.parameter && search(node.parameter, method, raw, index + 1, [...taken, segment]);
}
