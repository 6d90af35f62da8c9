import {
  createSegmentPattern,
  getOrMake,
  type PathSegment,
  parsePathTemplate,
  type SegmentPattern,
} from "@onespec/spec-core";
import { decodePercent } from "../wire/text-values.js";

/** Where a path leads: what is registered there by method, and the raw (still percent-encoded) text of each path parameter. */
export interface PathMatch<T> {
  readonly methods: ReadonlyMap<string, T>;
  readonly values: readonly string[];
}

/**
 * Finds the template that a path fits, segment by segment, with backtracking: literal before pattern before parameter
 * (OpenAPI 3.1, "Path Templating Matching"). Templates that differ only in the names of their parameters are one. An encoded
 * character is the character itself, but for a slash. Slashes too many do not matter, unless a value is
 * missing. One at the end of what is read or created never does.
 */
export interface PathRouter<T> {
  /** If two templates are equal, the first in the description wins. @param path a template */
  add(path: string, method: string, value: T): void;
  /**
   * The best match that has the method, else the best match of all, so that a wrong method can be told from a wrong path. A template
   * does not take the methods that a literal path beside it lacks.
   */
  match(path: string, method: string): PathMatch<T> | undefined;
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  /** Templates with more literal text come first. */
  readonly patterns: { readonly pattern: SegmentPattern; readonly next: Node<T> }[];
  parameter: Node<T> | undefined;
  methods: Map<string, T> | undefined;
}

export function createPathRouter<T>(): PathRouter<T> {
  const root = createNode<T>();
  let endsInSlash = false;
  return {
    add(path, method, value) {
      endsInSlash ||= /[^/]\/$/.test(path);
      let node = root;
      for (const segment of parsePathTemplate(path).segments) node = step(node, segment);
      node.methods ??= new Map();
      if (!node.methods.has(method)) node.methods.set(method, value);
    },
    match(path, method) {
      const found = search(root, path, 0, [], method);
      if (!found) return search(root, path, 0, [], undefined);
      const isEnd = endsInSlash || /^(get|head|post|options)$/.test(method);
      return lacksValue(root, isEnd ? path.replace(/(?<!\/)\/+$/, "") : path, method) ? undefined : found;
    },
  };
}

function createNode<T>(): Node<T> {
  return { literals: new Map(), patterns: [], parameter: undefined, methods: undefined };
}

function step<T>(node: Node<T>, segment: PathSegment): Node<T> {
  switch (segment.kind) {
    case "literal": {
      const text = decodePercent(segment.text);
      return getOrMake(node.literals, text, () => createNode());
    }
    case "parameter":
      node.parameter ??= createNode();
      return node.parameter;
    case "pattern": {
      const pattern = createSegmentPattern(segment.parts);
      const known = node.patterns.find((other) => other.pattern.key === pattern.key);
      if (known) return known.next;
      const next = createNode<T>();
      node.patterns.push({ pattern, next });
      node.patterns.sort((a, b) => b.pattern.weight - a.pattern.weight);
      return next;
    }
  }
}

/** @param position from which on the path is left to be matched; `values`: of the parameters so far */
function search<T>(
  node: Node<T>,
  path: string,
  position: number,
  values: string[],
  method: string | undefined,
): PathMatch<T> | undefined {
  // Empty segments are dropped: a trailing slash, and the double one that a base URL ending in a slash makes, are harmless.
  let start = position;
  while (path.charCodeAt(start) === SLASH) start += 1;
  if (start >= path.length) {
    const { methods } = node;
    return methods && (method === undefined || methods.has(method)) ? { methods, values } : undefined;
  }
  const slash = path.indexOf("/", start);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(start, end);
  const literal = node.literals.get(decodePercent(segment));
  if (literal) {
    const found = search(literal, path, end, values, method);
    if (found) return found;
    // A literal path without the method is a wrong method, not a value of the template beside it.
    if (literal.methods && /^\/*$/.test(path.slice(end))) return undefined;
  }
  for (const { pattern, next } of node.patterns) {
    const captured = pattern.match(segment);
    if (!captured) continue;
    values.push(...captured);
    const found = search(next, path, end, values, method);
    if (found) return found;
    values.length -= captured.length;
  }
  if (node.parameter) {
    values.push(segment);
    const found = search(node.parameter, path, end, values, method);
    if (found) return found;
    values.pop();
  }
  return undefined;
}

const SLASH = 0x2f;

/**
 * True if an empty segment is the missing value of a parameter: `/pets//food` is not the pet `food`, and `DELETE /pets/` is not all pets if
 * one pet can be deleted.
 */
function lacksValue<T>(root: Node<T>, path: string, method: string): boolean {
  const plain = path.replace(/^\/+/, "").replace(/(?<!\/)\/+$/, "/");
  const segments = plain.split("/");
  return plain !== "" && segments.includes("") && takesEmpty(root, segments, method);
}

function takesEmpty<T>(node: Node<T>, [segment, ...rest]: readonly string[], method: string): boolean {
  if (segment === undefined) return node.methods?.has(method) ?? false;
  const { parameter, literals } = node;
  const literal = literals.get(decodePercent(segment));
  return [literal, parameter].some((next) => next !== undefined && takesEmpty(next, rest, method));
}
