import { lazily } from "../../lazy/lazily.js";
import type { Operation } from "../../model/api-description.js";
import type { OperationRole, Role } from "../../model/operation-role.js";
import type { BuiltResource } from "../build/build-resources.js";
import { inferListConvention } from "../lists/infer-list-convention.js";
import { type ShapeSegment, shapeKey } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import type { Links } from "./links.js";

/** The paths of a description, and the resources at these paths. */
export interface KnownPaths {
  readonly reader: SchemaReader;
  readonly routes: Routes;
  readonly built: readonly BuiltResource[];
  readonly links: Links;
  /** The resource whose collection path is this route. */
  collectionOf(route: Route): BuiltResource | undefined;
  collectionAt(segments: readonly ShapeSegment[], suffix: string): BuiltResource | undefined;
  /** Like `collectionAt`, but the path may have no operations: `/vendors` of `/vendors/create` and `/vendors/list`. */
  calledAt(segments: readonly ShapeSegment[]): BuiltResource | undefined;
  /** The resources whose collection paths are one word longer than this path. */
  collectionsBelow(segments: readonly ShapeSegment[]): readonly BuiltResource[];
  /** The resource with this item path. */
  itemAt(segments: readonly ShapeSegment[]): BuiltResource | undefined;
  /**
   * How the query of an operation, and its body, select records of a collection.
   * @param hasBody false to ignore the body
   */
  selecting(owner: BuiltResource, operation: Operation, hasBody?: boolean): NonNullable<OperationRole["removes"]>;
}

/** The roles that are known so far. */
export interface KnownRoles {
  /** The role of an operation at the collection path or item path of a pair. */
  ofPair(operation: Operation): Role | undefined;
  /** The role of any operation. */
  of(operation: Operation): Role | undefined;
  /** Finds the roles of another path first. */
  settle(route: Route): void;
}

/** A rule that finds roles of operations at one path. Later rules override earlier ones. */
export type RoleRule = (paths: KnownPaths, route: Route, roles: KnownRoles) => readonly (readonly [Operation, Role])[];

/** Methods that change nothing (RFC 9110, 9.2.1), and `QUERY`. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(["get", "head", "options", "trace", "query"]);

export function createKnownPaths(
  reader: SchemaReader,
  routes: Routes,
  built: readonly BuiltResource[],
  links: Links,
): KnownPaths {
  const collections = new Map<Route, BuiltResource>();
  const items = new Map<string, BuiltResource>();
  const byPath = new Map<string, BuiltResource>();
  for (const one of built) {
    const { item, collection } = one.pair.pair;
    const { segments, suffix } = collection.shape;
    collections.set(routes.find(segments, suffix) ?? collection, one);
    byPath.set(shapeKey(segments), one);
    if (item) items.set(shapeKey(item.shape.segments), one);
  }
  return {
    reader,
    routes,
    built,
    links,
    collectionOf: (route) => collections.get(route),
    collectionAt(segments, suffix) {
      const collection = routes.find(segments, suffix);
      return collection && collections.get(collection);
    },
    calledAt: (segments) => byPath.get(shapeKey(segments)),
    collectionsBelow(segments) {
      const key = shapeKey(segments);
      return built.filter(({ pair: { pair } }) => {
        const own = pair.collection.shape.segments;
        return (
          own.length === segments.length + 1 && own.at(-1)?.kind === "literal" && shapeKey(own.slice(0, -1)) === key
        );
      });
    },
    itemAt: (segments) => items.get(shapeKey(segments)),
    selecting({ pair, resource }, operation, hasBody = operation.method !== "get") {
      const { list, record, noun, id } = pair;
      const found = list?.found ?? { at: [], items: record, isPlain: true };
      const answer = list?.answer ?? record;
      const place = { place: resource.id.property, parameter: id.parameter };
      const input = { operation, answer, found, record, id: place, noun, hasBody };
      return lazily({ resource }, { list: () => inferListConvention(reader, input) });
    },
  };
}
