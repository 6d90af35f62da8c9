import { itemSchemaOf } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  keywordsOf,
  type Resource,
  type Schema,
  sameNoun,
  schemaShape,
  valueAtPlace,
} from "@onespec/spec-core";
import { keyInRecord } from "../behaviour/record/record-key.js";
import type { MockContext } from "../model/mock-context.js";
import type { ScopePattern } from "../model/resource-states.js";
import { propertiesOf } from "../model/schema-questions.js";
import { recordSeed } from "../response/record-answer.js";
import { createShownRecord } from "../response/shown-record.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { isWholeScope } from "../store/record-table.js";
import { nounOf } from "./noun-index.js";
import { EACH, isMany, keyOf, namesKey, type Reference, targetScope } from "./reference.js";
import { relationsOf } from "./relations.js";

/** Maximum number of levels of nested records, as in Stripe's API. */
const DEEPEST = 4;
const MOST_CHILDREN = 100;

type Paths = readonly (readonly string[])[];

/** The number of records that may still be added: nested lists could have a million. */
interface ExpansionBudget {
  records: number;
}

/** Schema and scope of a record that is being expanded. */
interface ExpandedPlace {
  readonly schema: Schema;
  /** Scope of the record in its own resource. */
  readonly scope: ScopePattern;
}

/**
 * Returns a copy of a shown record with the related records of the paths, in properties with these names. Skips those that a schema does
 * not allow or that exceed the budget.
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
  const properties = propertiesOf(schemas, schema.json);
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

/**
 * The related records of a name: by a foreign key with that name or meaning, else records below this one, else records with a foreign key
 * to it.
 */
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
  const { collection } = context.states.of(naming.resource);
  const { records } = await collection.list({ where: [namesKey(place, key)], limit: MOST_CHILDREN });
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
  const above = targetScope(reference, owner, scope);
  const found = valueAtPlace(value, place.filter((step) => step !== EACH) as string[]);
  const keys = [found].flat().flatMap((one) => keyOf(one, reference) ?? []);
  const records: StoredRecord[] = [];
  for (const key of keys) {
    const record = await state.find({ scope: above, where: [] }, key);
    if (record) records.push(record);
  }
  return { resource: target, records };
}

/** The record in the form of the property's schema; `undefined` if the schema does not allow it. */
function shownRecord(
  { schemas, fitting }: MockContext,
  resource: Resource,
  schema: Schema,
  record: StoredRecord,
): JsonObject | undefined {
  if (!schemaShape(schemas, schema.json).types.has("object")) return undefined;
  const shown = createShownRecord(schemas, resource, schema)(record);
  const fitted = fitting.fit(schema, shown, { seed: recordSeed(resource, record) });
  return isObject(fitted) && keyInRecord(resource, fitted) === keyInRecord(resource, shown) ? fitted : undefined;
}

/** The branch of `anyOf` or `oneOf` that the value matches, such as an id, the record, or a deleted record. */
function bestSchema({ schemas }: MockContext, schema: Schema, value: JsonObject): Schema {
  const { anyOf = [], oneOf = [] } = keywordsOf(schemas, schema.json);
  const branches = [...anyOf, ...oneOf];
  const fitting = branches
    .map((branch) => schemas.schemaOf(branch))
    .find((branch) => schemas.validator(branch, "response").isValid(value));
  return fitting ?? schema;
}
