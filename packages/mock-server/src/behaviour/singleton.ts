import { validationProblem, validationStatus } from "@onespec/http-requests";
import type { Operation, Resource, SingletonRole } from "@onespec/spec-core";
import { notFoundProblem } from "../errors/problem.js";
import { Refusal } from "../errors/refusal.js";
import { createRecordMoments } from "../moments/record-moments.js";
import type { Answer } from "../response/answer.js";
import { valueAtPlace } from "../response/place-value.js";
import type { ResponsePlan } from "../response/response-plan.js";
import { sampledValue } from "../response/sampled-value.js";
import { schemaAt } from "../response/schema-at.js";
import { selectError } from "../response/select-response.js";
import { createOpenRecord } from "../response/shown-record.js";
import { singletonBody, singletonReader, singletonWrites } from "../response/singleton-value.js";
import { answerValue } from "../response/value-answer.js";
import { withoutWrittenAlone } from "../response/written-alone.js";
import type { Behaviour, Call, MockContext } from "../server/mock-context.js";
import { after } from "../store/after.js";
import type { Awaitable, JsonObject } from "../store/record-store.js";
import { absentAncestorOf } from "./absent-ancestor.js";
import { createPatcher, isPatchType, type Patched } from "./apply-patch.js";
import { createRecordGuard } from "./record-guard.js";
import { createRememberedAnswers } from "./remembered-answers.js";
import { filledPath } from "./state-key.js";

/** `GET`, `PUT`, `PATCH` and `DELETE` of one document at one path, such as `/settings`. */
export function createSingletonBehaviour(
  context: MockContext,
  operation: Operation,
  role: SingletonRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, operationStates, fitting } = context;
  const absentAncestor = absentAncestorOf(context, operation);
  const { operations } = role;
  const reader = singletonReader(context, operations);
  const writes = singletonWrites(schemas, operations);
  const ownWrites = singletonWrites(schemas, [operation]);

  /** A deleted document is 404 where that is documented; elsewhere it is as it was before anyone wrote it. */
  const documentsAbsence = selectError(operation, 404) !== undefined;
  const canReplace = operations.some(({ role: other }) => other.kind === "singleton" && other.part === "replace");

  /** The document as it is kept; made on first use. `undefined` when a client took it away. */
  const current = async (key: string): Promise<{ readonly value: unknown } | undefined> => {
    const kept = await operationStates.get(key);
    const isGone = kept?.isDeleted === true;
    if (kept && !isGone) return kept;
    if (isGone && documentsAbsence && (role.part !== "update" || canReplace)) return undefined;
    const value = reader && valueAtPlace(sampledValue(fitting, reader.body, key), reader.reply);
    if (!isGone) await operationStates.keep(key, operation.id, value ?? {});
    return { value: value ?? {} };
  };
  const answer = (call: Call, key: string, value: unknown): Awaitable<Answer> => {
    const { body } = call;
    if (!body) return answerValue(context, plan, call, undefined);
    const shown = hide && isObject(value) ? hide(value as JsonObject) : value;
    return answerValue(context, plan, call, singletonBody(context, body, role.reply, writes, key, shown));
  };
  const absent = (key: string): Promise<Answer> =>
    context.refuse(operation, notFoundProblem("Not found", { in: "path", path: "", message: `${key} was deleted` }));

  const status = validationStatus(operation);
  const schema = reader?.body.schema && schemaAt(schemas, reader.body.schema, reader.reply);
  const document = schema && { schema, id: { property: undefined }, roles: writingRoles(operations) };
  const moments = document && createRecordMoments(schemas, document);
  const open = document && createOpenRecord(schemas, document);
  const hide = document && withoutWrittenAlone(schemas, document, document.schema.json);
  const touched = (value: unknown): unknown =>
    moments && isObject(value) ? moments.changed(value as JsonObject, context.now()) : value;
  const guard = schema && !context.isLax ? createRecordGuard(schemas, operation, schema) : undefined;
  /** What a patch makes of the document, if that is still one. @throws Refusal */
  const changed = (patched: Patched, before: unknown, isPatch: boolean): unknown => {
    if (!patched.ok) throw new Refusal(patched.problem);
    const { value } = patched;
    const violations = guard && isObject(value) ? guard(isObject(before) ? before : {}, value, isPatch) : [];
    if (violations.length > 0) throw new Refusal(validationProblem(status, violations));
    return touched(value);
  };

  const remembered = createRememberedAnswers();
  const read = (call: Call, key: string): Awaitable<Answer> =>
    after(operationStates.get(key), (kept) =>
      kept && !kept.isDeleted
        ? remembered(key, kept.value, call.body, () => answer(call, key, kept.value))
        : current(key).then((made) => (made ? answer(call, key, made.value) : absent(key))),
    );

  if (role.part === "read" && !absentAncestor) return (call) => read(call, filledPath(role.key, call.values.pathTexts));
  return async (call) => {
    const { pathTexts, body: sent, bodyType } = call.values;
    const missing = await absentAncestor?.(pathTexts);
    if (missing) return context.refuse(operation, missing);
    const key = filledPath(role.key, pathTexts);
    if (role.part === "read") return read(call, key);
    const before = await current(key);
    switch (role.part) {
      case "replace": {
        const value = touched(replaced(before?.value, valueAtPlace(sent, role.body), ownWrites));
        await operationStates.put(key, operation.id, { value });
        return answer(call, key, value);
      }
      case "update": {
        if (!before) return absent(key);
        const part = bodyType === "application/json-patch+json" ? sent : valueAtPlace(sent, role.body);
        const patch = await createPatcher(part ?? {}, bodyType, status, open);
        const isPatch = isPatchType(bodyType);
        const change = (value: unknown = before.value): unknown => changed(patch(value), value, isPatch);
        try {
          const kept = await operationStates.update(key, operation.id, change);
          if (kept) return answer(call, key, kept.value);
          const value = change(before.value);
          await operationStates.put(key, operation.id, { value });
          return answer(call, key, value);
        } catch (error) {
          if (error instanceof Refusal) return context.refuse(operation, error.problem);
          throw error;
        }
      }
      case "delete":
        if (!before) return absent(key);
        await operationStates.put(key, operation.id, { value: undefined, isDeleted: true });
        return answer(call, key, before.value);
    }
  };
}

/** The operations that write the document, as a resource has them. */
function writingRoles(operations: readonly Operation[]): Resource["roles"] {
  const writer = (part: SingletonRole["part"]): Operation | undefined =>
    operations.find(({ role }) => role.kind === "singleton" && role.part === part);
  const [replace, update] = [writer("replace"), writer("update")];
  return { ...(replace && { replace }), ...(update && { update }) };
}

/** `PUT` replaces what a client may write; the rest of the document is the server's. */
function replaced(before: unknown, sent: unknown, writes: ReadonlySet<string>): unknown {
  if (sent === undefined) return before ?? {};
  if (!isObject(before) || !isObject(sent) || writes.size === 0) return sent;
  const kept = Object.entries(before).filter(([name]) => !writes.has(name));
  return { ...Object.fromEntries(kept), ...sent };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
