import {
  type Answer,
  type BodyPlan,
  createPatcher,
  isPatchType,
  notFoundProblem,
  type Patched,
  ProblemError,
  type ResponsePlan,
  validationProblem,
  validationStatus,
} from "@onespec/http-contract";
import {
  getOrMake,
  isObject,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  type SingletonRole,
  schemaShape,
} from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { pathNoun } from "../model/path-words.js";
import { pickBy } from "../model/pick-by.js";
import { documentKey } from "../model/state-key.js";
import { unusedNames, withIgnored } from "../response/answer-headers.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { createNamedJobs, type NamedJobs } from "../response/named-jobs.js";
import { valueAtPlace } from "../response/place-value.js";
import { createRecordMoments } from "../response/record-moments.js";
import { createRememberedAnswers } from "../response/remembered-answers.js";
import { createOpenRecord } from "../response/shown-record.js";
import { withoutUnanswered } from "../response/unanswered-properties.js";
import { answerValue } from "../response/value-answer.js";
import { queriedProperties } from "../response/written-properties.js";
import { type Awaitable, after, type JsonObject } from "../store/record-store.js";
import { createDocumentState } from "./document-state.js";
import { wordedChange } from "./effect/action-change.js";
import { withAddedItems, withoutNamedItems } from "./effect/document-lists.js";
import { writeState } from "./operation.js";
import { namedRecordFinder } from "./record/named-document.js";
import { absentAncestorOf } from "./record/record-address.js";
import { createRecordGuard } from "./record/record-guard.js";
import { singletonBody, singletonReader, singletonWrites, writingRoles } from "./record/singleton-document.js";
import { withPathValues, withQueryValues } from "./selection/asked-values.js";
import { plainListOf, withoutValues, withValues } from "./selection/plain-list.js";

/**
 * `GET`, `PUT`, `PATCH` and `DELETE` of one document at one path, such as `/settings`.
 * @param owner of an action on the document: the resource of the record around it
 */
export function createSingletonBehaviour(
  context: MockContext,
  operation: Operation,
  role: SingletonRole,
  plan: ResponsePlan,
  owner?: Resource,
): Behaviour {
  const { schemas, operationStates } = context;
  const absentAncestor = absentAncestorOf(context, operation);
  const { operations } = role;
  const reader = singletonReader(schemas, operations);
  const schema = reader?.schema;
  const writes = singletonWrites(schemas, operations, schema?.json);
  const ownWrites = singletonWrites(schemas, [operation], schema?.json);

  const isGrowing = schema && isChangedByValue(context, role);
  const list = isGrowing ? plainListOf(schemas, schema) : undefined;
  const shape = schema && schemaShape(schemas, schema.json);
  /** Names that nobody has written or read yet are not there: what is written first is all. */
  const isMap = shape !== undefined && shape.properties.size === 0 && shape.additional !== undefined;
  const state = createDocumentState(context, operation, role, reader, { writes, empty: list?.empty });

  const jobs = new Map<BodyPlan, NamedJobs | undefined>();
  const answer = (call: Call, key: string, value: unknown): Awaitable<Answer> => {
    const { answerAs: body } = call;
    if (!body) return answerValue(context, plan, call, undefined);
    const shown = hide && isObject(value) ? hide(value as JsonObject) : value;
    const whole = singletonBody(context, body, role.reply, writes, { path: role.key, seed: key }, shown, call.body);
    const addressed = withPathValues(schemas, body, whole, call.pathTexts, role.key);
    const answered =
      role.named.length > 0 ? withQueryValues(schemas, operation, body, addressed, call.query) : addressed;
    const isOther = role.part !== "read" && role.reply === undefined;
    const keepJob = isOther ? getOrMake(jobs, body, () => createNamedJobs(context, body)) : undefined;
    return after(keepJob ? keepJob(answered) : answered, (kept) => answerValue(context, plan, call, kept));
  };
  const absent = (key: string): never => {
    throw new ProblemError(notFoundProblem("Not found", { in: "path", path: "", message: `${key} was deleted` }));
  };
  const absence = (key: string) =>
    notFoundProblem("Not found", { in: "path", path: "", message: `No record goes by ${key}` });

  const status = validationStatus(operation);
  const document = schema && { schema, id: { property: undefined }, roles: writingRoles(operations) };
  const actedOn = owner && document && { ...owner, ...document, id: { ...owner.id, property: undefined }, parents: [] };
  const acted = actedOn && wordedChange(context, operation, actedOn, {});
  const moments = document && createRecordMoments(context.api, document);
  const open = document && createOpenRecord(schemas, document);
  const hide = document && withoutUnanswered(schemas, document, document.schema.json);
  const touched = (value: unknown): unknown =>
    moments && isObject(value) ? moments.changed(value as JsonObject, context.now()) : value;
  const rename = bodyRenaming(schemas, operation, schema?.json ?? true);
  const guard = schema && !context.isLax ? createRecordGuard(schemas, operation, schema) : undefined;
  /** Applies a patch to the document. @throws ProblemError when the result is no document */
  const changed = (patched: Patched, before: unknown, isPatch: boolean): unknown => {
    if (!patched.ok) throw new ProblemError(patched.problem);
    const { value } = patched;
    const violations = guard && isObject(value) ? guard(isObject(before) ? before : {}, value, isPatch) : [];
    if (violations.length > 0) throw new ProblemError(validationProblem(status, violations));
    return touched(value);
  };

  const remembered = createRememberedAnswers();
  const show = (call: Call, key: string, value: unknown): Awaitable<Answer> => {
    const make = (): Awaitable<Answer> => answer(call, key, value);
    return call.answerAs ? remembered(key, [value], call.answerAs, make) : make();
  };

  /** All that was sent, if reading the document shows none of it: `body` for a text. */
  const unseenNames = (sent: unknown, value: unknown, key: string): readonly string[] => {
    if (!reader) return [];
    if (sent === undefined) return role.part === "replace" && !operation.requestBody ? [pathNoun(role.key)] : [];
    const body = singletonBody(context, reader.body, reader.reply, writes, { path: role.key, seed: key }, value);
    const shown = isObject(body) ? valueAtPlace(body, reader.reply) : body;
    const isShown = (part: unknown): boolean => JSON.stringify(shown ?? null).includes(JSON.stringify(part));
    if (!isObject(sent)) return typeof sent !== "string" || isShown(sent) ? [] : ["body"];
    const unused = unusedNames(sent, shown, (name) => shape?.properties.has(name) === true || isShown(sent[name]));
    return unused.length === Object.keys(sent).length ? unused : [];
  };

  const asked = queriedProperties(schemas, operation);
  const queried = (query: Call["query"]): JsonObject | undefined => {
    const own = pickBy(query, (name) => asked.has(name));
    return Object.keys(own).length === 0 ? undefined : own;
  };

  const findNamed = schema && namedRecordFinder(context, role, schema);

  if (role.part === "read" && !absentAncestor && !findNamed) {
    return (call) => {
      const key = documentKey(role, call);
      return after(operationStates.get(key), (kept) =>
        kept && !kept.isDeleted ? show(call, key, kept.value) : behave(call),
      );
    };
  }
  return behave;

  async function behave(call: Call): Promise<Answer> {
    const { pathTexts, bodyType } = call;
    const sent = call.body ?? queried(call.query);
    const missing = await absentAncestor?.(pathTexts);
    if (missing) return context.refuse(operation, missing);
    const key = documentKey(role, call);
    const found = await findNamed?.(pathTexts);
    if (found === "none" && state.documentsAbsence && !(await operationStates.get(key)))
      return context.refuse(operation, absence(key));
    const named = found === "none" ? undefined : found;
    const reply = (value: unknown): Awaitable<Answer> =>
      named && call.answerAs
        ? answerValue(context, plan, call, named.shown(value, call.answerAs, role.reply))
        : answer(call, key, value);
    if (role.part === "read") {
      if (named) return reply(named.value);
      const document = await state.current(key, pathTexts);
      return document ? show(call, key, document.value) : absent(key);
    }
    const isNew = isMap && !(await operationStates.get(key));
    const before = named ?? (isNew ? { value: {} } : await state.current(key, pathTexts));
    const put = async (value: unknown): Promise<void> => {
      if (named) await named.update(() => value);
      else await operationStates.put(key, operation.id, { value });
    };
    /** @returns the changed document, made of the one before if nothing is kept */
    const update = async (change: (value: unknown) => unknown): Promise<unknown> => {
      return named ? named.update(change) : operationStates.change(key, operation.id, change, before?.value);
    };
    const values = list?.sent(sent);
    if (list && values && operation.method !== "patch") {
      const value = await update((document) =>
        list.changed(document, (kept) => VALUE_CHANGES[role.part](kept, values)),
      );
      return answersDocument(schemas, call.answerAs, value)
        ? answerValue(context, plan, call, value)
        : answerValue(context, plan, call, await writeState(context, operation, call));
    }
    switch (role.part) {
      case "replace": {
        const own = state.begun(before?.value, key);
        const value = touched(
          call.body === undefined && isObject(sent)
            ? { ...(own as JsonObject), ...sent }
            : replaced(own, rename(valueAtPlace(sent, role.body)), ownWrites),
        );
        await put(value);
        return withIgnored(await reply(value), before ? unseenNames(sent, value, key) : []);
      }
      case "update": {
        if (!before) return absent(key);
        if (owner) {
          const value = await update((document = before.value) => {
            const changed = isObject(document) && acted?.change(document as JsonObject, sent, context.now());
            return changed && changed !== document ? touched(changed) : document;
          });
          const names = unusedNames(sent, value, (name) => acted?.uses(name) === true);
          return withIgnored(await reply(value), names);
        }
        const written = bodyType === "application/json-patch+json" ? sent : rename(valueAtPlace(sent, role.body));
        const part = operation.method === "post" && state.canReplace ? withAddedItems(before.value, written) : written;
        const patch = await createPatcher(part ?? {}, bodyType, status, open);
        const isPatch = isPatchType(bodyType);
        const value = await update((value = before.value) => changed(patch(value), value, isPatch));
        return withIgnored(await reply(value), unseenNames(written, value, key));
      }
      case "delete": {
        if (!before) return absent(key);
        const left = withoutNamedItems(before.value, rename(valueAtPlace(sent, role.body)));
        if (left) {
          await put(touched(left));
          const isIdle = JSON.stringify(left) === JSON.stringify(before.value);
          return withIgnored(await reply(left), isIdle && isObject(sent) ? Object.keys(sent) : []);
        }
        await named?.delete();
        await operationStates.put(key, operation.id, { value: undefined, isDeleted: true });
        const isIdle = !named && state.comesBack && JSON.stringify(state.sample(key)) === JSON.stringify(before.value);
        return withIgnored(await reply(before.value), isIdle ? [pathNoun(role.key)] : []);
      }
    }
  }
}

/** The effect of a write with plain values on a list of them. */
const VALUE_CHANGES: Readonly<
  Record<SingletonRole["part"], (kept: readonly unknown[], sent: readonly unknown[]) => readonly unknown[]>
> = { read: (kept) => kept, replace: (_, sent) => withValues([], sent), update: withValues, delete: withoutValues };

/** True if operations add values to the document or remove some: `POST` and `DELETE /groups/{id}/labels`, `DELETE …/labels/{label}`. */
function isChangedByValue({ api }: MockContext, { key, operations }: SingletonRole): boolean {
  return (
    operations.some(({ method, requestBody }) => method === "post" || (method === "delete" && requestBody)) ||
    api.operations.some(
      ({ method, path }) =>
        method === "delete" && path.startsWith(key) && /^\/\{[^{}]+\}\/?$/.test(path.slice(key.length)),
    )
  );
}

/** True if the answer has the names of the document; a list has no names to compare. */
function answersDocument(schemas: SchemaRegistry, body: BodyPlan | undefined, document: unknown): boolean {
  if (!body?.schema) return true;
  const isKnown =
    !isObject(document) ||
    Object.keys(document).every((name) => objectProperties(schemas, body.schema?.json ?? true).has(name));
  return isKnown && schemas.validator(body.schema, "response").isValid(document);
}

/** `PUT` replaces what a client may write; the rest of the document is the server's. */
function replaced(before: unknown, sent: unknown, writes: ReadonlySet<string>): unknown {
  if (sent === undefined) return before ?? {};
  if (!isObject(before) || !isObject(sent) || writes.size === 0) return sent;
  const kept = Object.entries(before).filter(([name]) => !writes.has(name));
  return { ...Object.fromEntries(kept), ...sent };
}
