import { getOrMake } from "../lazy/get-or-make.js";
import type { JsonSchema, SchemaRegistry } from "./schema.js";
import { isNullSchema } from "./unwrap-schema.js";

/** A property that a value of the schema may have. */
export interface ObjectProperty {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

const NO_PROPERTIES: ReadonlyMap<string, ObjectProperty> = new Map();

/** A schema in normal form belongs to one registry, so that it alone can be the key. */
const known = new WeakMap<object, ReadonlyMap<string, ObjectProperty>>();

/**
 * The properties an object schema declares: its own, those of every `allOf` part, and, as optional ones, those of each
 * `oneOf` and `anyOf` branch (all of them, where null is the only other branch). Of several declarations the first
 * that says anything gives the schema: a base's `result: {}` does not hide what a later part says of it. Schemas that contain themselves are visited once. The result is kept.
 */
export function objectProperties(schemas: SchemaRegistry, schema: JsonSchema): ReadonlyMap<string, ObjectProperty> {
  const target = schemas.follow(schema);
  if (typeof target === "boolean") return NO_PROPERTIES;
  return getOrMake(known, target, () => {
    const found = new Map<string, ObjectProperty>();
    const required = new Set<string>();
    collect(schemas, target, true, found, required, new Set());
    for (const name of required) {
      const property = found.get(name);
      if (property !== undefined) found.set(name, { ...property, required: true });
    }
    return found;
  });
}

function collect(
  schemas: SchemaRegistry,
  schema: JsonSchema,
  certain: boolean,
  found: Map<string, ObjectProperty>,
  required: Set<string>,
  seen: Set<JsonSchema>,
): void {
  const target = schemas.follow(schema);
  if (typeof target === "boolean" || seen.has(target)) return;
  seen.add(target);
  if (certain) for (const name of target.required ?? []) required.add(name);
  for (const [name, property] of Object.entries(target.properties ?? {})) {
    const before = found.get(name);
    found.set(name, {
      name,
      schema: before === undefined || saysNothing(schemas, before.schema, 0) ? property : before.schema,
      required: false,
      readOnly: before?.readOnly === true || schemas.isFlagged(property, "readOnly"),
      writeOnly: before?.writeOnly === true || schemas.isFlagged(property, "writeOnly"),
    });
  }
  for (const part of target.allOf ?? []) collect(schemas, part, certain, found, required, seen);
  const branches = [...(target.oneOf ?? []), ...(target.anyOf ?? [])].filter((branch) => !isNullSchema(branch));
  for (const branch of branches) collect(schemas, branch, certain && branches.length === 1, found, required, seen);
}

/** Schemas in schemas that are looked into to see whether there is anything in them. */
const DEEPEST = 8;

/** Any value, any object, any array, or an array of any of those. */
function saysNothing(schemas: SchemaRegistry, schema: JsonSchema, depth: number): boolean {
  const target = schemas.follow(schema);
  if (typeof target === "boolean") return target;
  if (depth > DEEPEST || TELLING.some((keyword) => target[keyword] !== undefined)) return false;
  const { type, items, allOf } = target;
  const types = typeof type === "string" ? [type] : (type ?? []);
  if (types.some((one) => one !== "object" && one !== "array" && one !== "null")) return false;
  return [...(items === undefined ? [] : [items]), ...(allOf ?? [])].every((part) =>
    saysNothing(schemas, part, depth + 1),
  );
}

const TELLING = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "prefixItems",
  "enum",
  "const",
  "oneOf",
  "anyOf",
  "not",
];

/** Is the property at a place writeOnly, or in one that is? Names lead from the outside in, through objects alone. */
export function isWriteOnlyAt(schemas: SchemaRegistry, schema: JsonSchema, place: readonly string[]): boolean {
  let current: JsonSchema | undefined = schema;
  for (const name of place) {
    const property: ObjectProperty | undefined =
      current === undefined ? undefined : objectProperties(schemas, current).get(name);
    if (property?.writeOnly) return true;
    current = property?.schema;
  }
  return false;
}
