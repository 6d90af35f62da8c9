import { writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type JsonSchema,
  nameWords,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  sameNoun,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { chosenKeyReader, keyInRecord } from "../../behaviour/record/record-key.js";
import { withFollower } from "../../behaviour/record/write-record.js";
import { addRecord } from "../../model/add-record.js";
import type { BehaviourWrapper, MockContext, RecordChange } from "../../model/mock-context.js";
import { pickBy } from "../../model/pick-by.js";
import { propertiesOf } from "../../model/schema-questions.js";
import { nounOf } from "../../relations/noun-index.js";
import { relationsOf } from "../../relations/relations.js";
import { bodyRenaming } from "../../response/body-renaming.js";
import { isSchemaOf } from "../../response/place-value.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { expandParameters } from "./expansions.js";

/** A list in a record with records that are below it. */
interface Nesting {
  readonly parent: Resource;
  readonly child: Resource;
  /** The property of the parent: a list, or the id of the first of them. */
  readonly property: string;
  /** The property of the child that names the parent, if its path does not. */
  readonly by?: string;
  /** The properties of the child that the parent shows; `undefined` if the list is only sent to create the parent. */
  readonly shown: ReadonlySet<string> | undefined;
  readonly isId?: boolean;
}

const known = new WeakMap<MockContext["api"], readonly Nesting[]>();

/**
 * Keeps records equal that are also in a list of another record. The `variants` of a product are the records below
 * `/products/{id}/variants`. The `lines` of an entry are the records of `/lines` with its id as `entry_id`, which are created only with the
 * entry.
 */
export const withNestedRecords: BehaviourWrapper = (context, { operation }, behave) => {
  const written = writtenResource(operation);
  if (!written) return behave;
  const { owner } = context.states.of(written);
  const all = nestingsOf(context);
  const above = all.find(({ child }) => child === owner);
  const below = all.filter(({ parent }) => parent === owner);
  if (!above && below.length === 0) return behave;
  const { role } = operation;
  const lists = below.filter(({ isId }) => !isId).map(({ property }) => property);
  return (call) =>
    behave({
      ...withFollower(call, async (change) => {
        if (above) await showInParent(context, above, change);
        let last: StoredRecord | undefined;
        if (change.kind === "created")
          for (const nesting of below) last = (await makeChildren(context, nesting, last ?? change.record)) ?? last;
        return last;
      }),
      body: role.kind === "create" ? withEmptyLists(call.body, role.body, lists) : call.body,
    });
};

/** New records have only the nested records that are sent with them. */
function withEmptyLists(body: unknown, place: RecordPlace, lists: readonly string[]): unknown {
  const sent = valueAtPlace(body, place);
  const empty = Object.fromEntries(lists.map((name) => [name, []]));
  if (Array.isArray(sent))
    return withValueAt(
      body,
      place,
      sent.map((one) => (isObject(one) ? { ...empty, ...one } : one)),
    );
  const isTaken = isObject(body) && (sent === undefined || isObject(sent));
  return isTaken && lists.length > 0 ? withValueAt(body, place, { ...empty, ...sent }) : body;
}

/** The resource whose records an operation writes. */
export function writtenResource({ role }: Operation): Resource | undefined {
  switch (role.kind) {
    case "create":
    case "replace":
    case "update":
    case "delete":
    case "action":
      return role.resource;
    case "operation":
      return (role.writes ?? role.batch ?? role.acts ?? role.removes ?? role.finds?.role)?.resource;
    default:
      return undefined;
  }
}

/** The parent of a resource's records: the one in their path, else the record that they name, if they are created only with it. */
function parentOf(
  context: MockContext,
  child: Resource,
): { readonly parent: Resource; readonly by?: string } | undefined {
  const parent = child.parents.at(-1)?.resource;
  if (parent) return child.parents.length === parent.parents.length + 1 ? { parent } : undefined;
  if (child.parents.length > 0 || child.roles.create) return undefined;
  const lists = (target: Resource): boolean =>
    propertiesOf(context.schemas, target.schema.json).some(
      ({ name }) => sameNoun(foldName(name), nounOf(child)) && target.roles.create !== undefined,
    );
  const named = relationsOf(context)
    .from(child)
    .find(({ place, inner, target }) => place.length === 1 && !inner && target.parents.length === 0 && lists(target));
  const [by] = named?.place ?? [];
  return named && typeof by === "string" ? { parent: named.target, by } : undefined;
}

function nestingsOf(context: MockContext): readonly Nesting[] {
  const { api, schemas, states } = context;
  let found = known.get(api);
  if (!found) {
    found = api.resources.flatMap((child): Nesting[] => {
      if (states.of(child).owner !== child) return [];
      const above = parentOf(context, child);
      if (!above || states.of(above.parent).owner !== above.parent) return [];
      const { parent } = above;
      // With such a parameter, clients request these lists.
      const reading = [parent.roles.read, parent.roles.list].filter((operation) => operation !== undefined);
      const asked = reading.flatMap((operation) => expandParameters(schemas, operation));
      const isAsked = (name: string): boolean => asked.some(({ schema }) => mayName(schemas, schema.json, name));
      const noun = nounOf(child);
      const shownThere = propertiesOf(schemas, parent.schema.json);
      const sent = writtenProperties(schemas, parent.roles.create);
      const sentOnly = sent.filter(({ name }) => !shownThere.some((property) => property.name === name));
      const isSentOnly = (name: string): boolean => sentOnly.some((property) => property.name === name);
      // A repository with a `default_branch` is created with that branch.
      const first = sent.find(
        ({ name }) => foldName(name).startsWith("default") && sameNoun(foldName(name).slice(7), noun),
      );
      if (first && child.roles.create && chosenKeyReader(schemas, child.roles.create, child).canChoose)
        return [{ parent, child, property: first.name, shown: undefined, isId: true }];
      return [...shownThere, ...sentOnly].flatMap(({ name, schema }): Nesting[] => {
        const { types, items } = schemaShape(schemas, schema);
        // `node_pools` may be sent for the records of `/clusters/{id}/pools`.
        const isNamed =
          sameNoun(foldName(name), noun) || (isSentOnly(name) && sameNoun(nameWords(name).at(-1) ?? "", noun));
        if (!types.has("array") || items === undefined || !isNamed || isAsked(name)) return [];
        const shown = shownProperties(schemas, child, items);
        const isMade = shown !== undefined || (child.roles.create && takesBody(schemas, child.roles.create, items));
        return isMade ? [{ ...above, child, property: name, shown }] : [];
      });
    });
    known.set(api, found);
  }
  return found;
}

/**
 * True if a value of the parameter may be this name, alone or in a path: `include=lines`. False if its enumeration has only other words.
 */
function mayName(schemas: SchemaRegistry, json: JsonSchema, name: string): boolean {
  const { values, items } = schemaShape(schemas, json);
  const known = items === undefined ? values : schemaShape(schemas, items).values;
  return known.length === 0 || known.some((value) => foldName(String(value)).includes(foldName(name)));
}

/** The properties of items that are records of the resource, in full or in part; `undefined` if they are something else. */
function shownProperties(
  schemas: SchemaRegistry,
  { schema, id }: Resource,
  items: JsonSchema,
): ReadonlySet<string> | undefined {
  const own = objectProperties(schemas, schema.json);
  const shown = new Set(objectProperties(schemas, items).keys());
  const isPart = shown.has(id.property?.[0] ?? "") && [...shown].every((name) => own.has(name));
  return isPart || isSchemaOf(schemas, items, schema) ? shown : undefined;
}

/** True if an operation takes the items of a list: a thread is created with `messages`, and `POST /threads/{id}/messages` takes one. */
function takesBody(schemas: SchemaRegistry, { requestBody }: Operation, items: JsonSchema): boolean {
  return (
    requestBody?.content.some(({ schema }) => schema && isSchemaOf(schemas, schema.json, schemas.schemaOf(items))) ===
    true
  );
}

/** Makes the same change in the list of the parent record. */
async function showInParent({ states }: MockContext, nesting: Nesting, { kind, record }: RecordChange): Promise<void> {
  const { parent, child, property, by, shown: isShown } = nesting;
  const key = by === undefined ? record.scope.at(-1) : String(record.value[by] ?? "");
  const scope = by === undefined ? record.scope.slice(0, -1) : [];
  if (!isShown || key === undefined || scope.length !== parent.parents.length) return;
  await states.of(parent).collection.update(scope, key, ({ value }) => {
    const shown = Array.isArray(value[property]) ? value[property] : [];
    const at = shown.findIndex((one) => isObject(one) && keyInRecord(child, one) === record.key);
    const own = kind === "deleted" ? [] : [shownValue(nesting, record)];
    return { ...value, [property]: at === -1 ? [...shown, ...own] : shown.toSpliced(at, 1, ...own) };
  });
}

/** Creates the records that are in the list of a new record. */
async function makeChildren(
  context: MockContext,
  nesting: Nesting,
  { scope, key, value }: StoredRecord,
): Promise<StoredRecord | undefined> {
  const { parent, child, property, by } = nesting;
  const shown = value[property];
  const parents = by === undefined ? [...scope, key] : [];
  const naming = by === undefined ? {} : { [by]: valueAtPlace(value, parent.id.property ?? []) };
  if (typeof shown === "string") {
    await addRecord(context, child, {}, { scope: parents, parents, key: shown });
  }
  if (!Array.isArray(shown) || shown.length === 0) return undefined;
  const create = child.roles.create;
  const rename = create && bodyRenaming(context.schemas, create, child.schema.json);
  const made: JsonObject[] = [];
  for (const one of shown.filter(isObject)) {
    const written = { ...((rename?.(one) ?? one) as JsonObject), ...naming };
    const wish = { scope: parents, parents, key: keyInRecord(child, one) };
    const record = await addRecord(context, child, written, wish);
    made.push(shownValue(nesting, record));
  }
  if (!nesting.shown) return undefined;
  const { collection } = context.states.of(parent);
  return collection.update(scope, key, (current) => ({ ...current.value, [property]: made }));
}

function shownValue({ shown }: Nesting, { value }: StoredRecord): JsonObject {
  return shown && shown.size > 0 ? pickBy(value, (name) => shown.has(name)) : value;
}
