import type { Operation, WriteRole } from "@onespec/spec-core";
import { validationProblem } from "../errors/problem.js";
import { Refusal } from "../errors/refusal.js";
import { createRecordMoments } from "../moments/record-moments.js";
import { validationStatus } from "../request/request-plan.js";
import { valueAtPlace } from "../response/place-value.js";
import { createRecordAnswer } from "../response/record-answer.js";
import type { ResponsePlan } from "../response/response-plan.js";
import type { Behaviour, MockContext } from "../server/mock-context.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { absentParent, absentRecord } from "./absent-parent.js";
import { createPatcher, isPatchType } from "./apply-patch.js";
import { addressReader } from "./record-address.js";
import { createRecordGuard } from "./record-guard.js";
import { keyInRecord, withKey } from "./record-key.js";
import { createServersFields } from "./servers-fields.js";

/** `PATCH /pets/{petId}`: only what was sent changes, and the whole must still be valid. */
export function createUpdateBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, body, reply, hasIdInBody }: WriteRole<"update">,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply);
  const isRight = (after: JsonObject): boolean => context.fitting.isKept(resource.schema, after);
  const guard = context.isLax ? () => [] : createRecordGuard(schemas, operation, resource.schema, isRight);
  const serversFields = createServersFields(schemas, operation, resource);
  const moments = createRecordMoments(schemas, resource);
  const status = validationStatus(operation);
  const read = addressReader(schemas, states, operation, resource);

  return async (call) => {
    const { pathTexts, body: sent, bodyType } = call.values;
    const address = read(pathTexts);
    const filling = context.seeds.fill(resource, address.scope);
    if (filling) await filling;
    const part = sentPart(sent, body, bodyType);
    const key = hasIdInBody ? (keyInRecord(resource, part) ?? "") : address.key;
    const looked = state.find(address, key);
    const found = looked instanceof Promise ? await looked : looked;
    const patch = await createPatcher(part, bodyType, status);
    const change = (current: StoredRecord): JsonObject => {
      call.precondition?.(current);
      const { value: before, key: recordKey } = current;
      const patched = patch(before);
      if (!patched.ok) throw new Refusal(patched.problem);
      const written = patched.value as JsonObject;
      const after = withKey(schemas, resource, serversFields(before, written), recordKey);
      const violations = guard(before, after, isPatchType(bodyType));
      // One alternative merged into another is neither; what was sent, put in its place, may be right.
      const replaced =
        violations.length > 0 && !isPatchType(bodyType)
          ? serversFields(before, { ...before, ...(part as JsonObject) })
          : after;
      if (replaced !== after && guard(before, replaced).length === 0)
        return withKey(schemas, resource, replaced, recordKey);
      if (violations.length > 0) throw new Refusal(validationProblem(status, violations));
      return moments.changed(after, context.now(), before);
    };
    try {
      const record = found && (await state.collection.update(found.scope, found.key, change));
      if (record) {
        if (call.wrote) await call.wrote({ kind: "updated", resource, record });
        return answer(call, record);
      }
    } catch (error) {
      if (error instanceof Refusal) return context.refuse(operation, error.problem);
      throw error;
    }
    const absent = await absentParent(states, resource, address.parents);
    return context.refuse(
      operation,
      absent ?? absentRecord(resource, hasIdInBody ? undefined : address.parameter, key),
    );
  };
}

/** A JSON Patch is always bare; other bodies hold the fields where the description puts them. */
function sentPart(sent: unknown, place: readonly string[], type: string): unknown {
  if (type === "application/json-patch+json") return sent;
  const part = valueAtPlace(sent, place) ?? {};
  const [first] = Array.isArray(part) ? part : [part];
  return typeof first === "object" && first !== null ? first : {};
}
