import { getOrMake } from "../lazy/get-or-make.js";
import type { Operation } from "../model/api-description.js";
import { type PathShape, pathShape, type ShapeSegment, shapeKey } from "./path-shape.js";

/** The operations of one path. Paths that differ in parameter names only are one route: no server could tell them apart. */
export interface Route {
  /** As written; the first in alphabetical order where there are several. */
  readonly path: string;
  readonly shape: PathShape;
  readonly operations: readonly Operation[];
  /** The operation of a method, if there is one. */
  get(method: string): Operation | undefined;
}

export interface Routes {
  /** In alphabetical order of their paths, so that the order of the description does not matter. */
  readonly all: readonly Route[];
  /** The routes that have one segment more. */
  below(segments: readonly ShapeSegment[]): readonly Route[];
  /** The route at these segments, rather one with this suffix than one without. */
  find(segments: readonly ShapeSegment[], suffix: string): Route | undefined;
}

/** Groups operations by path. */
export function groupRoutes(operations: readonly Operation[]): Routes {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    getOrMake(byPath, operation.template.text, () => []).push(operation);
  }
  const groups = new Map<string, { shape: PathShape; operations: Operation[] }>();
  for (const path of [...byPath.keys()].sort()) {
    const here = byPath.get(path) ?? [];
    const [first] = here;
    if (!first) continue;
    const shape = pathShape(first.template);
    const key = routeKey(shape.segments, shape.suffix);
    const group = groups.get(key);
    if (group) group.operations.push(...here);
    else groups.set(key, { shape, operations: [...here] });
  }
  const byKey = new Map<string, Route>();
  for (const [key, { shape, operations: here }] of groups) byKey.set(key, createRoute(shape, here));
  const all = [...byKey.values()].sort((a, b) => compareText(a.path, b.path));
  let byParent: Map<string, Route[]> | undefined;
  return {
    all,
    below(segments) {
      byParent ??= groupByParent(all);
      return byParent.get(shapeKey(segments)) ?? [];
    },
    find: (segments, suffix) =>
      byKey.get(routeKey(segments, suffix)) ?? (suffix === "" ? undefined : byKey.get(routeKey(segments, ""))),
  };
}

function groupByParent(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const key = shapeKey(route.shape.segments.slice(0, -1));
    getOrMake(groups, key, () => []).push(route);
  }
  return groups;
}

/** By code unit: the same order on every machine, whatever its language. */
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
  // A group is made for an operation, so there is a first one.
  const [first] = operations as [Operation, ...Operation[]];
  return {
    path: first.template.text,
    shape,
    operations,
    get: (method) => byMethod.get(method),
  };
}
