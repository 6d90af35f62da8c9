import type { Answer } from "@onespec/http-contract";
import { writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type JsonSchema,
  nameWords,
  nounForms,
  type Operation,
  objectProperties,
  type Resource,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { addressReader } from "../../behaviour/record/record-address.js";
import { withFollower } from "../../behaviour/record/write-record.js";
import type { BehaviourWrapper, Call, MockContext, RecordChange } from "../../model/mock-context.js";
import { pickBy } from "../../model/pick-by.js";
import type { ScopePattern } from "../../model/resource-states.js";
import { allows, propertiesOf } from "../../model/schema-questions.js";
import {
  changeAt,
  EACH,
  type PlaceStep,
  type Reference,
  referencedKeys,
  schemaOfPlace,
  targetScope,
} from "../../relations/reference.js";
import { relationsOf } from "../../relations/relations.js";
import { createShownRecord } from "../../response/shown-record.js";
import type { Condition, JsonObject, StoredRecord } from "../../store/record-store.js";

/** Maximum number of records that one request may name. */
const MOST_NAMED = 100;

/**
 * Embeds records that a request names: `author: 7`, `author: { slug: "ann" }` or `author_id: 7` of a book whose `author` shows
 * `{ id, name, slug }`. An `author` beside an `author_id` follows it: after `author_id: null` it is null.
 */
export const withNamedRecords: BehaviourWrapper = (context, { operation }, behave) => {
  const { role } = operation;
  if (role.kind !== "create" && role.kind !== "update" && role.kind !== "replace") return behave;
  const { schemas, states } = context;
  const { body: place, resource } = role;
  const { owner } = states.of(resource);
  const read = addressReader(schemas, states, operation, resource);
  const known = embeddedIn(context, owner);
  const inherited = role.kind === "create" ? inheritedKeys(context, operation, owner) : [];
  if (known.length === 0 && inherited.length === 0) return behave;
  return (call) => {
    const written = valueAtPlace(call.body, place);
    if (!isObject(written)) return behave(call);
    const sent = withOwnNames(known, written);
    const isSent = ({ reference }: Embedded): boolean => Object.hasOwn(sent, String(reference.place[0]));
    const naming = known.filter(isSent);
    const following = known.filter((embedded) => embedded.follows && !isSent(embedded));
    const followed =
      following.length + inherited.length === 0 ? call : withFollower(call, (change) => follow(change, following));
    return naming.length === 0 ? behave(followed) : nameAll(followed, sent, naming, written);
  };

  /** Embeds the records that the foreign keys of a written record name. */
  async function follow(
    { kind, record, resource: changed }: RecordChange,
    following: readonly Embedded[],
  ): Promise<StoredRecord | undefined> {
    const { scope, key, value } = record;
    const isOwn = changed === resource;
    const told = isOwn && kind === "created" ? await withInherited(context, inherited, value) : value;
    const after = isOwn ? await withFollowed(context, owner, following, scope, told) : value;
    return after === value ? undefined : states.of(owner).collection.update(scope, key, () => after);
  }

  async function nameAll(
    call: Call,
    sent: JsonObject,
    naming: readonly Embedded[],
    written: JsonObject,
  ): Promise<Answer> {
    const { scope } = read(call.pathTexts);
    let named: unknown = sent;
    for (const embedded of naming) named = await withNamed(context, owner, embedded, named, scope);
    return behave(named === written ? call : { ...call, body: withValueAt(call.body, place, named) });
  }
};

/** A place in a record that embeds another record. */
export interface Embedded {
  readonly reference: Reference;
  /** Returns the part of a record that is embedded there. */
  readonly show: (record: StoredRecord) => JsonObject;
  /** Properties by which requests may name a record of the target. */
  readonly keys: ReadonlySet<string>;
  readonly holder: Holder;
  /** Folded names by which requests send the ids, although records do not have them: `tagids` for `tags`. */
  readonly otherNames: ReadonlySet<string>;
  /** The foreign key beside it that names the same record: the `team_id` of a `team`. */
  readonly follows: Reference | undefined;
}

/** The property that embeds other records. */
interface Holder {
  /** The place of the object that has it. */
  readonly path: readonly PlaceStep[];
  readonly name: string;
  readonly isList: boolean;
}

function holderOf(place: readonly PlaceStep[]): Holder | undefined {
  const isList = place.at(-1) === EACH;
  const path = place.slice(0, isList ? -2 : -1);
  const name = place[path.length];
  return typeof name === "string" ? { path, name, isList } : undefined;
}

/** The places in records of a resource that embed others. */
export function embeddedIn(context: MockContext, owner: Resource): readonly Embedded[] {
  const references = relationsOf(context).from(owner);
  return references.flatMap((reference) => embeddedBy(context, owner, reference, references));
}

function embeddedBy(
  { schemas }: MockContext,
  owner: Resource,
  reference: Reference,
  references: readonly Reference[],
): readonly Embedded[] {
  const { place, inner, target, meaning } = reference;
  const holder = holderOf(place);
  if (inner?.length !== 1 || !holder) return [];
  const schema = schemaOfPlace(schemas, owner.schema.json, place);
  const { types } = schemaShape(schemas, schema.json);
  // If the id alone is allowed, clients get the record by `expand`.
  if (types.has("string") || types.has("integer") || types.has("number")) return [];
  const own = objectProperties(schemas, target.schema.json);
  const shown = [...objectProperties(schemas, schema.json).keys()].filter((name) => own.has(name));
  const isPlain = (json: JsonSchema | undefined): boolean => {
    const { types } = schemaShape(schemas, json ?? true);
    return types.has("string") || types.has("integer");
  };
  const keys = new Set(shown.filter((name) => isPlain(own.get(name)?.schema)));
  if (shown.length < 2) return [];
  const isBeside = (one: Reference): boolean =>
    place.length === 1 && one.place.length === 1 && !one.inner && one.target === target && one.meaning === meaning;
  const showAll = createShownRecord(schemas, target, schema);
  const show = (record: StoredRecord): JsonObject => pickBy(showAll(record), (name) => shown.includes(name));
  const around = schemaOfPlace(schemas, owner.schema.json, holder.path);
  const beside = propertiesOf(schemas, around.json).filter((property) => !property.writeOnly);
  const known = new Set(beside.map(({ name }) => foldName(name)));
  const otherNames = new Set(namesOfIds(reference, holder).filter((name) => !known.has(name)));
  return [{ reference, show, keys, holder, otherNames, follows: references.find(isBeside) }];
}

/**
 * The names of ids in requests: `tagIds` for `tags: [{ id }]`; `author_id` for `author: { id }` or `author_obj`; and the name of the
 * author's path parameter.
 */
function namesOfIds(
  { inner: [id = ""] = [], target, meaning }: Reference,
  { name, isList }: Holder,
): readonly string[] {
  const noun = foldName(name);
  if (isList) return nounForms(noun).flatMap((form) => ["ids", `${foldName(id)}s`].map((end) => form + end));
  const { parameter = "" } = target.id;
  return [
    `${noun}id`,
    `${meaning}id`,
    noun + foldName(id),
    ...(nameWords(parameter).length > 1 ? [foldName(parameter)] : []),
  ];
}

/** Moves the ids of `tagIds` into `tags`, and the `price_id` of an item into its `price`. */
function withOwnNames(known: readonly Embedded[], sent: JsonObject): JsonObject {
  const named = known.reduce<unknown>(
    (value, embedded) => changeAt(value, embedded.holder.path, (one) => withOwnName(embedded, one)),
    sent,
  );
  return isObject(named) ? named : sent;
}

function withOwnName({ reference, holder: { name, isList }, otherNames }: Embedded, sent: unknown): unknown {
  if (!isObject(sent) || Object.hasOwn(sent, name)) return sent;
  const found = Object.entries(sent).find(([key, value]) => value !== null && otherNames.has(foldName(key)));
  if (!found) return sent;
  const [sentName, value] = found;
  const { [sentName]: _, ...others } = sent;
  const naming = (id: unknown): unknown => withValueAt({}, reference.inner ?? [], id);
  return { ...others, [name]: isList ? [value].flat().map(naming) : naming(value) };
}

/** Embeds the records that the foreign keys of the value name. Returns the same value if it shows them already. */
async function withFollowed(
  { schemas, states }: MockContext,
  owner: Resource,
  following: readonly Embedded[],
  scope: ScopePattern,
  value: JsonObject,
): Promise<JsonObject> {
  const declared = objectProperties(schemas, owner.schema.json);
  let followed = value;
  for (const { reference, show, follows } of following) {
    const name = String(reference.place[0]);
    const property = declared.get(name);
    if (!follows || !property || !(property.required || Object.hasOwn(value, name))) continue;
    const [key] = referencedKeys(value, follows);
    if (key === referencedKeys(value, reference)[0] && Object.hasOwn(value, name)) continue;
    const within = { scope: targetScope(follows, owner, scope), where: [] };
    const record = key === undefined ? undefined : await states.of(follows.target).find(within, key);
    const { [name]: _, ...others } = followed;
    if (record) followed = { ...followed, [name]: show(record) };
    else if (allows(schemas, property.schema, null)) followed = { ...followed, [name]: null };
    else if (!property.required) followed = others;
  }
  return followed;
}

/** A foreign key that a create does not take, and that the new record gets from another record that it names. */
interface InheritedKey {
  readonly name: string;
  readonly by: Reference;
  readonly from: string;
}

/** A connection with a `source_id` gets the `workspace_id` of the source. */
function inheritedKeys(context: MockContext, operation: Operation, owner: Resource): readonly InheritedKey[] {
  const relations = relationsOf(context);
  const sent = new Set(writtenProperties(context.schemas, operation).map(({ name }) => name));
  const plain = ({ place, inner, target }: Reference): boolean =>
    place.length === 1 && !inner && target !== owner && target.parents.length === 0;
  const own = relations.from(owner).filter(plain);
  const nameOf = ({ place: [name] }: Reference): string => String(name);
  return own
    .filter((key) => !sent.has(nameOf(key)))
    .flatMap((key): InheritedKey[] => {
      const found = own.flatMap((by) => {
        const theirs = sent.has(nameOf(by)) ? relations.from(by.target).filter(plain) : [];
        const same = theirs.find(({ target, meaning }) => target === key.target && meaning === key.meaning);
        return same ? [{ name: nameOf(key), by, from: nameOf(same) }] : [];
      });
      return found.slice(0, 1);
    });
}

async function withInherited(
  { states }: MockContext,
  inherited: readonly InheritedKey[],
  value: JsonObject,
): Promise<JsonObject> {
  let whole = value;
  for (const { name, by, from } of inherited) {
    const [key] = referencedKeys(value, by);
    const record = key === undefined ? undefined : await states.of(by.target).find({ scope: [], where: [] }, key);
    const theirs = record?.value[from];
    if (theirs !== undefined) whole = { ...whole, [name]: theirs };
  }
  return whole;
}

async function withNamed(
  { states }: MockContext,
  owner: Resource,
  { reference, show, keys }: Embedded,
  value: unknown,
  scope: ScopePattern,
): Promise<unknown> {
  const { place, inner = [], target } = reference;
  const values: unknown[] = [];
  changeAt(value, place, (one) => {
    values.push(one);
    return one;
  });
  if (values.length === 0 || values.length > MOST_NAMED) return value;
  const within = targetScope(reference, owner, scope);
  const found = new Map<unknown, StoredRecord>();
  for (const one of values) {
    const record = await named(one);
    if (record) found.set(one, record);
  }
  if (found.size === 0) return value;
  return changeAt(value, place, (one) => {
    const record = found.get(one);
    if (!record) return one;
    return merged(show(record), isObject(one) ? one : {});
  });

  async function named(one: unknown): Promise<StoredRecord | undefined> {
    const id = isObject(one) ? valueAtPlace(one, inner) : one;
    const state = states.of(target);
    if (typeof id === "string" || typeof id === "number") return state.find({ scope: within, where: [] }, String(id));
    const told = isObject(one) ? Object.entries(one).filter(([name]) => keys.has(name)) : [];
    const where = told.map(([name, key]): Condition => ({ property: [name], operator: "eq", value: key }));
    if (where.length === 0) return undefined;
    const { records } = await state.collection.list({ scope: within, where, limit: 2 });
    return records.length === 1 ? records[0] : undefined;
  }
}

/** Puts sent values over shown ones, also in objects. */
function merged(shown: JsonObject, sent: JsonObject): JsonObject {
  const over = Object.entries(sent).map(([name, value]): [string, unknown] => {
    const before = Object.hasOwn(shown, name) ? shown[name] : undefined;
    return [name, isObject(before) && isObject(value) ? { ...before, ...value } : value];
  });
  return { ...shown, ...Object.fromEntries(over) };
}
