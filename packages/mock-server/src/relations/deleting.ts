import type { Operation, Resource } from "@onespec/spec-core";
import { addressReader } from "../behaviour/record-address.js";
import type { Problem } from "../errors/problem.js";
import { Refusal } from "../errors/refusal.js";
import { forgetFiles } from "../files/record-owner.js";
import { createRecordMoments } from "../moments/record-moments.js";
import type { Behaviour, Call, MockContext } from "../server/mock-context.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { type Dependent, dependentsOf } from "./dependents.js";
import { EACH, isMany, type Reference } from "./reference.js";
import { changeAt, keyOf } from "./referenced-values.js";

/** What becomes of records that depend on one that is deleted. */
export type OnDelete = "keep" | "cascade" | "restrict";

/**
 * Has `DELETE /authors/{id}` take what depends on the author along, whole trees of it, or refuse as long as there is any: what
 * stands below the record, and what names it by a foreign key. A list of ids loses the one; its record stays if it may.
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
        await call.wrote?.(change);
      };
      const answer = await behave({ ...call, wrote });
      if (gone) await deleteDependents(context, state.owner, gone, call, new Set());
      return answer;
    };
  }
  return async (call) => {
    const address = read(call.values.pathTexts);
    await context.seeds.fill(role.resource, address.scope);
    const record = await state.find(address, address.key);
    // Without the record the operation itself says what is missing.
    if (!record) return behave(call);
    try {
      call.precondition?.(record);
    } catch (error) {
      if (error instanceof Refusal) return context.refuse(operation, error.problem);
      throw error;
    }
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
    const { collection } = context.states.of(resource);
    const gone = await collection.delete(dependent.scope, dependent.key);
    if (!gone) continue;
    await forgetFiles(context, resource, gone);
    await call.wrote?.({ kind: "deleted", resource, record: gone });
    await deleteDependents(context, resource, gone, call, seen);
  }
}

/** Takes the key out of the dependent's list. `false`: the list needs it. */
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
  const moments = createRecordMoments(schemas, resource);
  // The element goes, whatever else it holds: a line of an order without its book is none.
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
      message: `${resource.name} ${JSON.stringify(key)} is needed by ${name}: ${keys.join(", ")}${more}`,
    };
  });
  return { status: conflictStatus(operation), code: "has-dependents", message: "Still needed", details };
}

/** 409, unless the operation documents another status for what it will not do. */
function conflictStatus({ responses }: Operation): number {
  const documented = [409, 423, 422, 400].find((status) =>
    responses.some((response) => response.status === `${status}`),
  );
  return documented ?? 409;
}

function identity({ stateKey }: Resource, { scope, key }: StoredRecord): string {
  return JSON.stringify([stateKey, scope, key]);
}
