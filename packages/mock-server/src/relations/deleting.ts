import type { Problem } from "@onespec/http-contract";
import type { Operation, Resource } from "@onespec/spec-core";
import { addressReader } from "../behaviour/record/record-address.js";
import { deleteRecord } from "../behaviour/record/write-record.js";
import type { OnDelete } from "../config/mock-options.js";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { ScopePattern } from "../model/resource-states.js";
import { recordTag } from "../response/answer-headers.js";
import { createRecordMoments } from "../response/record-moments.js";
import type { Condition, JsonObject, StoredRecord } from "../store/record-store.js";
import { changeAt, EACH, isMany, keyOf, namesKey, type Reference, referencedKeys, targetScope } from "./reference.js";
import { relationsOf } from "./relations.js";

/**
 * Lets `DELETE /authors/{id}` also delete all dependent records (`cascade`), or rejects it while there are any (`restrict`). Dependent are
 * records below the author and records with a foreign key to it. A list of ids loses the id; its record stays if it is valid.
 */
export function deletingWith(
  context: MockContext,
  operation: Operation,
  onDelete: Exclude<OnDelete, "keep">,
  behave: Behaviour,
): Behaviour {
  const { role } = operation;
  if (role.kind !== "delete") return behave;
  const state = context.states.of(role.resource);
  const read = addressReader(context.schemas, context.states, operation, role.resource);
  if (onDelete === "cascade") {
    return async (call) => {
      let gone: StoredRecord | undefined;
      const wrote: Call["wrote"] = async (change) => {
        gone = change.record;
        return call.wrote?.(change);
      };
      const answer = await behave({ ...call, wrote });
      if (gone) await deleteDependents(context, state.owner, gone, call, new Set());
      return answer;
    };
  }
  return async (call) => {
    const address = read(call.pathTexts);
    await context.seeds.fill(role.resource, address.scope);
    const record = await state.find(address, address.key);
    // Without the record, the operation answers 404 itself.
    if (!record) return behave(call);
    call.precondition?.(recordTag(record));
    const dependents = await dependentsOf(context, state.owner, record);
    if (dependents.length === 0) return behave(call);
    return context.refuse(operation, stillNeeded(operation, role.resource, address.parameter, record, dependents));
  };
}

async function deleteDependents(
  context: MockContext,
  owner: Resource,
  record: StoredRecord,
  call: Call,
  seen: Set<string>,
): Promise<void> {
  seen.add(identity(owner, record));
  for (const { resource, record: dependent, reference } of await dependentsOf(context, owner, record)) {
    if (seen.has(identity(resource, dependent))) continue;
    if (reference && isMany(reference) && (await dropped(context, resource, dependent, reference, record.key, call)))
      continue;
    const gone = await deleteRecord(context, resource, dependent, call);
    if (gone) await deleteDependents(context, resource, gone, call, seen);
  }
}

/** Removes the key from the dependent's list. `false` if the record would be invalid without it. */
async function dropped(
  context: MockContext,
  resource: Resource,
  { scope, key }: StoredRecord,
  reference: Reference,
  gone: string,
  call: Call,
): Promise<boolean> {
  const { schemas } = context;
  const validator = schemas.validator(resource.schema, "response");
  const moments = createRecordMoments(context.api, resource);
  // The whole element is removed: a line of an order makes no sense without its book.
  const list = reference.place.slice(0, reference.place.lastIndexOf(EACH) + 1);
  const rest = { ...reference, place: reference.place.slice(list.length) };
  const without = (value: JsonObject): JsonObject =>
    changeAt(value, list, (element) => {
      let isMeant = false;
      changeAt(element, rest.place, (one) => {
        isMeant ||= keyOf(one, reference) === gone;
        return one;
      });
      return isMeant ? undefined : element;
    }) as JsonObject;
  let isPossible = true;
  const record = await context.states.of(resource).collection.update(scope, key, ({ value }) => {
    const next = without(value);
    isPossible = validator.isValid(next) || !validator.isValid(value);
    return isPossible ? moments.changed(next, context.now()) : value;
  });
  if (record && isPossible) await call.wrote?.({ kind: "updated", resource, record });
  return isPossible;
}

const SHOWN_KEYS = 3;

function stillNeeded(
  operation: Operation,
  resource: Resource,
  parameter: string,
  { key }: StoredRecord,
  dependents: readonly Dependent[],
): Problem {
  const groups = new Map<string, Dependent[]>();
  for (const dependent of dependents) {
    const place = dependent.reference?.place.map((step) => (step === EACH ? "[]" : step)).join(".");
    const name = `${dependent.resource.name}${place === undefined ? "" : ` (${place})`}`;
    groups.set(name, [...(groups.get(name) ?? []), dependent]);
  }
  const details = [...groups].map(([name, group]) => {
    const keys = group.slice(0, SHOWN_KEYS).map(({ record }) => JSON.stringify(record.key));
    const more = group.length > keys.length ? ` and ${group.length - keys.length} more` : "";
    return {
      in: "path",
      path: `/${parameter}`,
      message: `${resource.name} ${JSON.stringify(key)} is used by ${name}: ${keys.join(", ")}${more}`,
    };
  });
  return { status: conflictStatus(operation), code: "has-dependents", message: "In use", details };
}

/** 409, unless the operation documents another status for a rejection. */
function conflictStatus({ responses }: Operation): number {
  const documented = [409, 423, 422, 400].find((status) =>
    responses.some((response) => response.status === `${status}`),
  );
  return documented ?? 409;
}

function identity({ stateKey }: Resource, { scope, key }: StoredRecord): string {
  return JSON.stringify([stateKey, scope, key]);
}

/** A record that depends on another one. */
interface Dependent {
  readonly resource: Resource;
  readonly record: StoredRecord;
  /** The foreign key; `undefined` if the record is below the other one. */
  readonly reference: Reference | undefined;
}

/** The records below a record, and those with a foreign key to it. @param owner the resource of the record */
async function dependentsOf(
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

/** True if the record of `resource` names the target by this foreign key. */
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

/** Conditions that an index can answer; empty if there are none. */
function conditions({ place, inner }: Reference, key: string): readonly Condition[] {
  const plain = place.at(-1) === EACH ? place.slice(0, -1) : place;
  if (inner || plain.includes(EACH)) return [];
  return [namesKey(plain.map(String), key)];
}

function sameScope(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
