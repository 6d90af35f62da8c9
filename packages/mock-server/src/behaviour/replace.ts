import {
  type Answer,
  createResponsePlan,
  ProblemError,
  type ResponsePlan,
  selectDocumented,
  takesPart,
  writtenProperties,
} from "@onespec/http-contract";
import {
  isObject,
  type JsonSchema,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  saysUpsert,
  schemaShape,
  valueAtPlace,
  type WriteRole,
} from "@onespec/spec-core";
import { asObject } from "../model/as-object.js";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import type { ScopePattern } from "../model/resource-states.js";
import { recordTag } from "../response/answer-headers.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { isSchemaOf } from "../response/place-value.js";
import { createRecordAnswer } from "../response/record-answer.js";
import { createRecordMoments } from "../response/record-moments.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { absentParent, absentRecord, addressReader } from "./record/record-address.js";
import { duplicateKey, keyInRecord, recordPathMaker, withKey, withParents } from "./record/record-key.js";
import { createRecordMaker } from "./record/record-maker.js";
import { createVersionCheck } from "./record/stale-version.js";
import { createUniquenessCheck } from "./record/unique-properties.js";

/**
 * `PUT /pets/{petId}`: replaces the properties that clients may write, and keeps those that only the server sets. Creates an absent record
 * if the description documents 201, or if no other operation creates one.
 */
export function createReplaceBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, body, reply, hasIdInBody }: WriteRole<"replace">,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, fitting, states, records } = context;
  const state = states.of(resource);
  const created = selectDocumented(operation, 201);
  const createdPlan = created ? createResponsePlan(schemas, fitting, operation, created, true) : plan;
  const answer = createRecordAnswer(context, plan, resource, reply);
  const answerCreated = createRecordAnswer(context, createdPlan, resource, reply, { event: "made" });
  const complete = createRecordMaker(schemas, fitting, resource, [operation]);
  const moments = createRecordMoments(context.api, resource);
  const isServers = serversProperty(context, operation, resource);
  const isPartial = takesPart(context.api, operation, resource);
  const isCreate = operation.method === "post";
  const isAdded = !operation.requestBody && (resource.members || /^\W*adds?\b/i.test(operation.summary ?? ""));
  const mayCreate = created || state.owner.roles.create === undefined || isCreate || isAdded || saysUpsert(operation);
  const pathOf = recordPathMaker(resource);
  const valueName = plainValueName(schemas, operation, resource);
  const rename = bodyRenaming(schemas, operation, resource.schema.json);
  const read = addressReader(schemas, states, operation, resource);

  const checkVersion = createVersionCheck(context, operation, resource);
  const findTaken = createUniquenessCheck(context, operation, resource);
  const home = resource.members?.resource ?? (operation.requestBody ? undefined : homeOf(context, resource));
  /** For `PUT /pins/{messageId}` without a body: the message with this id. */
  const linkedRecord = async (parents: ScopePattern, key: string): Promise<StoredRecord | undefined> => {
    const scope = home?.parents.map(({ parameter }) => {
      const index = resource.parents.findIndex((own) => own.parameter === parameter);
      return index === -1 ? undefined : parents[index];
    });
    return home && scope && states.of(home).find({ scope, where: [] }, key);
  };

  // Without a body, adding a record that is already there changes nothing and is no conflict.
  const refusesTaken =
    operation.requestBody !== undefined || operation.responses.some(({ status }) => status === "409");

  const write = async (call: Call): Promise<Answer> => {
    const address = read(call.pathTexts);
    const { parents, scope } = address;
    await context.seeds.fill(resource, scope);
    const [sent] = [valueAtPlace(call.body, body)].flat();
    const written = valueName === undefined ? asObject(rename(sent)) : { [valueName]: sent };
    const wanted = hasIdInBody ? (keyInRecord(resource, written) ?? "") : address.key;
    const found = await state.find(address, wanted);
    const replace = (current: StoredRecord): JsonObject => {
      call.precondition?.(recordTag(current));
      const { value: before, key } = current;
      checkVersion?.(call, before);
      // Without a body there is nothing to replace: Intercom's `PUT /companies/{id}` only reads the company again.
      if (call.body === undefined) return before;
      // The property with the record's name in the path stays.
      const isCaller = (name: string): boolean => key !== wanted && before[name] === wanted;
      const kept = pickBy(before, (name) => isServers(name) || isCaller(name));
      const changed = isPartial ? overlaid(schemas, resource.schema.json, before, written) : { ...kept, ...written };
      const named = withKey(schemas, resource, changed, key);
      const placed = withParents(schemas, resource, named, parents);
      return moments.changed(complete(placed, `${resource.stateKey} ${key}`), context.now());
    };
    if (found && isCreate && refusesTaken) throw new ProblemError(duplicateKey(resource, wanted));
    const taken = await findTaken?.(written, scope);
    if (taken && taken.record?.key !== (found?.key ?? wanted)) throw new ProblemError(taken.problem);
    const record = found && (await state.collection.update(found.scope, found.key, replace));
    if (record) {
      const last = (await call.wrote?.({ kind: "updated", resource, record, before: found.value })) ?? record;
      return answer(call, last, undefined, written);
    }
    const absent = await absentParent(states, resource, parents);
    // A path without one of the record's parents cannot create it.
    if (absent || !mayCreate || address.isByProperties || scope.includes(undefined)) {
      return context.refuse(
        operation,
        absent ?? absentRecord(resource, hasIdInBody ? undefined : address.parameter, wanted),
      );
    }
    call.precondition?.(undefined);
    const linked = await linkedRecord(parents, wanted);
    const made = await records.make(resource, linked?.value ?? written, {
      scope,
      parents,
      key: wanted,
      now: context.now(),
    });
    if (!(await state.collection.insert(made))) {
      // Another request created it meanwhile.
      const theirs = await state.collection.update(made.scope, made.key, replace);
      if (theirs) {
        const last = (await call.wrote?.({ kind: "updated", resource, record: theirs })) ?? theirs;
        return answer(call, last, undefined, written);
      }
      await state.collection.put(made);
    }
    const last = (await call.wrote?.({ kind: "created", resource, record: made })) ?? made;
    const path = createdPlan.status === 201 ? pathOf?.(parents, made.key) : undefined;
    const location = path === undefined ? undefined : { location: call.base + path };
    const answerAs =
      createdPlan === plan ? call.answerAs : createdPlan.negotiate(call.target.headers.accept as string | undefined);
    return answerCreated({ ...call, answerAs }, last, location, written);
  };
  return (call) => (findTaken ? state.inTurn(() => write(call)) : write(call));
}

/** The name `value`, if the record has only a key beside it, and the body is the value itself and may be anything. */
function plainValueName(schemas: SchemaRegistry, operation: Operation, { schema, id }: Resource): string | undefined {
  const [key, ...inner] = id.property ?? [];
  const names = [...objectProperties(schemas, schema.json).keys()];
  const [other, ...others] = names.filter((name) => name !== key);
  if (inner.length > 0 || others.length > 0 || other !== "value" || names.length < 2) return undefined;
  const bodies = operation.requestBody?.content ?? [];
  const isAnything = bodies.every(({ schema: body }) => {
    const { types, properties } = schemaShape(schemas, body?.json ?? true);
    return types.size === 0 && properties.size === 0;
  });
  return bodies.length > 0 && isAnything ? other : undefined;
}

/** Another resource that creates the same records, with the same parameter for their id. */
function homeOf({ api, schemas }: MockContext, resource: Resource): Resource | undefined {
  const { schema, id, stateKey } = resource;
  return api.resources.find(
    (other) =>
      other.stateKey !== stateKey &&
      other.roles.create !== undefined &&
      other.id.parameter === id.parameter &&
      other.id.property?.join("/") === id.property?.join("/") &&
      isSchemaOf(schemas, other.schema.json, schema) &&
      other.parents.every(({ parameter }) => resource.parents.some((own) => own.parameter === parameter)),
  );
}

/**
 * True for properties that a replacement keeps:
 * - those that the body cannot contain
 * - those that are described as fixed
 * - those by which the record is listed below its parent
 * - those that every record has and the body may omit
 * - those that the body of a create does not declare
 */
function serversProperty(
  { schemas, api }: MockContext,
  operation: Operation,
  resource: WriteRole<"replace">["resource"],
): (name: string) => boolean {
  const taken = writtenProperties(schemas, operation).filter(({ readOnly }) => !readOnly);
  const written = new Set(taken.map(({ name }) => name));
  const needed = new Set(taken.filter(({ required }) => required).map(({ name }) => name));
  const properties = objectProperties(schemas, resource.schema.json);
  const chosen = writtenProperties(schemas, resource.roles.create).map(({ name }) => name);
  const isMadeByServer = (name: string): boolean =>
    chosen.length > 0 && properties.has(name) && !chosen.includes(name) && !needed.has(name);
  const links = api.operations.flatMap(({ role }) =>
    role.kind === "view" && role.resource.stateKey === resource.stateKey
      ? role.scope.flatMap(({ property }) => property?.[0] ?? [])
      : [],
  );
  const isFixed = (name: string): boolean => {
    const json = properties.get(name)?.schema;
    const isLeftOut = properties.get(name)?.required === true && !needed.has(name);
    return (
      links.includes(name) ||
      isLeftOut ||
      isMadeByServer(name) ||
      (typeof json === "object" && FIXED.test(json.description ?? ""))
    );
  };
  // If the body declares no properties, clients may write all that are not readOnly.
  return (name) => isFixed(name) || (written.size === 0 ? properties.get(name)?.readOnly === true : !written.has(name));
}

const FIXED =
  /\b(?:can(?:no|')t|can not|not) be (?:updated|changed|modified|edited)\b|\bimmutable\b|\bnot applicable when updating\b/i;

/** Merges the sent properties into the record. Objects with declared properties keep the members that are not sent. */
function overlaid(schemas: SchemaRegistry, json: JsonSchema, before: JsonObject, sent: JsonObject): JsonObject {
  const declared = objectProperties(schemas, json);
  const parts = Object.entries(sent).map(([name, value]): [string, unknown] => {
    const { [name]: there } = before;
    const inner = declared.get(name)?.schema;
    const { properties, additional } = schemaShape(schemas, inner ?? true);
    const isPart = inner !== undefined && properties.size > 0 && (additional ?? false) === false;
    return isPart && isObject(there) && isObject(value)
      ? [name, overlaid(schemas, inner, there as JsonObject, value as JsonObject)]
      : [name, value];
  });
  return { ...before, ...Object.fromEntries(parts) };
}
