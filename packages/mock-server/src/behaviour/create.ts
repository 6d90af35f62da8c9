import {
  type Answer,
  type Problem,
  ProblemError,
  type ResponsePlan,
  schemaAt,
  selectDocumented,
  validationProblem,
  validationStatus,
} from "@onespec/http-contract";
import {
  type ApiDescription,
  isObject,
  type Operation,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
  type WriteRole,
} from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { RecordAddress, ScopePattern } from "../model/resource-states.js";
import { keywordsOf } from "../model/schema-questions.js";
import { filledPath, pathUpTo } from "../model/state-key.js";
import { recordTag } from "../response/answer-headers.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { valueAtPlace, withValueAt } from "../response/place-value.js";
import { createRecordAnswer } from "../response/record-answer.js";
import { createRecordsAnswer } from "../response/records-answer.js";
import { requestOrigin } from "../response/request-origin.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { createActedParent } from "./effect/action-change.js";
import { createMemberLinks, type MemberLinks } from "./record/member-links.js";
import { namedDocumentPaths } from "./record/named-document.js";
import { absentParent, addressReader } from "./record/record-address.js";
import { createBoundsGuard } from "./record/record-guard.js";
import {
  chosenKeyReader,
  duplicateKey,
  isDotSegment,
  isReachable,
  recordPathMaker,
  withoutId,
} from "./record/record-key.js";
import { takenRecordReader } from "./record/taken-record.js";
import { conflictStatus, createUniquenessCheck } from "./record/unique-properties.js";
import { createRecordChanger } from "./record/write-record.js";

/** `POST /pets`, of one record or of a list of them. */
export function createCreateBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, body, reply, many, manyAt }: WriteRole<"create">,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, records } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply, { event: "made" });
  const beside = manyAt && reply && [...reply.slice(0, -1), ...manyAt];
  const isAnswered = beside && plan.preferred?.schema && schemaAt(schemas, plan.preferred.schema, beside);
  const answerAll = createRecordsAnswer(context, plan, resource, isAnswered ? beside : reply);
  const { read: chosenKey } = chosenKeyReader(schemas, operation, resource);
  const read = addressReader(schemas, states, operation, resource);
  const locate = locationHeader(context.api, resource, plan);
  const isReplaceable = !selectDocumented(operation, 409) && isGenerated(schemas, resource);
  const isNumbered = resource.id.parameterSchema !== undefined && isNumber(schemas, resource.id.parameterSchema);
  const isUpdate = updatesKnown(operation, resource);
  const askedMode = takenRecordReader(schemas, operation);
  const takenMode: typeof askedMode = (call) => askedMode(call) ?? (isUpdate ? "update" : undefined);
  const changeRecord = createRecordChanger(context, resource);
  const linkMembers = createMemberLinks(context, resource);
  const rename = bodyRenaming(schemas, operation, resource.schema.json);
  const findTaken = createUniquenessCheck(context, operation, resource);
  const actedParent = createActedParent(context, operation, resource);
  const boundsLeft = context.isLax ? undefined : createBoundsGuard(schemas, operation, resource.schema);
  const status = validationStatus(operation);
  /** @throws ProblemError for values that no record of this kind can have */
  const within = (sent: JsonObject): JsonObject => {
    const violations = boundsLeft?.(sent) ?? [];
    if (violations.length > 0) throw new ProblemError(validationProblem(status, violations));
    return sent;
  };

  const conflict = (problem: Problem): ProblemError =>
    new ProblemError({ ...problem, status: conflictStatus(operation) });

  const pathsBelow = filledPaths(context, resource);
  let documentPaths: { readonly of: ReturnType<typeof namedDocumentPaths> } | undefined;
  /** A record that a client made has nothing below it yet. */
  const leaveEmpty = async (record: StoredRecord): Promise<void> => {
    documentPaths ??= { of: namedDocumentPaths(context, resource) };
    for (const path of new Set([...pathsBelow(record), ...(documentPaths.of?.(record) ?? [])]))
      await context.seeds.leaveBelow(path);
  };

  /** An id of ours that a client took for its own record meanwhile is left to that one. @throws ProblemError */
  const makeAndInsert = async (...[owner, written, wish]: Parameters<typeof records.make>): Promise<StoredRecord> => {
    for (let attempt = 1; ; attempt++) {
      const record = await records.make(owner, written, wish);
      if (await state.collection.insert(record)) {
        await leaveEmpty(record);
        return record;
      }
      if (wish.key !== undefined || attempt === MOST_ATTEMPTS) throw conflict(duplicateKey(resource, record.key));
    }
  };

  /** The existing record in place of a new one, changed if the request asks for that. */
  const settle = async (call: Call, there: StoredRecord, sent: JsonObject): Promise<StoredRecord> => {
    if (takenMode(call) !== "update") return there;
    const change = (value: JsonObject): JsonObject => ({ ...value, ...withoutId(resource, sent) });
    return (await changeRecord(there, { wrote: call.wrote }, change)) ?? there;
  };
  const create = async (call: Call, address: RecordAddress): Promise<Answer> => {
    const several = manyAt && valueAtPlace(call.body, manyAt);
    const written = several ?? valueAtPlace(call.body, body);
    if (linkMembers) {
      const beside = asObject(body.length === 1 ? withValueAt(call.body, body, undefined) : undefined);
      return answerLinks(call, address, await linkMembers(address, [written].flat(), beside));
    }
    const isMany = (many || several !== undefined) && Array.isArray(written);
    const sent = (isMany ? written : [written]).map((one) => within(asObject(rename(one))));
    return createAll(
      call,
      address,
      actedParent && !isMany ? sent.map((one) => actedParent.named(one, call.pathTexts)) : sent,
    );
  };
  /** All or none. Nothing comes between a look for taken values and the write. */
  const createAll = (call: Call, address: RecordAddress, all: readonly JsonObject[]): Promise<Answer> =>
    findTaken ? state.inTurn(() => createEach(call, address, all)) : createEach(call, address, all);
  const isListed = ({ body: sent }: Call): boolean =>
    [body, manyAt].some((place) => place && Array.isArray(valueAtPlace(sent, place)));
  const createEach = async (
    call: Call,
    { parents, scope }: RecordAddress,
    all: readonly JsonObject[],
  ): Promise<Answer> => {
    const wanted = all.map(chosenKey);
    const keys = [...wanted];
    const kept = new Map<number, StoredRecord>();
    for (const [index, key] of wanted.entries()) {
      if (key === undefined) continue;
      // 0 is the number of clients that have none.
      const isUnset = isNumbered && isReplaceable && key === "0";
      if (isUnset || isDotSegment(key) || (isNumbered && !isReachable(schemas, resource, key))) {
        keys[index] = undefined;
        continue;
      }
      const isTaken = wanted.indexOf(key) < index || (await state.collection.has(scope, key));
      if (!isTaken) continue;
      if (call.precondition) {
        const current = await state.find({ scope, where: [] }, key);
        call.precondition(current && recordTag(current));
      }
      const there = takenMode(call) && (await state.find({ scope, where: [] }, key));
      if (there) {
        kept.set(index, there);
        continue;
      }
      if (!isReplaceable) throw conflict(duplicateKey(resource, key));
      keys[index] = undefined;
    }
    if (findTaken && all.length > 1 && !takenMode(call))
      for (const [index, one] of all.entries()) {
        const taken = await findTaken(one, scope, all.slice(0, index));
        if (taken) throw new ProblemError(taken.problem);
      }
    const made: StoredRecord[] = [];
    for (const [index, one] of all.entries()) {
      const taken = kept.has(index) ? undefined : findTaken && (await findTaken(one, scope));
      const there = kept.get(index) ?? (taken && takenMode(call) ? taken.record : undefined);
      if (there) {
        made.push(await settle(call, there, one));
        continue;
      }
      if (taken) throw new ProblemError(taken.problem);
      const wish = { scope, parents, key: keys[index], now: context.now() };
      const record = await makeAndInsert(
        resource,
        keys[index] === wanted[index] ? one : withoutId(resource, one),
        wish,
      );
      made.push((await call.wrote?.({ kind: "created", resource, record })) ?? record);
    }
    const [first] = made;
    if (many || !first || isListed(call)) return answerAll(call, made, isListed(call));
    return answer(call, first, locate(call, parents, first), all[0]);
  };

  const answerLinks = async (
    call: Call,
    { parents }: RecordAddress,
    links: Awaited<ReturnType<MemberLinks>>,
  ): Promise<Answer> => {
    for (const { record, isNew } of links)
      if (isNew && call.wrote) await call.wrote({ kind: "created", resource, record });
    const [first] = links;
    if (!first || (many && reply))
      return answerAll(
        call,
        links.map(({ record }) => record),
      );
    return answer(call, first.record, locate(call, parents, first.record), {});
  };

  return async (call) => {
    const address = read(call.pathTexts);
    const absent = await absentParent(states, resource, address.parents);
    if (absent) throw new ProblemError(absent);
    await context.seeds.fill(resource, address.scope);
    const made = await create(call, address);
    await actedParent?.change(asObject(rename(valueAtPlace(call.body, body))), call.pathTexts);
    return made;
  };
}

const MOST_ATTEMPTS = 5;

/** The paths of a record below which seeds come with the first look and clients can add records, at any depth. */
function filledPaths(
  { api, states, seeds }: MockContext,
  resource: Resource,
): (record: StoredRecord) => readonly string[] {
  const { owner } = states.of(resource);
  const level = owner.parents.length;
  const templates = api.resources.flatMap((child) => {
    const parent = child.parents[level];
    if (!parent?.resource || states.of(parent.resource).owner !== owner || states.of(child).owner !== child) return [];
    if (!states.of(child).isCreatable || !seeds.isLate(child)) return [];
    const names = child.parents.slice(0, level + 1).map(({ parameter }) => parameter);
    return [{ path: pathUpTo(child.collectionPath, parent.parameter), names }];
  });
  return ({ scope, key }) => {
    const texts = [...scope, key];
    return templates.map(({ path, names }) =>
      filledPath(path, Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]))),
    );
  };
}

/**
 * True if a POST with the id of a record updates it: the POST documents a 404 and no 409, its path has no id, and no other operation
 * updates records.
 */
function updatesKnown(operation: Operation, { roles, parents }: Resource): boolean {
  const statuses = new Set(operation.responses.map(({ status }) => status));
  const isOnlyWrite = roles.update === undefined && roles.replace === undefined && parents.length === 0;
  return isOnlyWrite && statuses.has("404") && !statuses.has("409");
}

/** Numbers and UUIDs are given by servers. A client that sends one shares the record's schema, where nothing says readOnly. */
function isGenerated(schemas: SchemaRegistry, { id }: Resource): boolean {
  const { values } = schemaShape(schemas, id.schema.json);
  const isUuid = keywordsOf(schemas, id.schema.json).format === "uuid";
  return id.property !== undefined && values.length === 0 && (isUuid || isNumber(schemas, id.schema));
}

function isNumber(schemas: SchemaRegistry, { json }: Schema): boolean {
  const { types } = schemaShape(schemas, json);
  return (types.has("integer") || types.has("number")) && !types.has("string");
}

/** A body that is not an object, such as an uploaded file, makes a record without its content. */
function asObject(written: unknown): JsonObject {
  return isObject(written) ? written : {};
}

/** `Location` of the new record: absolute where the description documents the header as a URL with a scheme. */
function locationHeader(
  { operations }: Pick<ApiDescription, "operations">,
  resource: Resource,
  { response, status }: ResponsePlan,
): (call: Call, parents: ScopePattern, record: StoredRecord) => Readonly<Record<string, string>> | undefined {
  const documented = response?.headers.find(({ name }) => name.toLowerCase() === "location");
  const pathOf = recordPathMaker(resource);
  // Paths may go on from that of the record, and none end there.
  const isServed = documented || operations.some(({ path }) => path === resource.itemPath);
  if ((!documented && status !== 201) || !pathOf || !isServed) return () => undefined;
  const json = documented?.schema.json;
  const isAbsolute = typeof json === "object" && (json.format === "uri" || json.format === "url");
  return ({ base, target }, parents, { key }) => {
    const path = pathOf(parents, key);
    if (path === undefined) return undefined;
    return { location: `${isAbsolute ? requestOrigin(target) : ""}${base}${path}` };
  };
}
