import { getOrMake } from "../../lazy/caches.js";
import type { JsonSchema, JsonSchemaObject, Schema, SchemaRegistry } from "../schema.js";
import type { SubtypeIndex } from "../shape/subtypes.js";

/**
 * The schemas that apply to the same value as another schema: through references, `allOf`, `oneOf`, `anyOf`, conditions
 * and subtypes. A cycle among them would be checked forever.
 */
export interface InPlaceGraph {
  /** URIs of the other schemas that apply to a value of `schema`. Its own URI is included if it is in a cycle. */
  reach(schema: Schema): ReadonlySet<string>;
  /** The same for a schema without a name, including the schema that it refers to. */
  reachFrom(json: JsonSchema): ReadonlySet<string>;
  isCircular(schema: Schema): boolean;
  /** Names of the properties that the schema, or one that it reaches, requires or declares. */
  mentions(schema: Schema): ReadonlySet<string>;
}

export function createInPlaceGraph(schemas: SchemaRegistry, subtypes: SubtypeIndex): InPlaceGraph {
  const edges = new WeakMap<object, readonly Schema[]>();
  const reached = new Map<string, ReadonlySet<string>>();
  const mentioned = new Map<string, ReadonlySet<string>>();

  function targets(json: JsonSchema): readonly Schema[] {
    if (typeof json === "boolean") return [];
    return getOrMake(edges, json, () => {
      const direct = new Set<Schema>();
      for (const part of inPlaceParts(json)) {
        if (part.$ref !== undefined) direct.add(schemas.at(part.$ref));
        for (const subtype of subtypes.of(part)?.byTag.values() ?? []) direct.add(subtype);
      }
      return [...direct];
    });
  }

  function walk(json: JsonSchema): Map<string, Schema> {
    const found = new Map<string, Schema>();
    const queue = [...targets(json)];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (found.has(next.uri)) continue;
      found.set(next.uri, next);
      queue.push(...targets(next.json));
    }
    return found;
  }

  function reach(schema: Schema): ReadonlySet<string> {
    return getOrMake(reached, schema.uri, () => new Set(walk(schema.json).keys()));
  }

  return {
    reach,
    reachFrom: (json) => new Set(walk(json).keys()),
    isCircular: (schema) => reach(schema).has(schema.uri),
    mentions(schema) {
      return getOrMake(mentioned, schema.uri, () => {
        const found = new Set<string>();
        for (const json of [schema.json, ...[...walk(schema.json).values()].map((target) => target.json)]) {
          for (const { required = [], properties = {}, dependentRequired = {} } of inPlaceParts(json)) {
            const names = [required, Object.keys(properties), ...Object.values(dependentRequired)].flat();
            for (const name of names) found.add(name);
          }
        }
        return found;
      });
    },
  };
}

/** The schema and its parts that apply to the same value. References are not followed. */
function inPlaceParts(json: JsonSchema): JsonSchemaObject[] {
  const found: JsonSchemaObject[] = [];
  isSomePart(json, (part) => {
    found.push(part);
    return false;
  });
  return found;
}

/** True if the schema, or one that it combines, matches. */
export function isSomePart(json: JsonSchema, test: (part: JsonSchemaObject) => boolean): boolean {
  if (typeof json === "boolean") return false;
  if (test(json)) return true;
  const { allOf, oneOf, anyOf, not, if: condition, then: yes, else: no, dependentSchemas } = json;
  for (const list of [allOf, oneOf, anyOf]) if (list?.some((part) => isSomePart(part, test))) return true;
  for (const part of [not, condition, yes, no]) if (part !== undefined && isSomePart(part, test)) return true;
  return dependentSchemas !== undefined && Object.values(dependentSchemas).some((part) => isSomePart(part, test));
}

/** How one schema leads to another on the same value: as a part (`allOf`), or as one of several alternatives. */
type Edge = "all" | "union";

/**
 * URIs of the schemas that are being checked on the same value, outermost first, each with the way from it to the
 * current schema. They stop the check of schemas that are parts or alternatives of each other.
 */
export type ActiveSchemas = ReadonlyMap<string, Edge>;

export const NOT_ACTIVE: ActiveSchemas = new Map();

/** The active schemas after a step from `root`. Schemas that are not in a cycle are omitted. */
export function activeBehind(
  graph: InPlaceGraph,
  active: ActiveSchemas,
  root: Schema | undefined,
  edge: Edge,
): ActiveSchemas {
  if (root === undefined || (active.size === 0 && !graph.isCircular(root))) return active;
  const behind = new Map([...active].map(([uri, way]) => [uri, edge === "union" ? edge : way]));
  return behind.set(root.uri, edge);
}

/** The active schemas that can be reached again from the target. */
export function activeFor(graph: InPlaceGraph, active: ActiveSchemas, target: Schema): ActiveSchemas {
  if (active.size === 0) return active;
  const reached = graph.reach(target);
  const kept = [...active].filter(([uri]) => reached.has(uri));
  return kept.length === active.size ? active : new Map(kept);
}

/**
 * True if an alternative contains a schema that this one is a part of. Example: Cat is `allOf` Pet, and Pet is `oneOf`
 * Cat and Dog. Then the alternative is already chosen.
 */
export function leadsBack(graph: InPlaceGraph, active: ActiveSchemas, branches: readonly JsonSchema[]): boolean {
  const parts = [...active].filter(([, way]) => way === "all").map(([uri]) => uri);
  if (parts.length === 0) return false;
  return branches.some((branch) => {
    const reached = graph.reachFrom(branch);
    return parts.some((uri) => reached.has(uri));
  });
}
