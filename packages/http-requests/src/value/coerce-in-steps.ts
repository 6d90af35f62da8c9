import { holdsMoreThan, type SchemaRegistry, type SchemaShape, type Steps, schemaShape } from "@onespec/spec-core";
import { listOfIndexes } from "../form/nest-by-brackets.js";
import { TypedPart, type WireValue } from "../form/wire-value.js";
import { coerceTo, isList, loneItem } from "./coerce-value.js";

/** Values that are coerced in one step. */
const STEP = 500;

/** What `coerceTo` gives, of a value of any size: what is small in it is left to that. */
export function* coerceInSteps(schemas: SchemaRegistry, shape: SchemaShape, raw: WireValue): Steps<unknown> {
  if (typeof raw === "string" || raw instanceof TypedPart || !holdsMoreThan(raw, STEP)) {
    return coerceTo(schemas, shape, raw);
  }
  yield;
  if (isList(raw)) {
    const lone = loneItem(shape, raw);
    return lone === undefined ? yield* items(schemas, shape, raw) : yield* coerceInSteps(schemas, shape, lone);
  }
  const indexed = shape.types.has("array") ? listOfIndexes(raw) : undefined;
  if (indexed) return yield* items(schemas, shape, indexed);
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (members.length % STEP === 0) yield;
    const property = shape.properties.get(name)?.schema ?? shape.additional ?? true;
    members.push([name, yield* coerceInSteps(schemas, schemaShape(schemas, property), value)]);
  }
  return Object.fromEntries(members);
}

function* items(schemas: SchemaRegistry, shape: SchemaShape, raw: readonly WireValue[]): Steps<unknown[]> {
  const inner = schemaShape(schemas, shape.items ?? true);
  const coerced: unknown[] = [];
  for (const [index, item] of raw.entries()) {
    if (index % STEP === 0) yield;
    coerced.push(yield* coerceInSteps(schemas, inner, item));
  }
  return coerced;
}
