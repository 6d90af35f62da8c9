import {
  isObject,
  type JsonSchema,
  objectProperties,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import type { ScopePattern } from "../model/resource-states.js";
import type { Condition, PropertyPath } from "../store/record-store.js";
import { sharedParents } from "./noun-index.js";

/** A step of a place that means every element of the array there. */
export const EACH: unique symbol = Symbol("each element");

export type PlaceStep = string | typeof EACH;

/** A property whose value is the id of a record of another resource, or of the same one: a foreign key. */
export interface Reference {
  /** The place of the value. With `EACH` in it there may be several values. */
  readonly place: readonly PlaceStep[];
  /** The place of the id inside the value, if that is an object: `["id"]` of `author: { id, name }`. */
  readonly inner: RecordPlace | undefined;
  /** The resource that owns the named records. */
  readonly target: Resource;
  /** The folded name of the record: `author` for `authorId`, `author_id` and `author`, which mean the same record. */
  readonly meaning: string;
}

/** True if the reference may name several records. */
export function isMany({ place }: Reference): boolean {
  return place.includes(EACH);
}

/** The ids that a record names by a foreign key, as text. */
export function referencedKeys(value: unknown, reference: Reference): readonly string[] {
  return valuesAt(value, reference.place).flatMap((found) => {
    const key = keyOf(found, reference);
    return key === undefined ? [] : [key];
  });
}

/** The id in the value of a foreign key: the value itself, or a property of it. */
export function keyOf(value: unknown, { inner }: Reference): string | undefined {
  const id = inner && isObject(value) ? valueAtPlace(value, inner) : value;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/**
 * A copy of `value` with the values at the place changed. A value that becomes `undefined` is removed from its array or object.
 * @param change gets the value and the number of values before it
 */
export function changeAt(
  value: unknown,
  place: readonly PlaceStep[],
  change: (value: unknown, index: number) => unknown,
): unknown {
  let index = 0;
  const walk = (inner: unknown, steps: readonly PlaceStep[]): unknown => {
    const [step, ...rest] = steps;
    if (step === undefined) return inner === undefined || inner === null ? inner : change(inner, index++);
    if (step === EACH) {
      if (!Array.isArray(inner)) return inner;
      return inner.map((element) => walk(element, rest)).filter((element) => element !== undefined);
    }
    if (!isObject(inner) || !Object.hasOwn(inner, step)) return inner;
    const before = inner[step];
    const after = walk(before, rest);
    return after === before ? inner : withValueAt(inner, [step], after);
  };
  return walk(value, place);
}

/** The schema of a place; a schema that allows everything if none is declared. */
export function schemaOfPlace(schemas: SchemaRegistry, json: JsonSchema, place: readonly PlaceStep[]): Schema {
  let current = json;
  for (const step of place) {
    const next =
      step === EACH ? schemaShape(schemas, current).items : objectProperties(schemas, current).get(step)?.schema;
    current = next ?? true;
  }
  return schemas.schemaOf(current);
}

function valuesAt(value: unknown, place: readonly PlaceStep[]): readonly unknown[] {
  const found: unknown[] = [];
  changeAt(value, place, (one) => {
    found.push(one);
    return one;
  });
  return found;
}

/** The scope of the records that a record of `from` may name. Parents that both resources have must be equal. */
export function targetScope({ target }: Reference, from: Resource, scope: ScopePattern): ScopePattern {
  return sharedParents(target, from).map((index) => (index === undefined ? undefined : scope[index]));
}

/** The condition for records whose value at the place is this key, as text or as number. */
export function namesKey(property: PropertyPath, key: string): Condition {
  return { property, operator: "in", value: /^-?\d{1,15}$/.test(key) ? [key, Number(key)] : [key] };
}
