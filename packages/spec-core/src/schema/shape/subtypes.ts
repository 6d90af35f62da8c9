import type { JsonSchemaObject, Schema, SchemaRegistry } from "../schema.js";
import { allowedTags } from "./discriminator.js";

/** The schemas that extend a schema by `allOf`, told apart by the value of one property. */
interface Subtypes {
  readonly propertyName: string;
  readonly byTag: ReadonlyMap<string, Schema>;
}

/** Finds the subtypes of schemas that have a discriminator and no alternatives of their own. */
export interface SubtypeIndex {
  of(json: JsonSchemaObject): Subtypes | undefined;
}

/**
 * OpenAPI 3.1, "Discriminator Object": `Pet` with a discriminator and `Cat` with `allOf: [{ $ref: Pet }, ...]`; what is
 * declared a Pet and says it is a Cat must be one. Subtypes are those the mapping names and every named schema that
 * extends this one, directly or not.
 */
export function createSubtypeIndex(schemas: SchemaRegistry): SubtypeIndex {
  const known = new WeakMap<object, Subtypes>();
  let children: Map<unknown, Schema[]> | undefined;

  /** Empty where discriminators inherit discriminators without end: there are more ways through them than can be tried. */
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
      // By tag: neither what is sampled nor what is generated may tell the order of the document.
      const sorted = [...byTag].sort(([left], [right]) => (left < right ? -1 : 1));
      const subtypes = { propertyName, byTag: new Map(sorted) };
      known.set(json, subtypes);
      return subtypes;
    },
  };
}

/** One below the other. */
const MOST_DISCRIMINATORS = 8;

/** The tags that the subtype allows, those that its base allows aside. */
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
  // By name: of two that allow the same tag the last one counts.
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
