import {
  type ChangedSet,
  foldName,
  isObject,
  nounForms,
  type Operation,
  objectProperties,
  pathNoun,
  type Resource,
  type SchemaRegistry,
  sameNoun,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { changeIds, keptIds, sentIds } from "../../behaviour/record/id-set.js";
import { absentRecord, addressReader } from "../../behaviour/record/record-address.js";
import { withFollower } from "../../behaviour/record/write-record.js";
import type { Behaviour, BehaviourPlan, BehaviourWrapper, Call, MockContext } from "../../model/mock-context.js";
import { propertiesOf } from "../../model/schema-questions.js";
import { filledPath } from "../../model/state-key.js";
import { EACH, keyOf, type Reference, schemaOfPlace, targetScope } from "../../relations/reference.js";
import { relationsOf } from "../../relations/relations.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { embeddedIn } from "./named-records.js";

/**
 * Keeps lists and counts of links up to date, for `PUT /tags/{id}/assets` with `{ ids }` or `PUT /tags/{id}/assets/{assetId}`, if no
 * operation lists that path. The list `assets` of the tag gets the assets, the lists `tags` of the assets get the tag, and `asset_count`
 * counts them. `asset_count` also counts the `asset_ids` of a create, and `num_documents` of a collection the records below it.
 */
export const withLinkedRecords: BehaviourWrapper = (context, plan, behave) =>
  countingChildren(context, plan, linking(context, plan, behave));

function linking(context: MockContext, { operation }: BehaviourPlan, behave: Behaviour): Behaviour {
  const { role } = operation;
  if (role.kind === "create") return countingCreate(context, role.resource, behave);
  if (role.kind !== "action" || !role.set) return behave;
  const { schemas, states } = context;
  const { resource, set } = role;
  const noun = set.key.slice(set.key.lastIndexOf("/") + 1);
  const parameter = "parameter" in set.at ? set.at.parameter : undefined;
  const read = addressReader(schemas, states, operation, resource);
  let known: Ends | undefined;
  return async (call) => {
    const named = parameter === undefined ? undefined : call.pathTexts[parameter];
    const ids = sentIds(set, call);
    known ??= endsOf(context, resource, noun);
    const ends = known;
    const isLinked = ends.inner !== undefined || ends.outer !== undefined || ends.count !== undefined;
    const address = read(call.pathTexts);
    const acting = ids.length > 0 && isLinked ? await states.of(resource).find(address, address.key) : undefined;
    if (!acting) return behave(call);
    const linked = ends.outer?.resource ?? ends.inner?.reference.target;
    if (named !== undefined && linked && !(await states.of(linked).find({ scope: [], where: [] }, named)))
      return context.refuse(operation, absentRecord(linked, parameter, named));
    const links = await linksOf(context, operation, set.part, ends, call, acting, ids);
    const answer = await behave({
      ...call,
      change: (value) => ({ ...changed(ends, value, links), ...call.change?.(value) }),
    });
    if (ends.outer && answer.status < 400) await linkOthers(context, ends.outer, acting, links);
    return answer;
  };
}

function isPlain(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** The properties that show links. */
interface Ends {
  /** The list of linked records that the acting record has. */
  readonly inner: LinkList | undefined;
  /** The list of acting records that the linked ones have. */
  readonly outer: { readonly resource: Resource; readonly list: LinkList } | undefined;
  /** The number of linked records that the acting record has. */
  readonly count: string | undefined;
}

/** A property with a list of records of another resource. */
interface LinkList {
  readonly name: string;
  readonly reference: Reference;
  /** Returns an item of the list. */
  readonly show: (record: StoredRecord) => unknown;
}

function endsOf(context: MockContext, resource: Resource, noun: string): Ends {
  const { api, states, schemas } = context;
  const { owner } = states.of(resource);
  const linked = api.resources.find(
    ({ collectionPath, stateKey, parents }) =>
      collectionPath === stateKey && parents.length === 0 && sameNoun(foldName(pathNoun(collectionPath)), noun),
  );
  const inner = linked && linkLists(context, owner, linked).find(({ name }) => sameNoun(foldName(name), noun));
  const list = linked && linked !== owner ? linkLists(context, linked, owner)[0] : undefined;
  return { inner, outer: linked && list && { resource: linked, list }, count: countOf(schemas, owner, noun) };
}

function linkLists(context: MockContext, from: Resource, target: Resource): LinkList[] {
  const { schemas, fitting } = context;
  const embedded = embeddedIn(context, from);
  return relationsOf(context)
    .from(from)
    .flatMap((reference) => {
      const [name, step, ...others] = reference.place;
      if (reference.target !== target || typeof name !== "string" || step !== EACH || others.length > 0) return [];
      const whole = embedded.find((one) => one.reference === reference);
      const schema = schemaOfPlace(schemas, from.schema.json, reference.place);
      const show = (record: StoredRecord): unknown => {
        if (whole) return whole.show(record);
        const own = valueAtPlace(record.value, target.id.property ?? []) ?? record.key;
        const id = withValueAt(undefined, reference.inner ?? [], own);
        return fitting.fit(schema, id, { seed: record.key });
      };
      return [{ name, reference, show }];
    });
}

/** Folded names of properties that count linked records. @see countOf */
const COUNT = /count$|^num|^total/;

/** The property that counts linked records: `assetCount`, `num_assets`. */
function countOf(schemas: SchemaRegistry, { schema }: Resource, noun: string): string | undefined {
  const names = new Set(
    nounForms(noun).flatMap((form) => [
      `${form}count`,
      `${form}scount`,
      `num${form}`,
      `numberof${form}`,
      `total${form}`,
    ]),
  );
  return propertiesOf(schemas, schema.json).find(
    ({ name, schema: json }) => names.has(foldName(name)) && schemaShape(schemas, json).types.has("integer"),
  )?.name;
}

/** The links that a request makes or removes. */
interface Links {
  readonly ids: readonly string[];
  readonly isGone: boolean;
  /** The links replace all previous ones. */
  readonly isWhole: boolean;
  /** The linked records by id, as the acting record shows them. */
  readonly items: ReadonlyMap<string, unknown>;
  /** The change in the number of links. */
  readonly difference: number;
}

async function linksOf(
  context: MockContext,
  operation: Operation,
  part: ChangedSet["part"],
  { inner, count }: Ends,
  call: Call,
  acting: StoredRecord,
  ids: readonly string[],
): Promise<Links> {
  const { states } = context;
  const { role } = operation;
  const isGone = part === "remove";
  const isWhole = part === "replace";
  const items = new Map<string, unknown>();
  if (inner && role.kind === "action") {
    const scope = targetScope(inner.reference, states.of(role.resource).owner, acting.scope);
    for (const id of ids) {
      const record = isGone ? undefined : await states.of(inner.reference.target).find({ scope, where: [] }, id);
      if (isGone || record) items.set(id, record && inner.show(record));
    }
  }
  const difference = inner || count === undefined ? 0 : await newLinks(context, operation, call, ids, isGone);
  return { ids, isGone, isWhole, items, difference };
}

/** The changed properties of the acting record that show its links. */
function changed({ inner, count }: Ends, value: JsonObject, { items, isWhole, difference }: Links): JsonObject {
  let whole = inner && isWhole ? { ...value, [inner.name]: [] } : value;
  for (const [id, item] of items) if (inner) whole = withItem(whole, inner, id, item);
  const list = inner && whole[inner.name];
  const before = count === undefined ? 0 : Number(value[count] ?? 0);
  return {
    ...(inner && list !== undefined && { [inner.name]: list }),
    ...(count !== undefined && { [count]: Array.isArray(list) ? list.length : Math.max(0, before + difference) }),
  };
}

async function linkOthers(
  { states }: MockContext,
  { resource, list }: NonNullable<Ends["outer"]>,
  acting: StoredRecord,
  { ids, isGone }: Links,
): Promise<void> {
  const { find, collection } = states.of(resource);
  const shown = isGone ? undefined : list.show(acting);
  for (const id of ids) {
    const linked = await find({ scope: [], where: [] }, id);
    if (linked)
      await collection.update(linked.scope, linked.key, ({ value }) => withItem(value, list, acting.key, shown));
  }
}

/** Adds an item to the list of the value, or replaces it. Removes it if `item` is `undefined`. */
function withItem(value: JsonObject, { name, reference }: LinkList, id: string, item: unknown): JsonObject {
  const before: readonly unknown[] = Array.isArray(value[name]) ? value[name] : [];
  const at = before.findIndex((one) => keyOf(one, reference) === id);
  if (item === undefined) return { ...value, [name]: before.filter((_, index) => index !== at) };
  return { ...value, [name]: at === -1 ? [...before, item] : before.with(at, item) };
}

/** The change in the number of links. Ids that are linked already do not count again. */
async function newLinks(
  context: MockContext,
  operation: Operation,
  { pathTexts }: Call,
  ids: readonly string[],
  isGone: boolean,
): Promise<number> {
  const key = `links ${filledPath(operation.path, pathTexts)}`;
  const before = (await keptIds(context, key)) ?? [];
  const after = await changeIds(context, key, operation, isGone ? { remove: ids } : { add: ids });
  return isGone ? -new Set(ids).size : after.length - before.length;
}

/** Updates the property of a record that counts the records below it. */
function countingChildren(context: MockContext, { operation }: BehaviourPlan, behave: Behaviour): Behaviour {
  const { role } = operation;
  if (role.kind !== "create" && role.kind !== "delete") return behave;
  const { resource } = role;
  const parent = resource.parents.at(-1)?.resource;
  if (!parent) return behave;
  const { schemas, states } = context;
  const { owner, collection } = states.of(parent);
  const count = countOf(schemas, owner, foldName(pathNoun(resource.collectionPath)));
  if (count === undefined) return behave;
  const read = addressReader(schemas, states, operation, resource);
  return async (call) => {
    const answer = await behave(call);
    const { parents } = read(call.pathTexts);
    const scope = parents.filter((one) => one !== undefined);
    const key = scope.at(-1);
    if (answer.status >= 400 || key === undefined || scope.length !== parents.length) return answer;
    const now = await states.of(resource).collection.count(scope);
    await collection.update(scope.slice(0, -1), key, ({ value }) => ({ ...value, [count]: now }));
    return answer;
  };
}

function countingCreate({ schemas, states }: MockContext, resource: Resource, behave: Behaviour): Behaviour {
  const { owner } = states.of(resource);
  const declared = objectProperties(schemas, owner.schema.json);
  const isCounting = [...declared.values()].some(
    ({ name, schema }) => COUNT.test(foldName(name)) && schemaShape(schemas, schema).types.has("integer"),
  );
  if (!isCounting) return behave;
  return (call) => {
    const lists = Object.entries(isObject(call.body) ? call.body : {}).filter(
      ([name, list]) => /ids$/i.test(name) && Array.isArray(list) && list.every(isPlain) && !declared.has(name),
    );
    const counts = lists.flatMap(([name, list]) => {
      const count = countOf(schemas, owner, foldName(name).slice(0, -"ids".length));
      return count === undefined ? [] : [[count, (list as unknown[]).length] as const];
    });
    if (counts.length === 0) return behave(call);
    const count = ({ value }: StoredRecord): JsonObject => ({ ...value, ...Object.fromEntries(counts) });
    const { collection } = states.of(owner);
    return behave(
      withFollower(call, async ({ kind, resource: made, record: { scope, key } }) =>
        kind === "created" && made === resource ? collection.update(scope, key, count) : undefined,
      ),
    );
  };
}
