import {
  type Answer,
  createPatcher,
  isPatchType,
  type Patcher,
  ProblemError,
  patchedObject,
  type ResponsePlan,
  strategicMerge,
  validationProblem,
  validationStatus,
  writtenProperties,
} from "@onespec/http-contract";
import {
  isObject,
  keywordsOf,
  type ObjectProperty,
  type Operation,
  objectProperties,
  propertyStripper,
  type Resource,
  type SchemaRegistry,
  schemaShape,
  valueAtPlace,
  type WriteRole,
} from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import type { RecordAddress } from "../model/resource-states.js";
import { propertiesOf } from "../model/schema-questions.js";
import { recordTag } from "../response/answer-headers.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { createRecordAnswer, recordSeed } from "../response/record-answer.js";
import { createRecordMoments } from "../response/record-moments.js";
import { createOpenRecord } from "../response/shown-record.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { createListedChanges } from "./effect/action-change.js";
import { createListAdditions } from "./effect/list-additions.js";
import { createScimChange } from "./effect/scim-change.js";
import { absentParent, addressReader, recordFinder } from "./record/record-address.js";
import { createRecordGuard } from "./record/record-guard.js";
import { duplicateKey, isReachable, keyInRecord, withKey } from "./record/record-key.js";
import { createFieldOrder, replacedValues } from "./record/record-maker.js";
import { createRequiredValues } from "./record/required-values.js";
import { createItemChange } from "./record/sent-item.js";
import { createVersionCheck } from "./record/stale-version.js";
import { createUniquenessCheck } from "./record/unique-properties.js";

/** `PATCH /pets/{petId}`: changes only the sent properties. The whole record must stay valid. */
export function createUpdateBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, body, reply, hasIdInBody }: WriteRole<"update">,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, records } = context;
  const state = states.of(resource);
  const answer = createRecordAnswer(context, plan, resource, reply);
  const isRight = (after: JsonObject): boolean => context.fitting.isKept(resource.schema, after);
  const guard = context.isLax ? () => [] : createRecordGuard(schemas, operation, resource.schema, isRight);
  const restoreReadOnly = createReadOnlyRestorer(schemas, operation, resource);
  const moments = createRecordMoments(context.api, resource);
  const inOrder = createFieldOrder(schemas, resource);
  const declared = objectProperties(schemas, resource.schema.json);
  const required = createRequiredValues(context, resource);
  /** The changed fields as answers show them, because filters compare with the shown values. */
  const withShown = (fields: JsonObject, record: StoredRecord): JsonObject => {
    if (isRight(fields)) return fields;
    const filled = required.fill(fields, record);
    const shown = context.fitting.fitKept(resource.schema, filled, { seed: recordSeed(resource, record) });
    const { value: before } = record;
    // If answers cannot show the new value, the old one stays.
    const isLeft = (name: string): boolean => Object.hasOwn(before, name) && typeof filled[name] !== "object";
    const replaced = Object.entries(replacedValues(filled, shown)).filter(([name]) => filled[name] !== before[name]);
    return {
      ...filled,
      ...Object.fromEntries(replaced.map(([name, value]) => [name, isLeft(name) ? before[name] : value])),
    };
  };
  const open = createOpenRecord(schemas, resource);
  const status = validationStatus(operation);
  const merge = (current: unknown, sent: unknown): unknown =>
    strategicMerge(schemas, resource.schema.json, current, sent);
  const rename = bodyRenaming(schemas, operation, resource.schema.json);
  const read = addressReader(schemas, states, operation, resource);
  const { refuse } = recordFinder(context, operation, resource);
  const findTaken = createUniquenessCheck(context, operation, resource);
  const checkVersion = createVersionCheck(context, operation, resource);
  const withLists = createListAdditions(context, operation, resource);
  const changeBySaid =
    createItemChange(context, operation, resource) ??
    createScimChange(context, operation, resource) ??
    createListedChanges(context, operation, resource);

  /** Applies a patch to the record. @throws ProblemError */
  const changeBy =
    (call: Call, part: unknown, patch: Patcher, newKey?: string) =>
    (current: StoredRecord): JsonObject => {
      const { precondition, bodyType } = call;
      precondition?.(recordTag(current));
      checkVersion?.(call, current.value);
      const { value: before, key: oldKey } = current;
      const recordKey = newKey ?? oldKey;
      const written = patchedObject(patch(before), status);
      const isPatch = isPatchType(bodyType);
      const fields = inOrder(isPatch ? before : NOTHING, restoreReadOnly(before, written));
      // Completed before the validation, so that the answer can reuse the result for this very object.
      const complete = (fields: JsonObject): JsonObject =>
        moments.changed(withKey(schemas, resource, fields, recordKey), context.now(), before);
      const changed = complete(fields);
      const violations = guard(before, changed, isPatch);
      // Merging one alternative of a `oneOf` into another may match neither. Then the sent properties replace the old ones.
      const replaced =
        violations.length > 0 && !isPatch ? restoreReadOnly(before, { ...before, ...(part as JsonObject) }) : changed;
      if (replaced !== changed && guard(before, replaced).length === 0) return withShown(complete(replaced), current);
      if (violations.length > 0) throw new ProblemError(validationProblem(status, violations));
      return withShown(changed, current);
    };
  const newKeyOf = createNewKey(context, operation, resource);
  /** Stores the record under another key. @throws ProblemError if another record has this key */
  const renameRecord = async (
    found: StoredRecord,
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): Promise<StoredRecord | undefined> => {
    const renamed = { ...found, key, value: change(found) };
    if (!(await state.collection.insert(renamed))) throw new ProblemError(duplicateKey(resource, key));
    await state.collection.delete(found.scope, found.key);
    return renamed;
  };
  const update = async (call: Call): Promise<Answer> => {
    const { body: sent, bodyType } = call;
    const address = read(call.pathTexts);
    await context.seeds.fill(resource, address.scope);
    const renamed = rename(sentPart(sent, body, bodyType));
    const key = hasIdInBody ? (keyInRecord(resource, renamed) ?? "") : address.key;
    const found = await state.find(address, key);
    const part = found && withLists ? withLists(found.value, renamed) : renamed;
    const taken = found && findTaken && isObject(part) && (await findTaken(part, found.scope));
    if (taken && taken.record?.key !== found.key) throw new ProblemError(taken.problem);
    const record = found && (await change(call, part, found));
    const made = record || !mayMake ? undefined : await make(address, part);
    if (made) return answer(call, (await call.wrote?.({ kind: "created", resource, record: made })) ?? made);
    if (!record) return refuse(address, hasIdInBody ? undefined : address.parameter, key);
    const last = await call.wrote?.({ kind: "updated", resource, record, before: found.value });
    if (!changeBySaid) return answer(call, last ?? record, undefined, part);
    const hasChanged = changeBySaid(found.value, part, context.now()) !== found.value;
    // These properties had no effect. A version or an id that only names the record is no such property.
    const idle = isObject(part) ? pickBy(part, (name) => !declared.has(name)) : part;
    return answer(call, last ?? record, undefined, hasChanged ? undefined : idle);
  };
  /** True if `POST /policies/{name}` creates an absent policy, because no other operation does. */
  const mayMake = makesRecords(schemas, operation, resource);
  const make = async ({ scope, parents, key }: RecordAddress, part: unknown): Promise<StoredRecord | undefined> => {
    if (!isObject(part) || scope.includes(undefined) || (await absentParent(states, resource, parents)))
      return undefined;
    const record = await records.make(resource, part, { scope, parents, key, now: context.now() });
    return (await state.collection.insert(record)) ? record : undefined;
  };
  const change = async (call: Call, part: unknown, found: StoredRecord): Promise<StoredRecord | undefined> => {
    const newKey = newKeyOf(part, found.key);
    const patched = Array.isArray(part) ? addingAbsent(schemas, part, found.value, declared) : part;
    const patch: Patcher =
      changeBySaid && !Array.isArray(part)
        ? (before) => ({ ok: true, value: changeBySaid(before as JsonObject, part, context.now()) })
        : await createPatcher(patched, call.bodyType, status, open, merge);
    return newKey === undefined
      ? state.collection.update(found.scope, found.key, changeBy(call, part, patch))
      : renameRecord(found, newKey, changeBy(call, part, patch, newKey));
  };

  return (call) => (findTaken ? state.inTurn(() => update(call)) : update(call));
}

const NOTHING: JsonObject = {};

/**
 * Finds the new key of a record that an update renames: `PATCH /databases/app` with `{ name: "app2" }`. Only if the update may omit the
 * name, the key is a name and not an id, and no records are below the record.
 */
function createNewKey(
  { schemas, api }: MockContext,
  operation: Operation,
  resource: Resource,
): (part: unknown, key: string) => string | undefined {
  const [name = "", ...inner] = resource.id.property ?? [];
  const isWritten = writtenProperties(schemas, operation).some(
    (property) => property.name === name && !property.readOnly && !property.required,
  );
  const hasChildren = api.resources.some(({ parents }) =>
    parents.some((parent) => parent.resource?.stateKey === resource.stateKey),
  );
  const isRenamed = NAMES.test(name) && inner.length === 0 && isWritten && !hasChildren;
  return (part, key) => {
    const sent = isRenamed ? keyInRecord(resource, part) : undefined;
    return sent === undefined || sent === key || !isReachable(schemas, resource, sent) ? undefined : sent;
  };
}

/**
 * True if an update is the only way to create the listed records: a `POST` whose body may have the id, without a
 * documented 404, or "Set a value", if the id is that of another record.
 */
function makesRecords(schemas: SchemaRegistry, operation: Operation, { roles, id }: Resource): boolean {
  const { method, responses, summary = "" } = operation;
  const [name = "", ...inner] = id.property ?? [];
  if (roles.create || roles.replace || !roles.list || inner.length > 0) return false;
  if (method !== "post") return /^\W*(?:sets?|stores?|assigns?)\b/i.test(summary) && /(?:_id|[a-z]Id)$/.test(name);
  const isWritten = writtenProperties(schemas, operation).some((one) => one.name === name);
  return isWritten && !responses.some(({ status }) => status === "404");
}

/** Properties by which people name a record. */
const NAMES = /name$|^(?:slug|handle|login|title|label|alias)$/i;

/**
 * Rewrites JSON Patch operations on declared properties that the record does not have: `replace` becomes `add`, and adding an item adds the
 * list. The client assumes values there that the mock does not know.
 */
function addingAbsent(
  schemas: SchemaRegistry,
  operations: readonly unknown[],
  before: JsonObject,
  declared: ReadonlyMap<string, ObjectProperty>,
): readonly unknown[] {
  const present = new Set(Object.keys(before));
  return operations.map((operation) => {
    if (!isObject(operation) || typeof operation.path !== "string") return operation;
    const { op, path, value }: JsonObject = operation;
    const [, name = "", item] = /^\/([^/]+)(\/[0-]$)?/.exec(operation.path) ?? [];
    const property = present.has(name) ? undefined : declared.get(name);
    present.add(name);
    if (property && op === "replace" && path === `/${name}`) return { ...operation, op: "add" };
    const isList = property && item !== undefined && schemaShape(schemas, property.schema).types.has("array");
    return op === "add" && isList ? { op, path: `/${name}`, value: [value] } : operation;
  });
}

/** Returns the fields that a body contains. A JSON Patch is the whole body; in other bodies the fields are at `place`. */
function sentPart(sent: unknown, place: readonly string[], type: string): unknown {
  if (type === "application/json-patch+json" || (type === "application/merge-patch+json" && place.length === 0))
    return sent;
  const part = valueAtPlace(sent, place) ?? {};
  const [first] = Array.isArray(part) ? part : [part];
  return typeof first === "object" && first !== null ? first : {};
}

/**
 * Restores readOnly properties to their values before the update. They cannot be removed from the body beforehand: its schema need not
 * declare them, and a patch is not a record. Which properties are readOnly may depend on the variant of the record.
 */
type RestoreReadOnly = (before: JsonObject, after: JsonObject) => JsonObject;

function createReadOnlyRestorer(schemas: SchemaRegistry, operation: Operation, resource: Resource): RestoreReadOnly {
  const written = new Set(
    writtenProperties(schemas, operation)
      .filter(({ readOnly }) => !readOnly)
      .map(({ name }) => name),
  );
  const { json } = resource.schema;
  const { oneOf = [], anyOf = [] } = keywordsOf(schemas, json);
  const variants = [...oneOf, ...anyOf];
  const varies = (name: string): boolean =>
    variants.some((variant) => objectProperties(schemas, variant).get(name)?.readOnly === false);
  const names = propertiesOf(schemas, json)
    .filter(({ name, readOnly }) => readOnly && (!written.has(name) || varies(name)))
    .map(({ name }) => name);
  const strip = names.length === 0 ? undefined : propertyStripper(schemas, resource.schema, "readOnly");
  const isReadOnlyIn = (before: JsonObject, name: string, value: unknown): boolean =>
    strip === undefined || !Object.hasOwn(strip({ ...before, [name]: before[name] ?? value }) as object, name);
  return (before, after) => {
    if (names.every((name) => after[name] === before[name])) return after;
    const changed = names.filter((name) => after[name] !== before[name] && isReadOnlyIn(before, name, after[name]));
    if (changed.length === 0) return after;
    const kept = Object.entries(after).filter(([name]) => !changed.includes(name));
    const restored = changed.filter((name) => Object.hasOwn(before, name)).map((name) => [name, before[name]]);
    return Object.fromEntries([...kept, ...restored]);
  };
}
