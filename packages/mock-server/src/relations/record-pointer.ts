import { coerceValue } from "@onespec/http-contract";
import { type Resource, type SchemaRegistry, sameNoun, valueAtPlace, withValueAt } from "@onespec/spec-core";
import { keyInRecord } from "../behaviour/record/record-key.js";
import type { MockContext } from "../model/mock-context.js";
import { seededFraction } from "../model/seeded-fraction.js";
import { recordSeed } from "../response/record-answer.js";
import { createShownRecord } from "../response/shown-record.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { nounOf } from "./noun-index.js";
import { changeAt, EACH, isMany, keyOf, namesKey, type Reference, schemaOfPlace, targetScope } from "./reference.js";
import type { OtherEnd } from "./relations.js";

/** Sets the foreign keys of a new record to ids of existing records. */
export type RecordPointer = (record: StoredRecord, facts: PointedRecord) => Promise<StoredRecord>;

export interface PointedRecord {
  /** The number of the record in its resource, from 1. */
  readonly number: number;
  /** The record is an example of the description: keys that name an existing record stay. */
  readonly isExample?: boolean;
  /** The properties that a person wrote, which stay unchanged. */
  readonly written?: JsonObject;
}

export interface PointerOptions {
  readonly seedValue: string;
  readonly references: readonly Reference[];
  /** Lists that are filled after all records have been created. */
  readonly otherEnds: readonly OtherEnd[];
  /** Maximum number of records to choose from, the oldest ones. Default: 1000. */
  readonly candidates?: number;
  /** True if the target has been filled. */
  isFilled(target: Resource): boolean;
  /** Called with work that must wait until the target has been filled. */
  defer(wait: () => Promise<void>): void;
}

type Parts = Pick<MockContext, "schemas" | "states" | "fitting">;

/** Sets the foreign keys of a resource's records, one record after the other. */
export function createRecordPointer(parts: Parts, resource: Resource, options: PointerOptions): RecordPointer {
  const { schemas, states } = parts;
  const { references, otherEnds, seedValue, candidates: limit = 1000, isFilled, defer } = options;
  if (references.length === 0 && otherEnds.length === 0) return async (record) => record;
  // A nested key to the record's own resource means the record itself: `transactions: [{ order_id }]` of an order.
  const inside = references.filter(
    ({ target, place, meaning }) =>
      target === resource &&
      place.length > 1 &&
      typeof place.at(-1) === "string" &&
      sameNoun(nounOf(resource), meaning),
  );
  const own = references.filter((reference) => reference.target === resource && !inside.includes(reference));
  const others = references.filter(({ target }) => target !== resource);
  const known = new Map<string, readonly StoredRecord[]>();
  const made = new Map<string, StoredRecord[]>();
  const earlierIn = (scope: readonly string[]): StoredRecord[] => {
    const place = JSON.stringify(scope);
    const before = made.get(place) ?? [];
    made.set(place, before);
    return before;
  };
  const candidatesOf = async (reference: Reference, scope: readonly string[]): Promise<ReferenceCandidates> => {
    const key = JSON.stringify([reference.target.stateKey, targetScope(reference, resource, scope)]);
    let found = known.get(key);
    if (!found) {
      const { collection } = states.of(reference.target);
      const within = targetScope(reference, resource, scope);
      found = (await collection.list({ scope: within, limit })).records;
      known.set(key, found);
    }
    return { reference, candidates: found };
  };
  return async (record, { number, isExample = false, written }) => {
    const isOpen = ({ place: [top] }: Reference): boolean =>
      written === undefined || typeof top !== "string" || !Object.hasOwn(written, top);
    const point = (value: JsonObject, choices: readonly ReferenceCandidates[]): JsonObject =>
      pointAtRecords(value, choices, { schemas, seedValue, resource, number, keeps: isExample });
    const open = others.filter(isOpen);
    const ready = open.filter(({ target }) => isFilled(target));
    const choices = await Promise.all(ready.map((reference) => candidatesOf(reference, record.scope)));
    choices.push(...inside.filter(isOpen).map((reference) => ({ reference, candidates: [record] })));
    const openOwn = own.filter(isOpen);
    const earlier = own.length > 0 ? earlierIn(record.scope) : [];
    if (earlier.length > 0) choices.push(...openOwn.map((reference) => ({ reference, candidates: earlier })));
    const pointed = point(record.value, choices);
    const isFirst = earlier.length === 0 && !isExample;
    const value = isFirst
      ? openOwn.reduce((before, reference) => withoutOwn(parts, resource, reference, record, before), pointed)
      : pointed;
    const stored = value === record.value ? record : { ...record, value };
    if (own.length > 0) earlier.push(stored);
    const late = open.filter(({ target }) => !isFilled(target));
    if (late.length > 0) {
      defer(async () => {
        const choices = await Promise.all(late.map((reference) => candidatesOf(reference, record.scope)));
        const current = await states.of(resource).collection.get(record.scope, record.key);
        if (!current || point(current.value, choices) === current.value) return;
        await states.of(resource).collection.update(record.scope, record.key, ({ value }) => point(value, choices));
      });
    }
    for (const end of isExample ? [] : otherEnds.filter(({ list }) => isOpen(list))) {
      defer(async () => {
        const { collection } = states.of(resource);
        const current = await collection.get(record.scope, record.key);
        const value = current && (await embedChildren(parts, resource, end, current));
        if (value && value !== current.value) await collection.update(record.scope, record.key, () => value);
      });
    }
    return stored;
  };
}

/** The first record has no other record to name. Its key is removed if that is valid, else it names itself. */
function withoutOwn(
  { schemas }: Parts,
  { schema }: Resource,
  reference: Reference,
  self: StoredRecord,
  value: JsonObject,
): JsonObject {
  const validator = schemas.validator(schema, "response");
  const emptied = [undefined, null].map((nothing) => changeAt(value, reference.place, () => nothing) as JsonObject);
  const free = emptied.find((candidate) => validator.isValid(candidate));
  if (free) return free;
  const choices = [{ reference, candidates: [self] }];
  return pointAtRecords(value, choices, {
    schemas,
    seedValue: "",
    resource: reference.target,
    number: 1,
    keeps: false,
  });
}

/** Fills the list in `value` with existing records, at most as many as it had. */
async function embedChildren(
  { schemas, states, fitting }: Pick<MockContext, "schemas" | "states" | "fitting">,
  owner: Resource,
  { list, by }: OtherEnd,
  { key, scope, value }: StoredRecord,
): Promise<JsonObject> {
  const { collection } = states.of(list.target);
  const place = by && [...by.place, ...(by.inner ?? [])].map(String);
  const { records } = await collection.list(place ? { where: [namesKey(place, key)] } : { scope: [...scope, key] });
  const schema = schemaOfPlace(schemas, owner.schema.json, list.place);
  const show = createShownRecord(schemas, list.target, schema);
  const before = list.place.slice(0, list.place.lastIndexOf(EACH));
  const embedded = changeAt(value, before, (old) => {
    if (!Array.isArray(old)) return old;
    return records
      .slice(0, Math.max(old.length, 1))
      .map((record) => fitting.fit(schema, show(record), { seed: recordSeed(list.target, record) }));
  }) as JsonObject;
  return schemas.validator(owner.schema, "response").isValid(embedded) ? embedded : value;
}

/** A foreign key and the records that it may name. */
export interface ReferenceCandidates {
  readonly reference: Reference;
  readonly candidates: readonly StoredRecord[];
}

interface PointOptions {
  readonly schemas: SchemaRegistry;
  readonly seedValue: string;
  readonly resource: Resource;
  /** The record's number among the generated ones, from 1: the same number picks the same records. */
  readonly number: number;
  /** Keys that name an existing record stay: a person wrote them. */
  readonly keeps: boolean;
}

/**
 * Returns `value` with foreign keys to existing records. Successive records get successive candidates. Foreign keys with the same meaning
 * (`authorId` and `author`) name the same record. A key stays unchanged if its schema does not allow the new one, or if the record would
 * become invalid.
 */
export function pointAtRecords(
  value: JsonObject,
  choices: readonly ReferenceCandidates[],
  options: PointOptions,
): JsonObject {
  const { schemas, resource } = options;
  const validator = schemas.validator(resource.schema, "response");
  const all = choices.reduce((pointed, choice) => pointOne(pointed, choice, options), value);
  // Each key was checked against its own schema, so the whole record is rarely invalid.
  if (all === value || validator.isValid(all) || !validator.isValid(value)) return all;
  return choices.reduce((pointed, choice) => {
    const next = pointOne(pointed, choice, options);
    return next === pointed || validator.isValid(next) ? next : pointed;
  }, value);
}

function pointOne(
  value: JsonObject,
  { reference, candidates }: ReferenceCandidates,
  options: PointOptions,
): JsonObject {
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

/** Values that may name the record in the foreign key, best first. */
function asValue(
  schemas: SchemaRegistry,
  { inner }: Reference,
  target: Resource,
  found: unknown,
  record: StoredRecord,
): readonly unknown[] {
  const id = (target.id.property && valueAtPlace(record.value, target.id.property)) ?? idOf(schemas, target, record);
  if (typeof found !== "object" || found === null || !inner) return [id];
  // An embedded object repeats other properties of the record, too.
  const shared = Object.entries(found).flatMap(([name]) => {
    const own = Object.hasOwn(record.value, name) ? record.value[name] : undefined;
    return own === undefined ? [] : [[name, own] as const];
  });
  const plain = shared.filter(([, own]) => typeof own !== "object");
  const named = withValueAt(found, inner, id) as JsonObject;
  return [{ ...named, ...Object.fromEntries(shared) }, { ...named, ...Object.fromEntries(plain) }, named];
}

function idOf(schemas: SchemaRegistry, target: Resource, record: StoredRecord): unknown {
  return keyInRecord(target, record.value) ?? coerceValue(schemas, target.id.schema.json, record.key);
}
