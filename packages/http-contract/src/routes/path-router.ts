import {
  createSegmentPattern,
  getOrMake,
  type PathSegment,
  parsePathTemplate,
  type SegmentPattern,
} from "@onespec/spec-core";
import { decodePercent } from "../wire/text-values.js";

/**
 * The result of matching a path: the registered values by method, and the text of each path parameter, still
 * percent-encoded.
 */
export interface PathMatch<T> {
  readonly methods: ReadonlyMap<string, T>;
  readonly values: readonly string[];
}

/**
 * Finds the template that matches a path. It goes segment by segment with backtracking: literals before patterns before
 * parameters (OpenAPI 3.1, "Path Templating Matching"). Templates that differ only in the names of their parameters are
 * the same. An encoded character equals the plain one, except a slash. Additional slashes are ignored, unless a
 * parameter's value is missing. A slash at the end is always ignored for reads and creates.
 */
export interface PathRouter<T> {
  /** If two templates are equal, the first in the description wins. @param path a template */
  add(path: string, method: string, value: T): void;
  /**
   * The best match that has the method. If none has it, the best match of all, so that a wrong method gets 405 and not
   * 404. If a literal path also matches but lacks the method, the template does not match.
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

/**
 * @param position start of the unmatched rest of the path
 * @param values parameter values so far
 */
function search<T>(
  node: Node<T>,
  path: string,
  position: number,
  values: string[],
  method: string | undefined,
): PathMatch<T> | undefined {
  // Skips empty segments: a trailing slash, or a double slash after a base URL that ends in a slash.
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
    // If a literal path lacks the method, the method is wrong. The literal is not a parameter value of another
    // template.
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
 * True if an empty segment is a missing parameter value. `/pets//food` is not the pet `food`, and `DELETE /pets/` does
 * not mean all pets if one pet can be deleted.
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
