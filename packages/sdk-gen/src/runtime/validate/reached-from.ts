import type { SchemaData, SchemaObject, SchemaReference } from "../schema-data.js";

const targets = new WeakMap<SchemaReference, SchemaData>();

/** The schema of a reference. Cached. */
export function targetOf(schema: SchemaData): boolean | SchemaObject {
  let target = schema;
  while (typeof target === "function") {
    const next = targets.get(target) ?? target();
    targets.set(target, next);
    target = next;
  }
  return target;
}

/** Collects the schema, its parts and its branches, following references. */
export function reachedFrom(schema: SchemaData, found: Set<SchemaObject> = new Set()): ReadonlySet<SchemaObject> {
  const target = targetOf(schema);
  if (typeof target === "boolean" || found.has(target)) return found;
  found.add(target);
  const { allOf, anyOf, oneOf, not, if: condition, then: yes, else: no, dependentSchemas, discriminator } = target;
  const lists = [allOf, anyOf, oneOf, [not, condition, yes, no]];
  const parts = [
    ...lists.flat(),
    ...Object.values({ ...dependentSchemas }),
    ...Object.values({ ...discriminator?.subtypes }),
  ];
  for (const part of parts) if (part !== undefined) reachedFrom(part, found);
  return found;
}
