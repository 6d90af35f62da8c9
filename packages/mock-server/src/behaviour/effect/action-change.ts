import { coerceValue, writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  nameWords,
  nounForms,
  type Operation,
  objectProperties,
  pathNoun,
  type Resource,
  STATUS,
  schemaShape,
  valueAtPlace,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { endLiteral, lastLiteral } from "../../model/path-words.js";
import { pickBy } from "../../model/pick-by.js";
import { allows, propertiesOf } from "../../model/schema-questions.js";
import type { JsonObject } from "../../store/record-store.js";
import { addressReader, ancestorOf } from "../record/record-address.js";
import { createSecretRenewal } from "../record/renewed-secret.js";
import { createRecordChanger } from "../record/write-record.js";
import { memberChange } from "./member-change.js";
import { type ActionWords, createSentChange } from "./sent-change.js";
import { createVerbChange } from "./verb-change.js";

/** The change that an action makes to its record, by its verb and its body. */
export interface ActionChange {
  /** Returns the same object if nothing changes. @param texts the values of the path's parameters, by name */
  change(value: JsonObject, sent: unknown, now: number, texts?: Readonly<Record<string, string>>): JsonObject;
  /** True if this property of the body can change the record. */
  uses(name: string): boolean;
  /** True if the description says what changes. */
  readonly isKnown: boolean;
}

/** `undefined` if the action names nothing that the record has. */
export function createActionChange(
  context: MockContext,
  operation: Operation,
  resource: Resource,
): ActionChange | undefined {
  return (
    memberChange(context, operation, resource) ??
    fieldReset(context, operation, resource) ??
    propertyRemoval(context, operation, resource) ??
    typedChange(context, operation, resource) ??
    wordedChange(context, operation, resource, {})
  );
}

/** `DELETE /addresses/{id}/{field}`, where `field` is one of several optional properties of the record: removes the property. */
function fieldReset(
  { schemas }: MockContext,
  { template, method, parameters }: Operation,
  { schema, parents }: Resource,
): ActionChange | undefined {
  const last = template.segments.at(-1);
  if (method !== "delete" || last?.kind !== "parameter" || template.parameters.length !== parents.length + 2)
    return undefined;
  const field = parameters.find(({ in: place, name }) => place === "path" && name === last.name);
  const { values } = schemaShape(schemas, field?.schema.json ?? true);
  const known = objectProperties(schemas, schema.json);
  const names = values.map(String);
  if (names.length === 0 || !names.every((name) => known.get(name)?.required === false)) return undefined;
  return {
    change: (value, _, __, texts = {}) => pickBy(value, (name) => name !== texts[last.name]),
    uses: () => false,
    isKnown: true,
  };
}

/** `DELETE /tasks/{id}/assignee`: sets the property to null, or removes it if it cannot be null. */
function propertyRemoval(
  { schemas }: MockContext,
  { template, method }: Operation,
  { schema, parents }: Resource,
): ActionChange | undefined {
  const [id, last] = template.segments.slice(-2);
  const isProperty = id?.kind === "parameter" && last?.kind === "literal" && method === "delete";
  const property = isProperty ? objectProperties(schemas, schema.json).get(last.text) : undefined;
  if (!property || template.parameters.length !== parents.length + 1) return undefined;
  const { name, required, schema: own } = property;
  const isNullable = allows(schemas, own, null);
  const { types } = schemaShape(schemas, own);
  if (!PLAIN.some((type) => types.has(type)) || (required && !isNullable)) return undefined;
  return {
    change: (value) => (isNullable ? { ...value, [name]: null } : pickBy(value, (one) => one !== name)),
    uses: () => false,
    isKnown: true,
  };
}

const PLAIN = ["string", "integer", "number"] as const;

/**
 * The change that the words of an action make. `undefined` if they name nothing that the record has.
 * @param words where the words are, if not at the end of the path
 */
export function wordedChange(
  context: MockContext,
  operation: Operation,
  resource: Resource,
  words: ActionWords,
): ActionChange | undefined {
  const byVerb = createVerbChange(context.api, resource, operation, words.text);
  const bySent = createSentChange(context, operation, resource, words);
  const renew = createSecretRenewal(context, resource, operation);
  const named = new Map([
    ...(byVerb ? sentIds(context, operation, resource, words) : []),
    ...verbProperties(context, operation, resource, words),
  ]);
  if (!byVerb && !bySent && !renew && named.size === 0) return undefined;
  const { isValid } = context.schemas.validator(resource.schema, "response");
  return {
    isKnown: (byVerb ?? renew) !== undefined || bySent?.isKnown === true,
    change(value, sent, now) {
      const renewed = renew ? renew(value) : value;
      const changed = byVerb ? byVerb(renewed, now) : renewed;
      const told = Object.entries(isObject(sent) ? sent : {}).flatMap(([name, inner]) => {
        const property = named.get(name);
        return property === undefined ? [] : [[property, inner] as const];
      });
      const whole = { ...changed, ...Object.fromEntries(told) };
      const next = told.length > 0 && isValid(whole) ? whole : changed;
      return bySent ? bySent.change(next, sent) : next;
    },
    uses: (name) => bySent?.uses(name) === true || named.has(name),
  };
}

/**
 * Properties of the body that are ids of other records, if the record has them, too: `POST /books/{id}/reserve` makes the book `reserved`
 * and sets its `member_id`.
 */
function sentIds(
  { schemas, api }: MockContext,
  operation: Operation,
  resource: Resource,
  { place }: ActionWords,
): readonly (readonly [name: string, property: string])[] {
  const others = api.resources.filter(({ stateKey }) => stateKey !== resource.stateKey);
  const ids = others.flatMap(({ collectionPath, id }) =>
    nounForms(foldName(pathNoun(collectionPath))).map((noun) => noun + foldName(id.property?.at(-1) ?? "id")),
  );
  const own = objectProperties(schemas, resource.schema.json);
  return writtenProperties(schemas, operation, resource.schema.json, place).flatMap(({ name }) =>
    own.has(name) && ids.some((id) => foldName(name).endsWith(id)) ? [[name, name] as const] : [],
  );
}

/**
 * Maps properties of the body to properties of the record that begin with the verb: the `reason` of `cancel` to `cancel_reason` or
 * `cancellationReason`.
 */
function verbProperties(
  { schemas }: MockContext,
  operation: Operation,
  resource: Resource,
  { text, place }: ActionWords,
): ReadonlyMap<string, string> {
  const [verb = "", ...others] = nameWords(text ?? lastLiteral(operation));
  const stem = verb.replace(/e$/, "");
  if (others.length > 0 || stem.length < 3) return new Map();
  const own = [...objectProperties(schemas, resource.schema.json).keys()];
  return new Map(
    writtenProperties(schemas, operation, resource.schema.json, place).flatMap(({ name }) => {
      const end = foldName(name);
      const found = own.find((one) => {
        const folded = foldName(one);
        return folded.length > end.length && folded.startsWith(stem) && folded.endsWith(end);
      });
      return found === undefined || own.includes(name) ? [] : [[name, found] as const];
    }),
  );
}

/**
 * `POST /servers/{id}/actions` with `{ type: "rename", name }`, `PUT /guests/status` with `{ action: "approve" }`: the body has the verb.
 */
export function typedChange(context: MockContext, operation: Operation, resource: Resource): ActionChange | undefined {
  const { schemas } = context;
  const word = endLiteral(operation);
  const isAction = operation.method === "post" && ACTIONS.test(word);
  if (!isAction && !STATUS.test(word)) return undefined;
  for (const place of [JSON_API, undefined]) {
    const type = writtenProperties(schemas, operation, resource.schema.json, place).find(
      ({ name, schema }) => (isAction ? TYPE : ACTIONS).test(name) && schemaShape(schemas, schema).values.length > 0,
    )?.name;
    if (type === undefined) continue;
    const change = changeByType(context, operation, resource, type);
    return {
      change: (value, sent, now) => change(value, place ? valueAtPlace(sent, place) : sent, now),
      uses: () => true,
      isKnown: true,
    };
  }
  return undefined;
}

/** The place of the sent properties in JSON:API. */
const JSON_API = ["data", "attributes"];

/** Reads the verb from one property of the body, such as `type` in `{ type: "rename", name }`, and changes the record by it. */
function changeByType(
  context: MockContext,
  operation: Operation,
  resource: Resource,
  type: string,
): ActionChange["change"] {
  const changes = new Map<string, ActionChange | undefined>();
  return (value, sent, now) => {
    const verb = isObject(sent) ? sent[type] : undefined;
    if (!isObject(sent) || typeof verb !== "string") return value;
    const { [type]: _, ...rest } = sent;
    const known = changes.get(verb) ?? wordedChange(context, operation, resource, { text: verb });
    changes.set(verb, known);
    return known ? known.change(value, rest, now) : value;
  };
}

/**
 * Applies the changes that the body of an update lists: `{ actions: [{ action: "changeName", name: "tea" }] }`. `undefined` if the body has
 * no such list, or if the record has a property with its name.
 */
export function createListedChanges(
  context: MockContext,
  operation: Operation,
  resource: Resource,
): ((before: JsonObject, sent: unknown, now: number) => JsonObject) | undefined {
  const { schemas } = context;
  const known = objectProperties(schemas, resource.schema.json);
  for (const { name, schema } of writtenProperties(schemas, operation)) {
    const { items } = ACTIONS.test(name) && !known.has(name) ? schemaShape(schemas, schema) : {};
    const type = [...objectProperties(schemas, items ?? true).keys()].find((one) => TYPE.test(one));
    if (type === undefined) continue;
    const change = changeByType(context, operation, resource, type);
    return (before, sent, now) => {
      const listed = isObject(sent) && Array.isArray(sent[name]) ? sent[name] : [];
      return listed.reduce<JsonObject>((value, one) => change(value, one, now), before);
    };
  }
  return undefined;
}

const ACTIONS = /^(?:actions?|commands?|operations?)$/i;
const TYPE = /^(?:type|action|command|operation)(?:_?type)?$/i;

/** For actions that are records themselves: their effect on the record above them in the path. */
export interface ActedParent {
  /** Returns the action with the id of that record in its `resource_id`, if actions have one. */
  named(action: JsonObject, texts: Readonly<Record<string, string>>): JsonObject;
  change(action: JsonObject, texts: Readonly<Record<string, string>>): Promise<void>;
}

/** `undefined` if the operation does not create actions of a record. */
export function createActedParent(
  context: MockContext,
  operation: Operation,
  actions: Resource,
): ActedParent | undefined {
  const { schemas, states, api } = context;
  const acted = ancestorOf(api.resources, operation);
  const typed = acted && typedChange(context, operation, acted);
  if (!typed) return undefined;
  const state = states.of(acted);
  const read = addressReader(schemas, states, operation, acted);
  const reference = propertiesOf(schemas, actions.schema.json).find(({ name }) => ACTED.test(name));
  const changeRecord = createRecordChanger(context, acted);
  const test = reference && schemas.validator(schemas.schemaOf(reference.schema), "response");
  return {
    named(action, texts) {
      const id = reference && coerceValue(schemas, reference.schema, read(texts).key);
      return !reference || Object.hasOwn(action, reference.name) || !test?.isValid(id)
        ? action
        : { ...action, [reference.name]: id };
    },
    async change(action, texts) {
      const address = read(texts);
      const found = await state.find(address, address.key);
      if (found) await changeRecord(found, {}, (value, now) => typed.change(value, action, now));
    },
  };
}

const ACTED = /^(?:resource|target|subject)_?id$/i;
