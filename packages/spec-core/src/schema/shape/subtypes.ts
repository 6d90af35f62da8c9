import { getOrMake } from "../../lazy/caches.js";
import type { JsonSchema, JsonSchemaObject, Schema, SchemaRegistry } from "../schema.js";
import { allowedTags } from "./discriminator.js";

/** The schemas that extend a schema with `allOf`, by the value of one property. */
interface Subtypes {
  readonly propertyName: string;
  readonly byTag: ReadonlyMap<string, Schema>;
}

/** Finds the subtypes of schemas that have a discriminator, but no `oneOf` or `anyOf`. */
export interface SubtypeIndex {
  of(json: JsonSchemaObject): Subtypes | undefined;
}

const indexes = new WeakMap<SchemaRegistry, SubtypeIndex>();

/** The index of a registry's subtypes, which all callers share. */
export function subtypesOf(schemas: SchemaRegistry): SubtypeIndex {
  return getOrMake(indexes, schemas, () => createSubtypeIndex(schemas));
}

/**
 * The subtypes of a schema whose properties its values may have. None while the properties of a subtype are collected: it has those of its
 * base, and not those of its siblings.
 * @param seen the schemas whose properties were collected
 */
export function subtypesBelow(
  schemas: SchemaRegistry,
  json: JsonSchemaObject,
  seen: ReadonlySet<JsonSchema>,
): readonly JsonSchema[] {
  const below = [...(subtypesOf(schemas).of(json)?.byTag.values() ?? [])].map((subtype) => subtype.json);
  return below.some((one) => seen.has(one)) ? [] : below;
}

/**
 * Creates the index of subtypes. If `Pet` has a discriminator and `Cat` has `allOf: [{ $ref: Pet }, ...]`, a Pet whose
 * tag is Cat must be a valid Cat. Subtypes are the schemas in the mapping, and all named schemas that extend this one,
 * directly or not.
 * @see OpenAPI 3.1, "Discriminator Object"
 */
function createSubtypeIndex(schemas: SchemaRegistry): SubtypeIndex {
  const known = new WeakMap<object, Subtypes>();
  let children: Map<unknown, Schema[]> | undefined;

  /**
   * The subtypes of a schema. Empty if too many of them have discriminators themselves, because there are too many
   * combinations to try.
   */
  function descendants(json: unknown): ReadonlySet<Schema> {
    const found = new Set<Schema>();
    return collect(json, found, 0) ? found : new Set();
  }

  function collect(json: unknown, found: Set<Schema>, discriminators: number): boolean {
    if (discriminators > MOST_DISCRIMINATORS) return false;
    children ??= childrenOf(schemas);
    for (const child of children.get(json) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      const more = typeof child.json === "object" && child.json.discriminator !== undefined ? 1 : 0;
      if (!collect(child.json, found, discriminators + more)) return false;
    }
    return true;
  }

  return {
    of(json) {
      const { discriminator } = json;
      if (discriminator === undefined || json.oneOf || json.anyOf) return undefined;
      const before = known.get(json);
      if (before !== undefined) return before;
      const { propertyName, mapping = {} } = discriminator;
      const byTag = new Map<string, Schema>();
      const allowed = allowedTags(schemas, json, propertyName, new Set());
      for (const child of descendants(json)) {
        const own = typeof child.json === "object" ? ownTags(schemas, child.json, json, propertyName) : undefined;
        for (const tag of own ?? (child.name === undefined ? [] : [child.name]))
          if (allowed?.includes(tag) !== false) byTag.set(tag, child);
      }
      for (const [tag, uri] of Object.entries(mapping)) byTag.set(tag, schemas.at(uri));
      for (const [tag, schema] of byTag) if (schema.json === json || schema.json === true) byTag.delete(tag);
      // Sorted by tag, so that samples and generated code do not depend on the order of the document.
      const sorted = [...byTag].sort(([left], [right]) => (left < right ? -1 : 1));
      const subtypes = { propertyName, byTag: new Map(sorted) };
      known.set(json, subtypes);
      return subtypes;
    },
  };
}

/** Maximum number of discriminators that inherit from each other. */
const MOST_DISCRIMINATORS = 8;

/** The tags that the subtype allows, without those that its base allows. */
function ownTags(
  schemas: SchemaRegistry,
  json: JsonSchemaObject,
  base: JsonSchemaObject,
  propertyName: string,
): readonly string[] | undefined {
  return allowedTags(schemas, json, propertyName, new Set([base]));
}

function childrenOf(schemas: SchemaRegistry): Map<unknown, Schema[]> {
  const children = new Map<unknown, Schema[]>();
  // Sorted by name: if two schemas allow the same tag, the last one counts.
  const named = [...schemas.named].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const schema of new Set(named.map(([, schema]) => schema))) {
    if (typeof schema.json === "boolean") continue;
    for (const part of schema.json.allOf ?? []) {
      if (typeof part === "boolean" || part.$ref === undefined) continue;
      const base = schemas.follow(part);
      children.set(base, [...(children.get(base) ?? []), schema]);
    }
  }
  return children;
}
