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
  isObject,
  type Operation,
  objectProperties,
  pathNoun,
  type Resource,
  type SchemaRegistry,
  type SingletonRole,
  schemaShape,
  valueAtPlace,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import { unusedNames, withIgnored } from "../response/answer-headers.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { createRecordMoments } from "../response/record-moments.js";
import { createOpenRecord } from "../response/shown-record.js";
import { answerValue } from "../response/value-answer.js";
import type { JsonObject } from "../store/record-store.js";
import type { DocumentState } from "./document-state.js";
import { wordedChange } from "./effect/action-change.js";
import { withAddedItems, withoutNamedItems } from "./effect/document-lists.js";
import { writeState } from "./operation.js";
import type { DocumentFacts } from "./record/document-facts.js";
import type { NamedRecord } from "./record/named-document.js";
import { createRecordGuard } from "./record/record-guard.js";
import { singletonWrites } from "./record/singleton-document.js";
import { type PlainList, withoutValues, withValues } from "./selection/plain-list.js";
import type { SingletonAnswers } from "./singleton-answers.js";

/** One write of a document. */
export interface DocumentWrite {
  readonly call: Call;
  readonly key: string;
  /** The body, or the query parameters that replace it. */
  readonly sent: unknown;
  /** The document before the write; `undefined` if a client deleted it. */
  readonly before: { readonly value: unknown } | undefined;
  /** The record that the document shows. */
  readonly named: NamedRecord | undefined;
}

interface SingletonParts {
  readonly facts: DocumentFacts;
  readonly state: DocumentState;
  readonly answers: SingletonAnswers;
  readonly plan: ResponsePlan;
  /** Set if the document is a list of plain values. */
  readonly list: PlainList | undefined;
  /** The resource of the record around the document, if the operation is an action on it. */
  readonly owner: Resource | undefined;
}

/** Creates the write of one operation. It answers with the changed document, and `Mock-Ignored` names values that had no effect. */
export function createSingletonWrite(
  context: MockContext,
  operation: Operation,
  role: SingletonRole,
  { facts: { document }, state, answers, plan, list, owner }: SingletonParts,
): (write: DocumentWrite) => Promise<Answer> {
  const { schemas, operationStates } = context;
  const status = validationStatus(operation);
  const ownWrites = singletonWrites(schemas, [operation], document?.schema.json);
  const moments = document && createRecordMoments(context.api, document);
  const open = document && createOpenRecord(schemas, document);
  const rename = bodyRenaming(schemas, operation, document?.schema.json ?? true);
  const guard = document && !context.isLax ? createRecordGuard(schemas, operation, document.schema) : undefined;
  const actedOn = owner && document && { ...owner, ...document, id: { ...owner.id, property: undefined }, parents: [] };
  const acted = actedOn && wordedChange(context, operation, actedOn, {});

  const touched = (value: unknown): unknown =>
    moments && isObject(value) ? moments.changed(value as JsonObject, context.now()) : value;
  /** An operation below the document, such as `/account/password`, may take properties that `/account` does not have. */
  const declared =
    document && operation.path !== role.key ? schemaShape(schemas, document.schema.json).properties : undefined;
  const known = (written: unknown): unknown =>
    declared && isObject(written) ? pickBy(written, (name) => declared.has(name)) : written;
  const reply = ({ call, key, named }: DocumentWrite, value: unknown) => answers.answer(call, key, value, named);
  /** @returns the stored value. A record keeps its id */
  const put = async ({ key, named }: DocumentWrite, value: unknown): Promise<unknown> => {
    if (named) return (await named.update(() => value)) ?? value;
    await operationStates.put(key, operation.id, { value });
    return value;
  };
  /** @returns the changed document. If no document is stored yet, `before` is changed */
  const update = async (
    { key, named, before }: DocumentWrite,
    change: (value: unknown) => unknown,
  ): Promise<unknown> => {
    return named ? named.update(change) : operationStates.change(key, operation.id, change, before?.value);
  };

  /**
   * Applies a patch to the document.
   * @param part the new values; `undefined` for a list of changes
   * @throws ProblemError if the result is not a valid document
   */
  const patched = (patch: Patched, before: unknown, part: unknown): unknown => {
    if (!patch.ok) throw new ProblemError(patch.problem);
    const { value } = patch;
    const own = isObject(before) ? before : {};
    const violations = guard && isObject(value) ? guard(own, value, part === undefined) : [];
    // As for records: the sent properties replace those of another alternative of a `oneOf`.
    const replaced = violations.length > 0 && isObject(part) ? { ...own, ...part } : undefined;
    if (replaced && guard?.(own, replaced).length === 0) return touched(replaced);
    if (violations.length > 0) throw new ProblemError(validationProblem(status, violations));
    return touched(value);
  };

  const replaceDocument = async (write: DocumentWrite): Promise<Answer> => {
    const { call, key, sent, before } = write;
    const own = state.begun(before?.value, key);
    const next = touched(
      call.body === undefined && isObject(sent)
        ? { ...(own as JsonObject), ...sent }
        : replaced(own, rename(valueAtPlace(sent, role.body)), ownWrites),
    );
    const value = await put(write, next);
    return withIgnored(await reply(write, value), before ? answers.unseenNames(sent, value, key) : []);
  };

  const actOnDocument = async (write: DocumentWrite, before: unknown): Promise<Answer> => {
    const { sent } = write;
    const value = await update(write, (document = before) => {
      const changed = isObject(document) && acted?.change(document as JsonObject, sent, context.now());
      return changed && changed !== document ? touched(changed) : document;
    });
    const names = unusedNames(sent, value, (name) => acted?.uses(name) === true);
    return withIgnored(await reply(write, value), names);
  };

  const updateDocument = async (write: DocumentWrite, before: unknown): Promise<Answer> => {
    const { call, key, sent } = write;
    const { bodyType } = call;
    const written = bodyType === "application/json-patch+json" ? sent : known(rename(valueAtPlace(sent, role.body)));
    const part = operation.method === "post" && state.canReplace ? withAddedItems(before, written) : written;
    const patch = await createPatcher(part ?? {}, bodyType, status, open);
    const values = isPatchType(bodyType) ? undefined : (part ?? {});
    const value = await update(write, (value = before) => patched(patch(value), value, values));
    return withIgnored(await reply(write, value), answers.unseenNames(written, value, key));
  };

  const deleteDocument = async (write: DocumentWrite, before: unknown): Promise<Answer> => {
    const { key, sent, named } = write;
    const left = withoutNamedItems(before, rename(valueAtPlace(sent, role.body)));
    if (left) {
      await put(write, touched(left));
      const isIdle = JSON.stringify(left) === JSON.stringify(before);
      return withIgnored(await reply(write, left), isIdle && isObject(sent) ? Object.keys(sent) : []);
    }
    await named?.delete();
    await operationStates.put(key, operation.id, { value: undefined, isDeleted: true });
    const isIdle = !named && state.comesBack && JSON.stringify(state.sample(key)) === JSON.stringify(before);
    return withIgnored(await reply(write, before), isIdle ? [pathNoun(role.key)] : []);
  };

  const changeValues = async (write: DocumentWrite, of: PlainList, values: readonly unknown[]): Promise<Answer> => {
    const { call } = write;
    const value = await update(write, (document) =>
      of.changed(document, (kept) => VALUE_CHANGES[role.part](kept, values)),
    );
    return answersDocument(schemas, call.answerAs, value)
      ? answerValue(context, plan, call, value)
      : answerValue(context, plan, call, await writeState(context, operation, call));
  };

  return async (write) => {
    const { key, sent, before } = write;
    const values = list?.sent(sent);
    if (list && values && operation.method !== "patch") return changeValues(write, list, values);
    if (role.part === "replace") return replaceDocument(write);
    if (!before) return absentDocument(key);
    if (role.part === "delete") return deleteDocument(write, before.value);
    return owner ? actOnDocument(write, before.value) : updateDocument(write, before.value);
  };
}

/** @throws ProblemError 404 */
export function absentDocument(key: string): never {
  throw new ProblemError(notFoundProblem("Not found", { in: "path", path: "", message: `${key} was deleted` }));
}

/** The effect of a write with plain values on a list of them. */
const VALUE_CHANGES: Readonly<
  Record<SingletonRole["part"], (kept: readonly unknown[], sent: readonly unknown[]) => readonly unknown[]>
> = { read: (kept) => kept, replace: (_, sent) => withValues([], sent), update: withValues, delete: withoutValues };

/** True if the answer declares all properties of the document. A list has none to compare. */
function answersDocument(schemas: SchemaRegistry, body: BodyPlan | undefined, document: unknown): boolean {
  if (!body?.schema) return true;
  const isKnown =
    !isObject(document) ||
    Object.keys(document).every((name) => objectProperties(schemas, body.schema?.json ?? true).has(name));
  return isKnown && schemas.validator(body.schema, "response").isValid(document);
}

/** `PUT` replaces the properties that clients may write. The server keeps the others. */
function replaced(before: unknown, sent: unknown, writes: ReadonlySet<string>): unknown {
  if (sent === undefined) return before ?? {};
  if (!isObject(before) || !isObject(sent) || writes.size === 0) return sent;
  const kept = Object.entries(before).filter(([name]) => !writes.has(name));
  return { ...Object.fromEntries(kept), ...sent };
}
