import { validationProblem, validationStatus } from "@onespec/http-requests";
import type { Operation, WriteRole } from "@onespec/spec-core";
import { Refusal } from "../errors/refusal.js";
import { createRecordMoments } from "../moments/record-moments.js";
import type { Answer } from "../response/answer.js";
import { valueAtPlace } from "../response/place-value.js";
import { createRecordAnswer } from "../response/record-answer.js";
import type { ResponsePlan } from "../response/response-plan.js";
import { createOpenRecord } from "../response/shown-record.js";
import type { Behaviour, Call, MockContext } from "../server/mock-context.js";
import { after } from "../store/after.js";
import type { Awaitable, JsonObject, StoredRecord } from "../store/record-store.js";
import { absentParent, absentRecord } from "./absent-parent.js";
import { createPatcher, isPatchType, type Patcher } from "./apply-patch.js";
import { addressReader, type RecordAddress } from "./record-address.js";
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
  const open = createOpenRecord(schemas, resource);
  const status = validationStatus(operation);
  const read = addressReader(schemas, states, operation, resource);

  /** What a patch makes of the record. @throws Refusal */
  const changeBy =
    ({ precondition, values: { bodyType } }: Call, part: unknown, patch: Patcher) =>
    (current: StoredRecord): JsonObject => {
      precondition?.(current);
      const { value: before, key: recordKey } = current;
      const patched = patch(before);
      if (!patched.ok) throw new Refusal(patched.problem);
      const written = patched.value as JsonObject;
      const changed = withKey(schemas, resource, serversFields(before, written), recordKey);
      const violations = guard(before, changed, isPatchType(bodyType));
      // One alternative merged into another is neither; what was sent, put in its place, may be right.
      const replaced =
        violations.length > 0 && !isPatchType(bodyType)
          ? serversFields(before, { ...before, ...(part as JsonObject) })
          : changed;
      if (replaced !== changed && guard(before, replaced).length === 0)
        return withKey(schemas, resource, replaced, recordKey);
      if (violations.length > 0) throw new Refusal(validationProblem(status, violations));
      return moments.changed(changed, context.now(), before);
    };
  const refused = (error: unknown): Promise<Answer> => {
    if (error instanceof Refusal) return context.refuse(operation, error.problem);
    throw error;
  };
  const update = (call: Call, address: RecordAddress): Awaitable<Answer> => {
    const { body: sent, bodyType } = call.values;
    const part = sentPart(sent, body, bodyType);
    const key = hasIdInBody ? (keyInRecord(resource, part) ?? "") : address.key;
    const finish = (record: StoredRecord | undefined): Awaitable<Answer> => {
      if (!record) {
        const parameter = hasIdInBody ? undefined : address.parameter;
        return after(absentParent(states, resource, address.parents), (absent) =>
          context.refuse(operation, absent ?? absentRecord(resource, parameter, key)),
        );
      }
      if (!call.wrote) return answer(call, record);
      return after(call.wrote({ kind: "updated", resource, record }), () => answer(call, record));
    };
    return after(state.find(address, key), (found) => {
      if (!found) return finish(undefined);
      return after(createPatcher(part, bodyType, status, open), (patch) =>
        state.collection.update(found.scope, found.key, changeBy(call, part, patch)).then(finish, refused),
      );
    });
  };

  return (call) => {
    const address = read(call.values.pathTexts);
    return after(context.seeds.fill(resource, address.scope), () => update(call, address));
  };
}

/** A JSON Patch is always bare; other bodies hold the fields where the description puts them. */
function sentPart(sent: unknown, place: readonly string[], type: string): unknown {
  if (type === "application/json-patch+json") return sent;
  const part = valueAtPlace(sent, place) ?? {};
  const [first] = Array.isArray(part) ? part : [part];
  return typeof first === "object" && first !== null ? first : {};
}
