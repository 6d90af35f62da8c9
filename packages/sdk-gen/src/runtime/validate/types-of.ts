import type { SchemaData, SchemaObject, SchemaReference } from "../schema-data.js";

/** Maximum depth of parts. */
const MOST_PARTS = 8;

/** JSON types that a value of the schema may have; empty: any. */
export function typesOf(schema: SchemaData, depth = 0): ReadonlySet<string> {
  const target = targetOf(schema);
  if (typeof target === "boolean" || depth > MOST_PARTS) return new Set();
  const { type, enum: members, properties } = target;
  if (type !== undefined) return new Set([type].flat());
  if (members)
    return new Set(
      members.map((member) => (member === null ? "null" : Array.isArray(member) ? "array" : typeof member)),
    );
  const parts = partsOf(target);
  if (parts.length === 0 && properties) return new Set(["object"]);
  const types = parts.map((part) => typesOf(part, depth + 1));
  return new Set(types.some(({ size }) => size === 0) && !target.allOf ? [] : types.flatMap((some) => [...some]));
}

export function partsOf({ allOf = [], anyOf = [], oneOf = [] }: SchemaObject): readonly SchemaData[] {
  return [...allOf, ...anyOf, ...oneOf];
}

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
