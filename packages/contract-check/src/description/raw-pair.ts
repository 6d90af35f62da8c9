import { escapeRegExp, percentEncode } from "./json.js";
import type { RawOperation } from "./raw-operation.js";

/** A collection path, and the item path with one more parameter. Only the paths decide. */
export interface RawPair {
  readonly collectionPath: string;
  readonly itemPath: string;
  /** Name of the item path's last parameter. */
  readonly parameter: string;
  /** Last literal segment of the collection path. `""` if there is none. */
  readonly noun: string;
  readonly create: RawOperation | undefined;
  readonly list: RawOperation | undefined;
  readonly read: RawOperation | undefined;
  /** PATCH on the item path. If there is none, PUT, or else POST. */
  readonly update: RawOperation | undefined;
  readonly remove: RawOperation | undefined;
}

/**
 * Pairs `/pets` with `/pets/{petId}`. Other forms of paths are not pairs. The collection needs a list or a create, and
 * the item a read, an update or a delete.
 */
export function rawPairs(operations: readonly RawOperation[]): RawPair[] {
  const byKey = new Map(operations.map((operation) => [operation.key, operation]));
  const byMethod = new Map(
    operations.map((operation) => [`${operation.method} ${shapeOf(operation.path)}`, operation]),
  );
  // `/pets/{petId}` and `/pets/{name}` match the same requests, and each may have some of the methods.
  const at = (method: string, path: string): RawOperation | undefined =>
    byKey.get(`${method} ${path}`) ?? byMethod.get(`${method} ${shapeOf(path)}`);
  const shapes = new Set<string>();
  const paths = [...new Set(operations.map(({ path }) => path))];
  const byShape = new Map(paths.map((path) => [shapeOf(path), path]));
  const pairs: RawPair[] = [];
  for (const itemPath of paths) {
    const match = /^(.*)\/\{([^{}/]+)\}\/?$/.exec(itemPath);
    const [, prefix = "", parameter = ""] = match ?? [];
    const collectionPath = match === null ? undefined : byShape.get(shapeOf(prefix || "/"));
    if (collectionPath === undefined || shapes.has(shapeOf(itemPath))) continue;
    shapes.add(shapeOf(itemPath));
    const pair: RawPair = {
      collectionPath,
      itemPath,
      parameter,
      noun: prefix.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? "",
      create: at("POST", collectionPath),
      list: at("GET", collectionPath),
      read: at("GET", itemPath),
      update: at("PATCH", itemPath) ?? at("PUT", itemPath) ?? at("POST", itemPath),
      remove: at("DELETE", itemPath),
    };
    const hasItem = pair.read !== undefined || pair.update !== undefined || pair.remove !== undefined;
    if (hasItem && (pair.create !== undefined || pair.list !== undefined)) pairs.push(pair);
  }
  return pairs;
}

/** The path of one record, below a collection's path that is filled in. Ends with a slash if the item path does. */
export function recordPath({ itemPath }: RawPair, collection: string, id: string): string {
  return `${collection.replace(/\/$/, "")}/${percentEncode(id)}${itemPath.endsWith("/") ? "/" : ""}`;
}

/** The path without the names of its parameters and without a trailing slash. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}/]+\}/g, "{}").replace(/(.)\/$/, "$1");
}

/** The source of a regular expression for the paths of a template, with or without a trailing slash. */
export function pathPattern(template: string): string {
  const parts = template.replace(/\/$/, "").split(/\{[^{}]*\}/);
  return `${parts.map(escapeRegExp).join("[^/]+")}/?$`;
}
