import type { Operation } from "../description/api-description.js";
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
  /** The route at these segments, rather one with this suffix than one without. */
  find(segments: readonly ShapeSegment[], suffix: string): Route | undefined;
}

/** Groups operations by path. */
export function groupRoutes(operations: readonly Operation[]): Routes {
  const groups = new Map<string, { shape: PathShape; operations: Operation[] }>();
  for (const operation of operations) {
    const shape = pathShape(operation.template);
    const key = routeKey(shape.segments, shape.suffix);
    const group = groups.get(key);
    if (group) group.operations.push(operation);
    else groups.set(key, { shape, operations: [operation] });
  }
  const byKey = new Map<string, Route>();
  for (const [key, group] of groups) byKey.set(key, createRoute(group.operations));
  return {
    all: [...byKey.values()].sort((a, b) => compareText(a.path, b.path)),
    find: (segments, suffix) =>
      byKey.get(routeKey(segments, suffix)) ?? (suffix === "" ? undefined : byKey.get(routeKey(segments, ""))),
  };
}

/** By code unit: the same order on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function routeKey(segments: readonly ShapeSegment[], suffix: string): string {
  return `${shapeKey(segments)} ${suffix}`;
}

function createRoute(unordered: readonly Operation[]): Route {
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
    shape: pathShape(first.template),
    operations,
    get: (method) => byMethod.get(method),
  };
}
