import { coerceValue, ProblemError, type ResponsePlan, selectSuccess, writtenProperties } from "@onespec/http-contract";
import {
  type ActionRole,
  foldName,
  isObject,
  nameWords,
  nounForms,
  type Operation,
  objectProperties,
  pathNoun,
  type Resource,
  type SchemaRegistry,
  sameNoun,
  schemaShape,
  valueAtPlace,
} from "@onespec/spec-core";
import { addRecord } from "../model/add-record.js";
import { asObject } from "../model/as-object.js";
import type { Behaviour, MockContext } from "../model/mock-context.js";
import { endLiteral, lastLiteral } from "../model/path-words.js";
import { propertiesOf } from "../model/schema-questions.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { createRecordAnswer } from "../response/record-answer.js";
import { namesOfRecord } from "../response/result-records.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { envelopeOf } from "./effect/sent-change.js";
import { recordFinder } from "./record/record-address.js";
import { duplicateKey, keyInRecord, withoutId } from "./record/record-key.js";
import { conflictStatus, createUniquenessCheck } from "./record/unique-properties.js";

/**
 * True for `POST /layouts/{id}/duplicate` if it answers a layout or its id. Also true for `POST /payments/{id}/reversal` if it answers a
 * payment, and payments have a `reverses_payment_id`.
 */
export function isCopy(
  { schemas }: Pick<MockContext, "schemas">,
  operation: Operation,
  { reply, resource }: ActionRole,
): boolean {
  if (operation.method !== "post") return false;
  const [id = ""] = resource.id.property ?? [];
  const answer = selectSuccess(operation).response?.content[0]?.schema?.json ?? true;
  const isTold = reply !== undefined || objectProperties(schemas, answer).has(id);
  if (isTold && COPIES.has(foldName(endLiteral(operation)))) return true;
  return reply !== undefined && referenceTo(schemas, operation, resource) !== undefined;
}

const COPIES: ReadonlySet<string> = new Set(["duplicate", "clone", "copy", "replicate", "fork"]);

/** The string property of a copy that has the id of the original: `reverses_payment_id` for the `reversal` of a payment. */
function referenceTo(schemas: SchemaRegistry, operation: Operation, resource: Resource): string | undefined {
  const word = foldName(endLiteral(operation));
  const noun = foldName(pathNoun(resource.collectionPath));
  for (const { name, schema } of objectProperties(schemas, resource.schema.json).values()) {
    const [, verb = "", own = ""] = /^([a-z]+)s_?(.+?)_?id$/i.exec(name) ?? [];
    const isOfWord = verb.length > 3 && word !== verb.toLowerCase() && word.startsWith(verb.slice(0, -1).toLowerCase());
    if (isOfWord && sameNoun(foldName(own), noun) && schemaShape(schemas, schema).types.has("string")) return name;
  }
  return undefined;
}

/** Copies the record of the path. The copy gets a new id and the properties of the request. */
export function createCopyBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, reply }: ActionRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states } = context;
  const reference = referenceTo(schemas, operation, resource);
  const answer = createRecordAnswer(context, plan, resource, reply, { event: "made" });
  const { find, refuse } = recordFinder(context, operation, resource);
  const known = propertiesOf(schemas, resource.schema.json);
  const place = envelopeOf(writtenProperties(schemas, operation), known) ?? [];
  const rename = bodyRenaming(schemas, operation, resource.schema.json, place);
  const findTaken = createUniquenessCheck(context, operation, resource);
  const [id] = resource.id.property ?? [];
  const canName = writtenProperties(schemas, operation).some(({ name, readOnly }) => name === id && !readOnly);
  return async (call) => {
    const { address, found } = await find(call.pathTexts);
    if (!found) return refuse(address, address.parameter);
    const sent = rename(valueAtPlace(call.body, place));
    const own = isObject(sent) ? withoutId(resource, sent) : {};
    const attributes = isObject(own.attributes) && isObject(found.value.attributes);
    const written = {
      ...withoutId(resource, found.value),
      ...(reference === undefined ? {} : { [reference]: found.key }),
      ...own,
      ...(attributes ? { attributes: { ...asObject(found.value.attributes), ...asObject(own.attributes) } } : {}),
    };
    const taken = await findTaken?.(written, found.scope);
    if (taken) throw new ProblemError(taken.problem);
    const { parents } = address;
    const wish = canName && isObject(sent) ? keyInRecord(resource, sent) : undefined;
    const key = wish === "" || wish === found.key ? undefined : wish;
    if (key !== undefined && (await states.of(resource).collection.has(found.scope, key)))
      throw new ProblemError({ ...duplicateKey(resource, key), status: conflictStatus(operation) });
    const record = await addRecord(context, resource, written, { scope: found.scope, parents, key });
    const last = (await call.wrote?.({ kind: "created", resource, record })) ?? record;
    return answer(call, last);
  };
}

/** Creates a record as the effect of an action on another record. */
export interface ActionMaker {
  make(acted: StoredRecord, sent: unknown): Promise<void>;
  /** True if the new record takes this property of the body. */
  uses(name: string): boolean;
}

/** `POST /servers/{id}:create-snapshot` creates a record in `/snapshots` that names the server. `undefined` for other verbs. */
export function createActionMaker(
  context: MockContext,
  operation: Operation,
  acting: Resource,
): ActionMaker | undefined {
  const { api, schemas, states, seeds, records, now } = context;
  const [verb = "", ...noun] = nameWords(lastLiteral(operation));
  if (operation.method !== "post" || verb !== "create" || noun.length === 0) return undefined;
  const [kind, ...others] = api.resources.filter(
    ({ parents, stateKey, collectionPath }) =>
      parents.length === 0 &&
      stateKey === collectionPath &&
      stateKey !== acting.stateKey &&
      sameNoun(foldName(pathNoun(collectionPath)), noun.join("")),
  );
  if (!kind || others.length > 0) return undefined;
  const own = objectProperties(schemas, kind.schema.json);
  const rename = bodyRenaming(schemas, operation, kind.schema.json);
  const names = new Set([...namesOfRecord(acting), ...nounForms(foldName(pathNoun(acting.collectionPath)))]);
  /** The properties of the new record that name the other one: `server_id`, or `server: { id }`. */
  const naming = ({ key }: StoredRecord): JsonObject => {
    const named = [...own.values()].flatMap(({ name, schema }) => {
      if (!names.has(foldName(name)) || kind.id.property?.[0] === name) return [];
      const { types, properties } = schemaShape(schemas, schema);
      const id = properties.get(acting.id.property?.[0] ?? "");
      if (types.has("object")) return id ? [[name, { [id.name]: coerceValue(schemas, id.schema, key) }]] : [];
      return [[name, coerceValue(schemas, schema, key)]];
    });
    return Object.fromEntries(named);
  };
  return {
    async make(acted, sent) {
      await seeds.fill(kind, []);
      const renamed = rename(sent);
      const written = { ...naming(acted), ...(isObject(renamed) ? renamed : {}) };
      const key = keyInRecord(kind, written);
      const record = await records.make(kind, written, { scope: [], parents: [], key, now: now() });
      if (!(await states.of(kind).collection.insert(record)))
        throw new ProblemError({ ...duplicateKey(kind, record.key), status: conflictStatus(operation) });
    },
    uses: (name) => own.has(name),
  };
}
