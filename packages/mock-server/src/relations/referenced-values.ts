import { type JsonSchema, objectProperties, type Schema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import { valueAtPlace, withValueAt } from "../response/place-value.js";
import { EACH, type PlaceStep, type Reference } from "./reference.js";

/** The ids that a record names by a foreign key, as text. */
export function referencedKeys(value: unknown, reference: Reference): readonly string[] {
  return valuesAt(value, reference.place).flatMap((found) => {
    const key = keyOf(found, reference);
    return key === undefined ? [] : [key];
  });
}

/** The id in what stands at a foreign key's place: a scalar, or an object that holds one. */
export function keyOf(value: unknown, { inner }: Reference): string | undefined {
  const id = inner && isObject(value) ? valueAtPlace(value, inner) : value;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/**
 * A copy of `value` with what stands at the place changed; where the place ends early nothing is. What becomes `undefined` is
 * taken out of its array or object.
 * @param change told the value there, and how many it was told before
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

/** The schema of what stands at a place, the one that allows everything where none is declared. */
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
