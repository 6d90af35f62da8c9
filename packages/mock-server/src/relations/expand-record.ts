import { setImmediate as nextTurn } from "node:timers/promises";
import { foldName, objectProperties, type Resource, type Schema, sameNoun, schemaShape } from "@onespec/spec-core";
import { keyInRecord } from "../behaviour/record-key.js";
import { isWholeScope, type ScopePattern } from "../behaviour/resource-state.js";
import { valueAtPlace } from "../response/place-value.js";
import { recordSeed } from "../response/record-answer.js";
import { itemSchemaOf } from "../response/schema-at.js";
import { createShownRecord } from "../response/shown-record.js";
import type { MockContext } from "../server/mock-context.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { nounOf, sharedParents } from "./noun-index.js";
import { EACH, isMany, type Reference } from "./reference.js";
import { keyOf } from "./referenced-values.js";
import { relationsOf } from "./relations.js";

/** Records in records in records: as deep as Stripe goes. */
const DEEPEST = 4;
const MOST_CHILDREN = 100;

type Paths = readonly (readonly string[])[];

/** Records between which nobody else is answered. */
const STEP = 20;

/** What may still be put into a record: lists in records in lists would be a million records. */
interface ExpansionBudget {
  records: number;
}

/** Where a record that is being expanded stands. */
interface ExpandedPlace {
  readonly schema: Schema;
  /** Of the resource that keeps the record. */
  readonly scope: ScopePattern;
}

/**
 * A copy of a shown record with the records that the paths name in the properties of these names, where those allow them and the
 * budget is not spent.
 */
export async function expandRecord(
  context: MockContext,
  owner: Resource,
  { schema, scope }: ExpandedPlace,
  value: JsonObject,
  paths: Paths,
  budget: ExpansionBudget,
  depth = 1,
): Promise<JsonObject> {
  const { schemas } = context;
  const properties = [...objectProperties(schemas, schema.json).values()];
  const byHead = new Map<string, string[][]>();
  for (const [head, ...rest] of paths) {
    if (head === undefined) continue;
    byHead.set(foldName(head), [...(byHead.get(foldName(head)) ?? []), rest]);
  }
  let expanded = value;
  for (const [head, rest] of byHead) {
    const property = properties.find(({ name }) => foldName(name) === head);
    if (!property) continue;
    const related = await relatedRecords(context, owner, head, value, scope);
    if (!related) continue;
    const there = schemas.schemaOf(property.schema);
    const isList = schemaShape(schemas, there.json).types.has("array");
    const target = isList ? itemSchemaOf(schemas, there) : there;
    if (!target || (!isList && related.records.length !== 1) || related.records.length > budget.records) continue;
    budget.records -= related.records.length;
    const further = rest.filter((path) => path.length > 0);
    const shown: unknown[] = [];
    for (const record of related.records) {
      if (shown.length % STEP === STEP - 1) await nextTurn();
      const one = shownRecord(context, related.resource, target, record);
      if (one === undefined) continue;
      const place = { schema: bestSchema(context, target, one), scope: record.scope };
      const isDeeper = further.length > 0 && depth < DEEPEST;
      shown.push(
        isDeeper ? await expandRecord(context, related.resource, place, one, further, budget, depth + 1) : one,
      );
    }
    if (shown.length < related.records.length) continue;
    const next = isList ? shown : shown[0];
    if (schemas.validator(there, "response").isValid(next)) expanded = { ...expanded, [property.name]: next };
  }
  return expanded;
}

interface Related {
  readonly resource: Resource;
  readonly records: readonly StoredRecord[];
}

/** The records that a name means: by a foreign key of that name or meaning, else those that name or stand below this one. */
async function relatedRecords(
  context: MockContext,
  owner: Resource,
  name: string,
  value: JsonObject,
  scope: ScopePattern,
): Promise<Related | undefined> {
  const relations = relationsOf(context);
  const references = relations.from(owner).filter(({ place }) => typeof place[0] === "string" && place.length <= 2);
  const named =
    references.find(({ place: [top] }) => typeof top === "string" && foldName(top) === name && nameOf(value, top)) ??
    references.find(({ meaning }) => sameNoun(meaning, name));
  if (named && (isMany(named) || value[String(named.place[0])] !== undefined))
    return namedRecords(context, owner, named, value, scope);
  const key = keyInRecord(owner, value);
  if (key === undefined || !isWholeScope(scope)) return undefined;
  const below = relations.below(owner).find(({ resource, index }) => {
    return index === resource.parents.length - 1 && index === scope.length && sameNoun(nounOf(resource), name);
  });
  if (below) {
    const within = [...scope, key];
    await context.seeds.fill(below.resource, within);
    const { collection } = context.states.of(below.resource);
    const { records } = await collection.list({ scope: within, limit: MOST_CHILDREN });
    return { resource: below.resource, records };
  }
  const naming = relations.to(owner).find(({ resource, reference }) => {
    return !isMany(reference) && sameNoun(nounOf(resource), name);
  });
  if (!naming) return undefined;
  const place = [...naming.reference.place, ...(naming.reference.inner ?? [])].map(String);
  const readings = /^-?\d{1,15}$/.test(key) ? [key, Number(key)] : [key];
  const { collection } = context.states.of(naming.resource);
  const where = [{ property: place, operator: "in", value: readings }] as const;
  const { records } = await collection.list({ where, limit: MOST_CHILDREN });
  return { resource: naming.resource, records };
}

function nameOf(value: JsonObject, name: string): boolean {
  return value[name] !== undefined && value[name] !== null;
}

async function namedRecords(
  context: MockContext,
  owner: Resource,
  reference: Reference,
  value: JsonObject,
  scope: ScopePattern,
): Promise<Related> {
  const { target, place } = reference;
  const state = context.states.of(target);
  const above = sharedParents(target, owner).map((index) => (index === undefined ? undefined : scope[index]));
  const found = valueAtPlace(value, place.filter((step) => step !== EACH) as string[]);
  const keys = [found].flat().flatMap((one) => keyOf(one, reference) ?? []);
  const records: StoredRecord[] = [];
  for (const key of keys) {
    const record = await state.find({ scope: above, where: [] }, key);
    if (record) records.push(record);
  }
  return { resource: target, records };
}

/** The record as the property may hold it; `undefined` when it may not. */
function shownRecord(
  { schemas, fitting }: MockContext,
  resource: Resource,
  schema: Schema,
  record: StoredRecord,
): JsonObject | undefined {
  if (!schemaShape(schemas, schema.json).types.has("object")) return undefined;
  const shown = createShownRecord(schemas, resource, schema)(record);
  const fitted = fitting.fit(schema, shown, { seed: recordSeed(resource, record) });
  const isRecord = typeof fitted === "object" && fitted !== null && !Array.isArray(fitted);
  return isRecord && keyInRecord(resource, fitted) === keyInRecord(resource, shown)
    ? (fitted as JsonObject)
    : undefined;
}

/** The alternative that a value is of, where there are several: an id, the record, the record as it was before it was deleted. */
function bestSchema({ schemas }: MockContext, schema: Schema, value: JsonObject): Schema {
  const json = schemas.follow(schema.json);
  const branches = typeof json === "object" ? [...(json.anyOf ?? []), ...(json.oneOf ?? [])] : [];
  const fitting = branches
    .map((branch) => schemas.schemaOf(branch))
    .find((branch) => schemas.validator(branch, "response").isValid(value));
  return fitting ?? schema;
}
