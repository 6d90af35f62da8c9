import type { Operation } from "@onespec/spec-core";
import { addressReader } from "../behaviour/record-address.js";
import type { Problem } from "../errors/problem.js";
import { Refusal } from "../errors/refusal.js";
import { createRecordMoments } from "../moments/record-moments.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import type { Move } from "./parse-mock-extension.js";

/** Has an action change its record before it answers: `POST /orders/{id}/cancel` moves `status` to `cancelled`. */
export function moveRecord(
  context: MockContext,
  operation: Operation,
  moves: Readonly<Record<string, Move>>,
  behave: Behaviour,
): Behaviour {
  const { role } = operation;
  if (role.kind !== "action") return behave;
  const { resource } = role;
  const state = context.states.of(resource);
  const moments = createRecordMoments(context.schemas, resource);
  const read = addressReader(context.schemas, context.states, operation, resource);
  return async (call) => {
    const address = read(call.values.pathTexts);
    await context.seeds.fill(resource, address.scope);
    const found = await state.find(address, address.key);
    // Without its record the action itself says what is missing.
    if (!found) return behave(call);
    const { precondition, ...rest } = call;
    const change = (record: StoredRecord): JsonObject => {
      precondition?.(record);
      return moments.changed(moved(record.value, moves), context.now());
    };
    try {
      await state.collection.update(found.scope, found.key, change);
    } catch (error) {
      if (error instanceof Refusal) return context.refuse(operation, error.problem);
      throw error;
    }
    return behave(rest);
  };
}

function moved(value: JsonObject, moves: Readonly<Record<string, Move>>): JsonObject {
  const changes = Object.entries(moves).map(([name, { from, to }]) => {
    const is = value[name];
    if (from && !from.some((allowed) => JSON.stringify(allowed) === JSON.stringify(is)))
      throw new Refusal(conflict(name, is, from, to));
    return [name, to];
  });
  return { ...value, ...Object.fromEntries(changes) };
}

function conflict(name: string, is: unknown, from: readonly unknown[], to: unknown): Problem {
  const allowed = from.map((value) => JSON.stringify(value)).join(" or ");
  const message = `${name} is ${JSON.stringify(is)}, and only ${allowed} becomes ${JSON.stringify(to)}`;
  return { status: 409, code: "move-refused", message: "Conflict", details: [{ path: `/${name}`, message }] };
}
