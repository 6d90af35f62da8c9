import { type Resource, sameNoun } from "@onespec/spec-core";
import type { MockContext } from "../server/mock-context.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { embedChildren, type OtherEnd } from "./embed-children.js";
import { nounOf } from "./noun-index.js";
import { type Aim, pointAtRecords } from "./point-at-records.js";
import type { Reference } from "./reference.js";
import { changeAt } from "./referenced-values.js";
import { candidates, targetScope } from "./related-records.js";

/** A record as it is stored, its foreign keys naming records that are there. */
export type RecordPointer = (record: StoredRecord, facts: PointedRecord) => Promise<StoredRecord>;

export interface PointedRecord {
  /** Its number among those of the resource, from 1. */
  readonly number: number;
  /** It stands in the description: what names a record that is there stays. */
  readonly isExample?: boolean;
  /** Somebody wrote it: these properties stay whatever they name. */
  readonly written?: JsonObject;
}

export interface PointerOptions {
  readonly seedValue: string;
  readonly references: readonly Reference[];
  /** Lists that are filled once all records are there. */
  readonly otherEnds: readonly OtherEnd[];
  /** Has the target its records? */
  isFilled(target: Resource): boolean;
  /** Told of records whose foreign keys have to wait for that. */
  defer(wait: () => Promise<void>): void;
}

type Parts = Pick<MockContext, "schemas" | "states" | "fitting">;

/** Points the records of one resource, one after the other. */
export function createRecordPointer(parts: Parts, resource: Resource, options: PointerOptions): RecordPointer {
  const { schemas, states } = parts;
  const { references, otherEnds, seedValue, isFilled, defer } = options;
  if (references.length === 0 && otherEnds.length === 0) return async (record) => record;
  // What lies inside a record and names its kind names the record itself: `transactions: [{ order_id }]` of an order.
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
  const aimAt = async (reference: Reference, scope: readonly string[]): Promise<Aim> => {
    const key = JSON.stringify([reference.target.stateKey, targetScope(reference, resource, scope)]);
    let found = known.get(key);
    if (!found) {
      found = await candidates(parts, reference, resource, scope);
      known.set(key, found);
    }
    return { reference, candidates: found };
  };
  return async (record, { number, isExample = false, written }) => {
    const isOpen = ({ place: [top] }: Reference): boolean =>
      written === undefined || typeof top !== "string" || !Object.hasOwn(written, top);
    const point = (value: JsonObject, aims: readonly Aim[]): JsonObject =>
      pointAtRecords(value, aims, { schemas, seedValue, resource, number, keeps: isExample });
    const open = others.filter(isOpen);
    const ready = open.filter(({ target }) => isFilled(target));
    const aims = await Promise.all(ready.map((reference) => aimAt(reference, record.scope)));
    aims.push(...inside.filter(isOpen).map((reference) => ({ reference, candidates: [record] })));
    const openOwn = own.filter(isOpen);
    const earlier = own.length > 0 ? earlierIn(record.scope) : [];
    if (earlier.length > 0) aims.push(...openOwn.map((reference) => ({ reference, candidates: earlier })));
    const pointed = point(record.value, aims);
    const isFirst = earlier.length === 0 && !isExample;
    const value = isFirst
      ? openOwn.reduce((before, reference) => withoutOwn(parts, resource, reference, record, before), pointed)
      : pointed;
    const stored = value === record.value ? record : { ...record, value };
    if (own.length > 0) earlier.push(stored);
    const late = open.filter(({ target }) => !isFilled(target));
    if (late.length > 0) {
      defer(async () => {
        const aims = await Promise.all(late.map((reference) => aimAt(reference, record.scope)));
        const current = await states.of(resource).collection.get(record.scope, record.key);
        if (!current || point(current.value, aims) === current.value) return;
        await states.of(resource).collection.update(record.scope, record.key, ({ value }) => point(value, aims));
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

/** The first of its kind names none of the others: nothing where that is allowed, else itself. */
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
  const aims = [{ reference, candidates: [self] }];
  return pointAtRecords(value, aims, { schemas, seedValue: "", resource: reference.target, number: 1, keeps: false });
}
