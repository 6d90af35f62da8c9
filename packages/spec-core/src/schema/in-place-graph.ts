import { inPlaceParts } from "./in-place-parts.js";
import type { JsonSchema, Schema, SchemaRegistry } from "./schema.js";
import type { SubtypeIndex } from "./subtypes.js";

/**
 * Which schemas lead to which without a step into the value: through references, `allOf`, `oneOf`, `anyOf`, conditions
 * and subtypes. A circle here would be checked for ever.
 */
export interface InPlaceGraph {
  /** URIs of the schemas that a value of `schema` may be checked against as well; with its own, when it is in a circle. */
  reach(schema: Schema): ReadonlySet<string>;
  /** The same for a schema without a name, together with the schema it refers to. */
  reachFrom(json: JsonSchema): ReadonlySet<string>;
  isCircular(schema: Schema): boolean;
  /** Names of the properties that the schema and those it reaches require or declare. */
  mentions(schema: Schema): ReadonlySet<string>;
}

export function createInPlaceGraph(schemas: SchemaRegistry, subtypes: SubtypeIndex): InPlaceGraph {
  const edges = new WeakMap<object, readonly Schema[]>();
  const reached = new Map<string, ReadonlySet<string>>();
  const mentioned = new Map<string, ReadonlySet<string>>();

  function targets(json: JsonSchema): readonly Schema[] {
    if (typeof json === "boolean") return [];
    let found = edges.get(json);
    if (found === undefined) {
      const direct = new Set<Schema>();
      for (const part of inPlaceParts(json)) {
        if (part.$ref !== undefined) direct.add(schemas.at(part.$ref));
        for (const subtype of subtypes.of(part)?.byTag.values() ?? []) direct.add(subtype);
      }
      found = [...direct];
      edges.set(json, found);
    }
    return found;
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
    let uris = reached.get(schema.uri);
    if (uris === undefined) {
      uris = new Set(walk(schema.json).keys());
      reached.set(schema.uri, uris);
    }
    return uris;
  }

  return {
    reach,
    reachFrom: (json) => new Set(walk(json).keys()),
    isCircular: (schema) => reach(schema).has(schema.uri),
    mentions(schema) {
      let names = mentioned.get(schema.uri);
      if (names === undefined) {
        const found = new Set<string>();
        for (const json of [schema.json, ...[...walk(schema.json).values()].map((target) => target.json)]) {
          for (const { required = [], properties = {}, dependentRequired = {} } of inPlaceParts(json)) {
            const names = [required, Object.keys(properties), ...Object.values(dependentRequired)].flat();
            for (const name of names) found.add(name);
          }
        }
        names = found;
        mentioned.set(schema.uri, names);
      }
      return names;
    },
  };
}
