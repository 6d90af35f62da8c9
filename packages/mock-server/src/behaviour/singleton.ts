import {
  type Answer,
  type BodyPlan,
  bodyPlans,
  createPatcher,
  isPatchType,
  notFoundProblem,
  type Patched,
  ProblemError,
  type ResponsePlan,
  sampledValue,
  schemaAt,
  selectError,
  selectSuccess,
  validationProblem,
  validationStatus,
} from "@onespec/http-contract";
import {
  foldName,
  getOrMake,
  isByExample,
  isObject,
  type JsonSchema,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  type SingletonRole,
  sameNoun,
  schemaShape,
  withoutWriteOnly,
} from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { endLiteral, pathNoun } from "../model/path-words.js";
import { pickBy } from "../model/pick-by.js";
import { documentKey, documentPath } from "../model/state-key.js";
import { unusedNames, withIgnored } from "../response/answer-headers.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { createNamedJobs, type NamedJobs } from "../response/named-jobs.js";
import { valueAtPlace, withValueAt } from "../response/place-value.js";
import { createRecordMoments } from "../response/record-moments.js";
import { createRememberedAnswers } from "../response/remembered-answers.js";
import { createOpenRecord } from "../response/shown-record.js";
import { withoutUnanswered } from "../response/unanswered-properties.js";
import { answerValue } from "../response/value-answer.js";
import { queriedProperties, writtenProperties } from "../response/written-properties.js";
import { type Awaitable, after, type JsonObject } from "../store/record-store.js";
import { wordedChange } from "./effect/action-change.js";
import { documentOfRecord, withAddedItems, withoutNamedItems } from "./effect/document-lists.js";
import { writeState } from "./operation.js";
import { namedRecordFinder } from "./record/named-document.js";
import { absentAncestorOf } from "./record/record-address.js";
import { createRecordGuard } from "./record/record-guard.js";
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
  const { schemas, operationStates, fitting } = context;
  const absentAncestor = absentAncestorOf(context, operation);
  const { operations } = role;
  const reader = singletonReader(schemas, operations);
  const schema = reader?.schema;
  const writes = singletonWrites(schemas, operations, schema?.json);
  const ownWrites = singletonWrites(schemas, [operation], schema?.json);

  const ofRecord = documentOfRecord(context, operation, schema);
  const documentsAbsence = selectError(operation, 404) !== undefined;
  /** A deleted document is 404 where that is documented or an id names it; others are as they were before anyone wrote them. */
  const canBeAbsent = documentsAbsence || endLiteral(operation) === "" || role.named.length > 0;
  const isGrowing = schema && isChangedByValue(context, role);
  const list = isGrowing ? plainListOf(schemas, schema) : undefined;
  const shape = schema && schemaShape(schemas, schema.json);
  /** Names that nobody has written or read yet are not there: what is written first is all. */
  const isMap = shape !== undefined && shape.properties.size === 0 && shape.additional !== undefined;
  const canReplace = operations.some(({ role: other }) => other.kind === "singleton" && other.part === "replace");

  /** The document before the first write, where it is made up. */
  const sampleOf = (key: string): unknown =>
    reader && valueAtPlace(sampledValue(fitting, reader.body, key), reader.reply);
  /** A deleted document is read as it was before anyone wrote it. */
  const comesBack = operations.some(
    (one) => one.method === "get" && selectError(one, 404) === undefined && endLiteral(one) !== "",
  );

  /** The document as it is kept; made on first use. `undefined` when a client took it away. */
  const current = async (key: string, texts: Call["pathTexts"]): Promise<{ readonly value: unknown } | undefined> => {
    const kept = await operationStates.get(key);
    const isGone = kept?.isDeleted === true;
    if (kept && !isGone) return kept;
    if (isGone && canBeAbsent && (role.part !== "update" || canReplace)) return undefined;
    const own = isGone ? undefined : await ofRecord?.(texts);
    if (own ?? list) return { value: own ?? list?.empty };
    const value = sampleOf(key) ?? {};
    if (!isGone) await operationStates.keep(key, operation.id, value);
    return { value };
  };
  const jobs = new Map<BodyPlan, NamedJobs | undefined>();
  const answer = (call: Call, key: string, value: unknown): Awaitable<Answer> => {
    const { answerAs: body } = call;
    if (!body) return answerValue(context, plan, call, undefined);
    const shown = hide && isObject(value) ? hide(value as JsonObject) : value;
    const whole = singletonBody(context, body, role.reply, writes, { path: role.key, seed: key }, shown);
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

  const idName = shape && [...shape.properties.keys()].find((name) => foldName(name) === "id");
  /** A document with an id that has none yet is made by the first write. */
  const isMade = (value: unknown): boolean => idName === undefined || (isObject(value) && Object.hasOwn(value, idName));
  /** The properties of a new document that clients do not write. */
  const firstOf = (key: string): JsonObject => {
    const sample = sampleOf(key);
    return isObject(sample) ? (pickBy(sample, (name) => !writes.has(name)) as JsonObject) : {};
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
    if (found === "none" && documentsAbsence && !(await operationStates.get(key)))
      return context.refuse(operation, absence(key));
    const named = found === "none" ? undefined : found;
    const reply = (value: unknown): Awaitable<Answer> =>
      named && call.answerAs
        ? answerValue(context, plan, call, named.shown(value, call.answerAs, role.reply))
        : answer(call, key, value);
    if (role.part === "read") {
      if (named) return reply(named.value);
      const document = await current(key, pathTexts);
      return document ? show(call, key, document.value) : absent(key);
    }
    const isNew = isMap && !(await operationStates.get(key));
    const before = named ?? (isNew ? { value: {} } : await current(key, pathTexts));
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
        const own = isMade(before?.value) ? before?.value : { ...firstOf(key), ...(before?.value as JsonObject) };
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
        const part = operation.method === "post" && canReplace ? withAddedItems(before.value, written) : written;
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
        const isIdle = !named && comesBack && JSON.stringify(sampleOf(key)) === JSON.stringify(before.value);
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

/** A document at one path, as the operations of the path show it. */
export interface SingletonDocument {
  /** Its path, maybe with parameters. */
  readonly path: string;
  readonly operations: readonly Operation[];
  /** Absent where no operation answers with the document. */
  readonly schema: Schema | undefined;
  /** The document before the first write. */
  sample(key: string): unknown;
}

/** The documents that a description has, in its order. */
export function singletonDocuments(context: MockContext): readonly SingletonDocument[] {
  const byPath = new Map<string, SingletonDocument>();
  for (const { role } of context.api.operations) {
    if (role.kind !== "singleton") continue;
    const path = documentPath(role);
    if (byPath.has(path)) continue;
    const { operations } = role;
    const reader = singletonReader(context.schemas, operations);
    const schema = reader?.schema;
    const sample = (key: string): unknown =>
      (reader && valueAtPlace(sampledValue(context.fitting, reader.body, key), reader.reply)) ?? {};
    byPath.set(path, { path, operations, schema, sample });
  }
  return [...byPath.values()];
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

/** The schema of the document that the operations of a singleton read; `undefined` if none answers with it. */
export function singletonSchema(schemas: SchemaRegistry, operations: readonly Operation[]): Schema | undefined {
  return singletonReader(schemas, operations)?.schema;
}

/** The body that reading the document answers, and the place and the schema of the document in it. */
function singletonReader(
  schemas: SchemaRegistry,
  operations: readonly Operation[],
): { readonly body: BodyPlan; readonly reply: RecordPlace; readonly schema: Schema | undefined } | undefined {
  for (const operation of operations) {
    const { role } = operation;
    if (role.kind !== "singleton" || role.part !== "read") continue;
    const [body] = bodyPlans(schemas, selectSuccess(operation).response?.content ?? []);
    const { reply = [] } = role;
    if (body) return { body, reply, schema: body.schema && schemaAt(schemas, body.schema, reply) };
  }
  return undefined;
}

/** Names that the bodies of these operations declare for the document. */
function singletonWrites(
  schemas: SchemaRegistry,
  operations: readonly Operation[],
  document: JsonSchema | undefined,
): ReadonlySet<string> {
  const written = operations.flatMap((operation) => writtenProperties(schemas, operation, document));
  return new Set(written.filter(({ readOnly }) => !readOnly).map(({ name }) => name));
}

/** The body that shows the document: without what requests declare and this answer does not. */
function singletonBody(
  { schemas, fitting }: MockContext,
  body: BodyPlan,
  reply: RecordPlace | undefined,
  writes: ReadonlySet<string>,
  { path, seed }: { readonly path: string; readonly seed: string },
  value: unknown,
): unknown {
  const { schema } = body;
  // Examples require nothing: what was written is all there is.
  if (!schema || (reply?.length === 0 && isByExample(schema))) return value;
  const { types } = schemaShape(schemas, schema.json);
  const text = types.has("string") && !types.has("object") ? textCalledAs(path, value) : undefined;
  if (text !== undefined && schemas.validator(schema, "response").isValid(text)) return text;
  const shown = schemaAt(schemas, schema, reply ?? []);
  const declared = shown ? objectProperties(schemas, shown.json) : new Map<string, unknown>();
  const visible =
    declared.size === 0 || !isObject(value)
      ? value
      : pickBy(value, (name) => declared.has(name) || (reply !== undefined && !writes.has(name)));
  if (reply) {
    return fitting.fit(schema, withoutWriteOnly(withValueAt(undefined, reply, visible), schema, schemas), { seed });
  }
  // Text has no properties to share: where it is what the answer may be, it is the answer.
  if (typeof value === "string" && schemas.validator(schema, "response").isValid(value)) return value;
  const sample = sampledValue(fitting, body, seed);
  return isObject(sample) && isObject(visible) ? fitting.fit(schema, { ...sample, ...visible }, { seed }) : sample;
}

/** The `value` that was sent in a form to `/values/{key}`. */
function textCalledAs(path: string, value: unknown): string | undefined {
  const noun = foldName(pathNoun(path));
  const [, text] = isObject(value)
    ? (Object.entries(value).find(([name]) => sameNoun(foldName(name), noun)) ?? [])
    : [];
  return typeof text === "string" ? text : undefined;
}
