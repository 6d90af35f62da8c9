import { coerceValue, ProblemError, selectSuccess } from "@onespec/http-contract";
import type { Operation, RecordPlace, Resource, SchemaRegistry } from "@onespec/spec-core";
import { isObject } from "@onespec/spec-core";
import { keyInRecord, withoutId } from "../behaviour/record-key.js";
import { createRecordSampler } from "../behaviour/record-maker.js";
import type { GivenRecord } from "../config/given-seeds.js";
import type { RecordPointer } from "../relations/record-pointer.js";
import { itemsPlace } from "../response/page-request.js";
import { valueAtPlace } from "../response/place-value.js";
import type { JsonObject } from "../store/record-store.js";
import type { SeedParts } from "./create-seeds.js";

export interface SeedSpread {
  /** Where the records go, in turn. */
  readonly scopes: readonly (readonly string[])[];
  /** Number of the first, from 0: those before it were given. */
  readonly first: number;
  readonly count: number;
}

/** Makes records of a resource: first from the description's examples, then from its schema. */
export async function seedRecords(
  { schemas, fitting, states, records }: SeedParts,
  resource: Resource,
  { scopes, first, count }: SeedSpread,
  point: RecordPointer,
): Promise<void> {
  const { collection } = states.of(resource);
  const examples = recordExamples(schemas, resource);
  const sampleRecord = createRecordSampler(schemas, fitting, resource);
  for (let index = first; index < count; index++) {
    const scope = scopes[index % scopes.length] ?? [];
    const example = examples[index];
    const seed = `${resource.stateKey} ${index + 1}`;
    const made = example ?? sampleRecord(seed);
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

/** Stores given records; a record without an id gets a free one. */
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

/** No free id is left: an enum of three values is enough for three records. */
function noFreeId(error: unknown): undefined {
  if (error instanceof ProblemError) return undefined;
  throw error;
}

/** True if the path parameter allows the id; the examples of records and paths do not always agree. */
function isReachable(schemas: SchemaRegistry, { id: { parameterSchema } }: Resource, key: string): boolean {
  if (!parameterSchema) return true;
  return schemas.validator(parameterSchema, "request").isValid(coerceValue(schemas, parameterSchema.json, key));
}

/** The records in the description's examples: of read, list and create operations, and of the schema. */
function recordExamples(schemas: SchemaRegistry, resource: Resource): readonly JsonObject[] {
  const { read, list, create } = resource.roles;
  const found: unknown[] = [];
  if (list?.role.kind === "list") {
    const { shape, item } = list.role.list;
    for (const value of answerExamples(list, itemsPlace(shape))) {
      if (Array.isArray(value)) found.push(...value.map((one) => valueAtPlace(one, item)));
    }
  }
  if (read?.role.kind === "read" && read.role.reply) found.push(...answerExamples(read, read.role.reply));
  if (create?.role.kind === "create" && create.role.reply) found.push(...answerExamples(create, create.role.reply));
  const json = schemas.follow(resource.schema.json);
  if (typeof json === "object") found.push(...(json.examples ?? []));
  if (found.length === 0) return [];
  const validator = schemas.validator(resource.schema, "response");
  return found.filter((value): value is JsonObject => isObject(value) && validator.isValid(value));
}

function answerExamples(operation: Operation, place: RecordPlace): readonly unknown[] {
  const content = selectSuccess(operation).response?.content ?? [];
  return content.flatMap(({ examples }) => examples.map(({ value }) => valueAtPlace(value, place)));
}
