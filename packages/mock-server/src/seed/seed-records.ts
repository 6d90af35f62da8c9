import { coerceValue } from "@onespec/http-requests";
import type { Resource, SchemaRegistry } from "@onespec/spec-core";
import { keyInRecord, withoutId } from "../behaviour/record-key.js";
import { Refusal } from "../errors/refusal.js";
import type { RecordPointer } from "../relations/record-pointer.js";
import type { JsonObject } from "../store/record-store.js";
import type { SeedParts } from "./create-seeds.js";
import type { GivenRecord } from "./given-seeds.js";
import { recordExamples } from "./record-examples.js";

export interface SeedSpread {
  /** Where the records go, in turn. */
  readonly scopes: readonly (readonly string[])[];
  /** Number of the first, from 0: those before it were given. */
  readonly first: number;
  readonly count: number;
}

/** Makes records of a resource: of the description's examples first, then of its schema. */
export async function seedRecords(
  { schemas, fitting, states, records }: SeedParts,
  resource: Resource,
  { scopes, first, count }: SeedSpread,
  point: RecordPointer,
): Promise<void> {
  const { collection } = states.of(resource);
  const examples = recordExamples(schemas, resource);
  for (let index = first; index < count; index++) {
    const scope = scopes[index % scopes.length] ?? [];
    const example = examples[index];
    const seed = `${resource.stateKey} ${index + 1}`;
    const made = example ?? fitting.fit(resource.schema, undefined, { seed, optional: true, examples: false });
    const value = isObject(made) ? made : {};
    const own = example && keyInRecord(resource, example);
    const isFree = own !== undefined && isReachable(schemas, resource, own) && !(await collection.has(scope, own));
    const key = isFree ? own : undefined;
    const written = key === undefined ? withoutId(resource, value) : value;
    const record = await records.make(resource, written, { scope, parents: scope, key }).catch(noFreeId);
    if (!record) return;
    await collection.insert(await point(record, { number: index + 1, isExample: example !== undefined }));
  }
}

/** Stores records that were given; those that have no id get one that no other has. */
export async function storeGiven(
  { states, records }: Pick<SeedParts, "states" | "records">,
  resource: Resource,
  given: readonly GivenRecord[],
  point: RecordPointer,
): Promise<void> {
  const { collection } = states.of(resource);
  const taken = new Set(given.flatMap(({ scope, key }) => (key === undefined ? [] : [placeOf(scope, key)])));
  for (const [index, { scope, key, value }] of given.entries()) {
    for (let attempt = 0; attempt <= taken.size; attempt++) {
      const record = await records.make(resource, value, { scope, parents: scope, key }).catch(noFreeId);
      if (!record) return;
      if (key === undefined && taken.has(placeOf(scope, record.key))) continue;
      await collection.insert(await point(record, { number: index + 1, written: value }));
      break;
    }
  }
}

function placeOf(scope: readonly string[], key: string): string {
  return JSON.stringify([scope, key]);
}

/** An id that is an enum of three values is enough for three records. */
function noFreeId(error: unknown): undefined {
  if (error instanceof Refusal) return undefined;
  throw error;
}

/** Does the path parameter take the id? Examples of records and of paths do not always agree. */
function isReachable(schemas: SchemaRegistry, { id: { parameterSchema } }: Resource, key: string): boolean {
  if (!parameterSchema) return true;
  return schemas.validator(parameterSchema, "request").isValid(coerceValue(schemas, parameterSchema.json, key));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
