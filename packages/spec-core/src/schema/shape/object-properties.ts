import { getOrMake } from "../../lazy/caches.js";
import type { JsonSchema, SchemaRegistry } from "../schema.js";
import type { PropertyFlag } from "./schema-flags.js";
import { subtypesBelow } from "./subtypes.js";
import { isNullSchema } from "./unwrap-schema.js";

/** A property that a value of the schema may have. */
export interface ObjectProperty {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

const NO_MEMBERS: Members = { properties: new Map(), required: new Set() };

/** The members that a schema declares for its values. */
interface Members {
  readonly properties: ReadonlyMap<string, ObjectProperty>;
  readonly required: ReadonlySet<string>;
}

/** A schema in normal form belongs to one registry, so the schema alone is the key. */
const known = new WeakMap<object, Members>();

/**
 * The properties that an object schema declares: its own, those of its `allOf` parts, and those of its `oneOf` and
 * `anyOf` branches and its subtypes. Properties of branches are optional, unless null is the only other branch. If a property is
 * declared several times, the first declaration that limits its values counts: a base's `result: {}` does not hide a
 * later one. The values that branches list are merged, and so are the objects that `allOf` parts declare. Recursive
 * schemas are visited once. The result is cached.
 */
export function objectProperties(schemas: SchemaRegistry, schema: JsonSchema): ReadonlyMap<string, ObjectProperty> {
  return membersOf(schemas, schema).properties;
}

/** The names that a schema and its `allOf` parts require. Some descriptions require a member without declaring it. */
export function requiredNames(schemas: SchemaRegistry, schema: JsonSchema): ReadonlySet<string> {
  return membersOf(schemas, schema).required;
}

function membersOf(schemas: SchemaRegistry, schema: JsonSchema): Members {
  const target = schemas.follow(schema);
  if (typeof target === "boolean") return NO_MEMBERS;
  return getOrMake(known, target, () => {
    const found = new Map<string, ObjectProperty>();
    const required = new Set<string>();
    collect(schemas, target, true, found, required, new Set());
    for (const name of required) {
      const property = found.get(name);
      if (property !== undefined) found.set(name, { ...property, required: true });
    }
    return { properties: found, required };
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
      schema: before === undefined ? property : bothSay(schemas, before.schema, property, certain),
      required: false,
      readOnly: isReadOnly(schemas, before, property),
      writeOnly: before?.writeOnly === true || schemas.isFlagged(property, "writeOnly"),
    });
  }
  for (const part of target.allOf ?? []) collect(schemas, part, certain, found, required, seen);
  const branches = branchesOf(target);
  for (const branch of branches) collect(schemas, branch, certain && branches.length === 1, found, required, seen);
  for (const below of subtypesBelow(schemas, target, seen)) collect(schemas, below, false, found, required, seen);
}

/** True if either of two declarations is readOnly, unless the other one lists the property's values. */
function isReadOnly(schemas: SchemaRegistry, before: ObjectProperty | undefined, more: JsonSchema): boolean {
  const own = schemas.isFlagged(more, "readOnly");
  if (before === undefined || own === before.readOnly) return own;
  return !opensFlagged(schemas, own ? before.schema : more, "readOnly");
}

/**
 * True for a declaration that lists the values of a property without the flag. Clients send the `type` of a subtype
 * even if the base declares it readOnly.
 */
export function opensFlagged(schemas: SchemaRegistry, json: JsonSchema, flag: PropertyFlag): boolean {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || (target.enum === undefined && target.const === undefined)) return false;
  return !schemas.isFlagged(json, flag);
}

/**
 * The schema of a property that two parts declare. If a value must satisfy both and both are objects, it has the
 * members of both: a second `allOf` part adds some to the `attributes` of JSON:API.
 */
function bothSay(schemas: SchemaRegistry, before: JsonSchema, more: JsonSchema, certain: boolean): JsonSchema {
  if (saysNothing(schemas, before, 0)) return more;
  const listed = certain ? [] : valuesOfBoth(schemas, before, more);
  if (listed.length > 0) return { enum: listed };
  return certain && isJoined(schemas, before, more) ? { allOf: [before, more] } : before;
}

/**
 * The merged values of a property for which each branch of a `oneOf` has different ones: `type` is `card` in one and
 * `transfer` in another. Empty if there is nothing to merge.
 */
function valuesOfBoth(schemas: SchemaRegistry, before: JsonSchema, more: JsonSchema): readonly unknown[] {
  const [own, other] = [before, more].map((json) => {
    const target = schemas.follow(json);
    if (typeof target === "boolean") return [];
    return Object.hasOwn(target, "const") ? [target.const] : (target.enum ?? []);
  });
  if (!own?.length || !other?.length || other.every((value) => own.includes(value))) return [];
  return [...new Set([...own, ...other])];
}

/** True for two different schemas that both declare members of an object. */
export function isJoined(schemas: SchemaRegistry, before: JsonSchema, more: JsonSchema): boolean {
  const one = schemas.follow(before);
  const other = schemas.follow(more);
  return one !== other && namesMembers(schemas, one, 0) && namesMembers(schemas, other, 0);
}

/** True if the schema or a part of its `allOf` declares members. */
function namesMembers(schemas: SchemaRegistry, json: JsonSchema, depth: number): boolean {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || depth > DEEPEST) return false;
  return target.properties !== undefined || (target.allOf ?? []).some((part) => namesMembers(schemas, part, depth + 1));
}

/** Maximum depth of schemas that are searched for content. */
const DEEPEST = 8;

/**
 * True if a schema allows any value, any object, any array, an array of these, or one of these next to plain strings
 * and numbers.
 */
function saysNothing(schemas: SchemaRegistry, schema: JsonSchema, depth: number): boolean {
  const target = schemas.follow(schema);
  if (typeof target === "boolean") return target;
  const { type, items, allOf } = target;
  const isTelling = TELLING.some((keyword) => target[keyword] !== undefined);
  if (depth > DEEPEST || isTelling || (target.additionalProperties !== undefined && type !== "array")) return false;
  const branches = branchesOf(target);
  const isOpen = (branch: JsonSchema): boolean => saysNothing(schemas, branch, depth + 1);
  if (branches.length > 0) {
    return branches.some(isOpen) && branches.every((branch) => isOpen(branch) || isAnyScalar(schemas.follow(branch)));
  }
  const types = typeof type === "string" ? [type] : (type ?? []);
  if (types.some((one) => one !== "object" && one !== "array" && one !== "null")) return false;
  return [...(items === undefined ? [] : [items]), ...(allOf ?? [])].every((part) =>
    saysNothing(schemas, part, depth + 1),
  );
}

function isAnyScalar(json: JsonSchema): boolean {
  return (
    typeof json === "object" && typeof json.type === "string" && json.enum === undefined && json.const === undefined
  );
}

/** The branches of `oneOf` and `anyOf`, without null. */
function branchesOf({ oneOf = [], anyOf = [] }: Exclude<JsonSchema, boolean>): readonly JsonSchema[] {
  return [...oneOf, ...anyOf].filter((branch) => !isNullSchema(branch));
}

const TELLING = ["properties", "patternProperties", "prefixItems", "enum", "const", "not"];

/**
 * True if the property at a place is writeOnly, or inside a writeOnly one. The place lists property names, outermost
 * first.
 */
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
