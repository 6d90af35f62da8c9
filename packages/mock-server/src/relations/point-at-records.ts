import { coerceValue } from "@onespec/http-requests";
import type { Resource, SchemaRegistry } from "@onespec/spec-core";
import { keyInRecord } from "../behaviour/record-key.js";
import { seededFraction } from "../faults/seeded-fraction.js";
import { valueAtPlace, withValueAt } from "../response/place-value.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { EACH, isMany, type Reference } from "./reference.js";
import { changeAt, keyOf, schemaOfPlace } from "./referenced-values.js";

/** A foreign key and the records that it may name. */
export interface Aim {
  readonly reference: Reference;
  readonly candidates: readonly StoredRecord[];
}

export interface PointOptions {
  readonly schemas: SchemaRegistry;
  readonly seedValue: string;
  readonly resource: Resource;
  /** The record's number among those made, from 1: of the same number, the same picks. */
  readonly number: number;
  /** What names a record that is there stays: somebody wrote it. */
  readonly keeps: boolean;
}

/**
 * `value` with foreign keys that name records which are there: record `number` names the next candidate after the one that the
 * record before names. Foreign keys of one meaning (`authorId` and `author`) name the same record. A key whose schema does not
 * allow it stays as it was, and so does a record that would not be valid any more.
 */
export function pointAtRecords(value: JsonObject, aims: readonly Aim[], options: PointOptions): JsonObject {
  const { schemas, resource } = options;
  const validator = schemas.validator(resource.schema, "response");
  const all = aims.reduce((pointed, aim) => pointOne(pointed, aim, options), value);
  // Each key was held against its own schema, so that the whole is hardly ever wrong.
  if (all === value || validator.isValid(all) || !validator.isValid(value)) return all;
  return aims.reduce((pointed, aim) => {
    const next = pointOne(pointed, aim, options);
    return next === pointed || validator.isValid(next) ? next : pointed;
  }, value);
}

function pointOne(value: JsonObject, { reference, candidates }: Aim, options: PointOptions): JsonObject {
  const { schemas, seedValue, resource, number, keeps } = options;
  const { place, target, meaning } = reference;
  if (candidates.length === 0) return value;
  const schema = schemaOfPlace(schemas, resource.schema.json, place);
  const validator = schemas.validator(schema, "response");
  const offset = Math.floor(seededFraction(`${seedValue}\n${resource.stateKey} ${meaning}`) * candidates.length);
  const isThere = (found: unknown): boolean => {
    const key = keyOf(found, reference);
    return candidates.some((candidate) => candidate.key === key);
  };
  const isUnique = isMany(reference) && place.at(-1) === EACH;
  return changeAt(value, place, (found, index) => {
    if (keeps && isThere(found)) return found;
    if (isUnique && !keeps && index >= candidates.length) return undefined;
    const record = candidates[(number - 1 + index + offset) % candidates.length];
    if (!record) return found;
    return asValue(schemas, reference, target, found, record).find((one) => validator.isValid(one)) ?? found;
  }) as JsonObject;
}

/** What may stand for the record at the key's place, best first. */
function asValue(
  schemas: SchemaRegistry,
  { inner }: Reference,
  target: Resource,
  found: unknown,
  record: StoredRecord,
): readonly unknown[] {
  const id = (target.id.property && valueAtPlace(record.value, target.id.property)) ?? idOf(schemas, target, record);
  if (typeof found !== "object" || found === null || !inner) return [id];
  // An object shows more of the record than its id: what both have is the same.
  const shared = Object.entries(found).flatMap(([name]) => {
    const own = Object.hasOwn(record.value, name) ? record.value[name] : undefined;
    return own === undefined || typeof own === "object" ? [] : [[name, own] as const];
  });
  const named = withValueAt(found, inner, id);
  return [{ ...(named as JsonObject), ...Object.fromEntries(shared) }, named];
}

function idOf(schemas: SchemaRegistry, target: Resource, record: StoredRecord): unknown {
  return keyInRecord(target, record.value) ?? coerceValue(schemas, target.id.schema.json, record.key);
}
