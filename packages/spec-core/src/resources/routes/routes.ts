import { getOrMake } from "../../lazy/caches.js";
import type { Operation } from "../../model/api-description.js";
import { type PathShape, pathShape, type ShapeSegment, shapeKey, withoutBase } from "./path-shape.js";

/**
 * The operations of one path. Paths that differ only in parameter names are one route, because a server cannot
 * distinguish them.
 */
export interface Route {
  /** The path in the description. If there are several, it is the first in alphabetical order. */
  readonly path: string;
  readonly shape: PathShape;
  readonly operations: readonly Operation[];
  /** The operation of a method, if there is one. */
  get(method: string): Operation | undefined;
}

export interface Routes {
  /** Sorted by path, so that the order of the description does not matter. */
  readonly all: readonly Route[];
  of(operation: Operation): Route | undefined;
  /** The routes with one more segment. */
  below(segments: readonly ShapeSegment[]): readonly Route[];
  /** The route with these segments, with this suffix if possible, or else without a suffix. */
  find(segments: readonly ShapeSegment[], suffix: string): Route | undefined;
}

/** Groups operations by path. */
export function groupRoutes(operations: readonly Operation[]): Routes {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    getOrMake(byPath, operation.template.text, () => []).push(operation);
  }
  const groups = new Map<string, { shape: PathShape; operations: Operation[] }>();
  const shapes = [...byPath.keys()].sort().flatMap((path) => {
    const here = byPath.get(path) ?? [];
    return here[0] ? [{ shape: pathShape(here[0].template), here }] : [];
  });
  for (const { shape, here } of withoutVersions(shapes)) {
    const key = routeKey(shape.segments, shape.suffix);
    const group = groups.get(key);
    if (group) group.operations.push(...here);
    else groups.set(key, { shape, operations: [...here] });
  }
  const byKey = new Map<string, Route>();
  for (const [key, { shape, operations: here }] of groups) byKey.set(key, createRoute(shape, here));
  const all = [...byKey.values()].sort((a, b) => compareText(a.path, b.path));
  let byParent: Map<string, Route[]> | undefined;
  const byOperation = new Map(all.flatMap((route) => route.operations.map((operation) => [operation, route] as const)));
  return {
    all,
    of: (operation) => byOperation.get(operation),
    below(segments) {
      byParent ??= groupByParent(all);
      return byParent.get(shapeKey(segments)) ?? [];
    },
    find: (segments, suffix) =>
      byKey.get(routeKey(segments, suffix)) ?? (suffix === "" ? undefined : byKey.get(routeKey(segments, ""))),
  };
}

interface ShapedPath {
  readonly shape: PathShape;
  readonly here: readonly Operation[];
}

/**
 * Removes versions from the paths of a noun if they belong to operations instead of the API: `GET /v10/projects` and
 * `DELETE /v9/projects/{id}`. No path may have the same method in two versions.
 */
function withoutVersions(paths: readonly ShapedPath[]): readonly ShapedPath[] {
  const nouns = new Map<string, { versions: Set<string>; seen: Set<string>; isTwice: boolean }>();
  const bare = paths.map((path) => {
    const rest = withoutBase(path.shape.segments);
    const base = path.shape.segments.slice(0, path.shape.segments.length - rest.length);
    const segments = [...base.filter((segment) => segment.kind !== "literal" || !VERSION.test(segment.text)), ...rest];
    const noun = shapeKey(segments.slice(0, segments.length - rest.length + 1));
    const known = getOrMake(nouns, noun, () => ({ versions: new Set(), seen: new Set(), isTwice: false }));
    known.versions.add(shapeKey(base));
    for (const { method } of path.here) {
      const key = `${method} ${routeKey(segments, path.shape.suffix)}`;
      if (known.seen.has(key)) known.isTwice = true;
      known.seen.add(key);
    }
    return { known, path, segments };
  });
  return bare.map(({ known, path, segments }) =>
    known.isTwice || known.versions.size < 2 ? path : { ...path, shape: { ...path.shape, segments } },
  );
}

const VERSION = /^v\d/i;

function groupByParent(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const key = shapeKey(route.shape.segments.slice(0, -1));
    getOrMake(groups, key, () => []).push(route);
  }
  return groups;
}

/** Compares by code unit, so that the order is the same on every machine and in every language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function routeKey(segments: readonly ShapeSegment[], suffix: string): string {
  return `${shapeKey(segments)} ${suffix}`;
}

function createRoute(shape: PathShape, unordered: readonly Operation[]): Route {
  const operations = [...unordered].sort(
    (a, b) => compareText(a.template.text, b.template.text) || compareText(a.method, b.method),
  );
  const byMethod = new Map<string, Operation>();
  for (const operation of operations) {
    if (!byMethod.has(operation.method)) byMethod.set(operation.method, operation);
  }
  // Each group is created for an operation, so there is a first one.
  const [first] = operations as [Operation, ...Operation[]];
  return {
    path: first.template.text,
    shape,
    operations,
    get: (method) => byMethod.get(method),
  };
}
