import { getOrMake } from "../../lazy/caches.js";
import type { JsonSchema, SchemaRegistry } from "../schema.js";
import { type ObjectProperty, objectProperties } from "./object-properties.js";

/** The form of a schema's values, with all branches combined. It is enough to read a text as a value. */
export interface SchemaShape {
  /** JSON types. Empty if the schema declares none. */
  readonly types: ReadonlySet<string>;
  /** The values of `enum` and `const`. */
  readonly values: readonly unknown[];
  /** True if text other than `values` is allowed. */
  readonly isFreeText: boolean;
  readonly items: JsonSchema | undefined;
  readonly properties: ReadonlyMap<string, ObjectProperty>;
  /** The schema of undeclared properties. `undefined` if there is none. */
  readonly additional: JsonSchema | undefined;
}

const shapes = new WeakMap<object, SchemaShape>();

/** The shape of a schema, cached. */
export function schemaShape(schemas: SchemaRegistry, schema: JsonSchema): SchemaShape {
  const target = schemas.follow(schema);
  if (typeof target === "boolean") return ANYTHING;
  return getOrMake(shapes, target, () => buildShape(schemas, target));
}

const ANYTHING: SchemaShape = {
  types: new Set(),
  values: [],
  isFreeText: true,
  items: undefined,
  properties: new Map(),
  additional: undefined,
};

function buildShape(schemas: SchemaRegistry, schema: JsonSchema): SchemaShape {
  const types = new Set<string>();
  const values: unknown[] = [];
  let isFreeText = false;
  let items: JsonSchema | undefined;
  let additional: JsonSchema | undefined;
  const seen = new Set<JsonSchema>();
  const visit = (part: JsonSchema): void => {
    const target = schemas.follow(part);
    if (typeof target === "boolean" || seen.has(target)) return;
    seen.add(target);
    for (const type of typeof target.type === "string" ? [target.type] : (target.type ?? [])) types.add(type);
    if (target.type === undefined) {
      if (target.properties || target.additionalProperties !== undefined) types.add("object");
      if (target.items !== undefined) types.add("array");
    }
    const named = Object.hasOwn(target, "const") ? [target.const] : (target.enum ?? []);
    for (const value of named) values.push(value);
    if (named.length === 0 && [target.type].flat().includes("string")) isFreeText = true;
    if (target.type === undefined) for (const value of named) types.add(typeOf(value));
    items ??= target.items;
    additional ??= target.additionalProperties;
    for (const branch of [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])]) visit(branch);
  };
  visit(schema);
  const properties = objectProperties(schemas, schema);
  return { types, values, isFreeText, items, properties, additional };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}
