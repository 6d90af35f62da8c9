import type { Resource } from "@onespec/spec-core";
import type { ScopePattern } from "../behaviour/resource-state.js";
import type { MockContext } from "../server/mock-context.js";
import type { Condition, StoredRecord } from "../store/record-store.js";
import { EACH, type Reference } from "./reference.js";
import { referencedKeys } from "./referenced-values.js";
import { targetScope } from "./related-records.js";
import { relationsOf } from "./relations.js";

/** A record that would be left alone when another one goes. */
export interface Dependent {
  readonly resource: Resource;
  readonly record: StoredRecord;
  /** The foreign key that names it; `undefined`: the record stands below it. */
  readonly reference: Reference | undefined;
}

/** What stands below a record, and what names it by a foreign key. @param owner keeps the record */
export async function dependentsOf(
  context: Pick<MockContext, "api" | "schemas" | "states">,
  owner: Resource,
  record: StoredRecord,
): Promise<readonly Dependent[]> {
  const { states } = context;
  const relations = relationsOf(context);
  const found: Dependent[] = [];
  for (const { resource, index } of relations.below(owner)) {
    const { records } = await states.of(resource).collection.list({ scope: scopeBelow(owner, record, index) });
    found.push(...records.map((one) => ({ resource, record: one, reference: undefined })));
  }
  for (const { resource, reference } of relations.to(owner)) {
    const { records } = await states.of(resource).collection.list({ where: conditions(reference, record.key) });
    for (const one of records) {
      const isSelf = resource === owner && one.key === record.key && sameScope(one.scope, record.scope);
      if (!isSelf && names(one, resource, reference, record)) found.push({ resource, record: one, reference });
    }
  }
  return found;
}

/** Does a record of `resource` name the record by this foreign key? */
function names(one: StoredRecord, resource: Resource, reference: Reference, target: StoredRecord): boolean {
  const scope = targetScope(reference, resource, one.scope);
  return (
    scope.every((part, index) => part === undefined || part === target.scope[index]) &&
    referencedKeys(one.value, reference).includes(target.key)
  );
}

function scopeBelow(owner: Resource, { scope, key }: StoredRecord, index: number): ScopePattern {
  const above = owner.parents.length === index ? scope : new Array<undefined>(index).fill(undefined);
  return [...above, key];
}

/** Narrows the search where an index can. */
function conditions({ place, inner }: Reference, key: string): readonly Condition[] {
  const plain = place.at(-1) === EACH ? place.slice(0, -1) : place;
  if (inner || plain.includes(EACH)) return [];
  const values = /^-?\d{1,15}$/.test(key) ? [key, Number(key)] : [key];
  return [{ property: plain.map(String), operator: "in", value: values }];
}

function sameScope(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
