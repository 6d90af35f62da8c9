import { type BodyPlan, schemaAt } from "@onespec/http-contract";
import {
  foldName,
  type JsonSchema,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import { propertiesOf } from "../model/schema-questions.js";
import { isSchemaOf, valueAtPlace, withValueAt } from "../response/place-value.js";
import { createShownRecord } from "../response/shown-record.js";
import { asWholeList } from "./asked-values.js";

/** True for an operation that is about no record and no list: all that it answers is its own. */
export function hasOwnState({ role }: Operation): boolean {
  return role.kind === "operation" && Object.values(role).filter((part) => part !== undefined).length === 1;
}

/** Puts stored records into the lists of a generated answer. */
export type ListedRecords = (value: unknown, call: Call) => Promise<unknown>;

/**
 * The lists of records in an answer that is about several kinds of them: `{ tracks: { items }, albums: { items } }` of `GET /search`, or
 * `{ latest: […] }` of `GET /dashboard`. The query pages and searches them. `undefined` if there are none, or an example says the answer.
 */
export function createListedRecords(
  context: MockContext,
  operation: Operation,
  { schema, examples }: BodyPlan,
): ListedRecords | undefined {
  const { schemas, api, states, seeds } = context;
  const isWhole = operation.method === "get" && operation.template.parameters.length === 0;
  if (!isWhole || !hasOwnState(operation) || !schema || examples.length > 0) return undefined;
  const found = listsIn(schema.json, []).flatMap(({ place, items }) => {
    const resource = kindOf(place, items);
    if (!resource) return [];
    const state = states.of(resource);
    const json = schemas.schemaOf(items);
    const show = createShownRecord(schemas, resource, json);
    const { properties, additional } = schemaShape(schemas, items);
    const isShown = (name: string): boolean => properties.has(name) || (additional ?? true) !== false;
    const validator = schemas.validator(json, "response");
    const list = schemaAt(schemas, schema, place);
    return [{ place, resource, state, show, isShown, validator, list: list && schemas.validator(list, "response") }];
  });
  if (found.length === 0) return undefined;

  return async (value, { query }) => {
    const limit = numberOf(query, LIMIT) ?? USUAL_LIMIT;
    const earlier = Math.max(0, (numberOf(query, PAGE) ?? 1) - 1) * limit;
    const page = { limit, offset: numberOf(query, OFFSET) ?? earlier };
    const search = textOf(query, SEARCH);
    let answered = value;
    for (const { place, resource, state, show, isShown, validator, list } of found) {
      await seeds.fill(resource, []);
      const isKnown = state.isCreatable || (await state.collection.count([])) > 0;
      if (!isKnown || valueAtPlace(value, place) === undefined) continue;
      const { records, total } = await state.collection.list({ scope: [], ...page, ...(search && { search }) });
      const shown = records
        .map((record) => pickBy(show(record), (name) => isShown(name)))
        .filter((one) => validator.isValid(one));
      if (list?.isValid(shown)) answered = withList(answered, place, shown, total - records.length + shown.length);
    }
    return answered;
  };

  /** Arrays in the answer, and in its objects. */
  function listsIn(json: JsonSchema, at: RecordPlace): { readonly place: RecordPlace; readonly items: JsonSchema }[] {
    return propertiesOf(schemas, json).flatMap(({ name, schema: own }) => {
      const { items, types } = schemaShape(schemas, own);
      const place = [...at, name];
      if (items !== undefined) return [{ place, items }];
      return at.length === 0 && types.has("object") ? listsIn(own, place) : [];
    });
  }

  /** The only resource without parents whose records the items are: in full, or in part where the list has its name. */
  function kindOf(place: RecordPlace, items: JsonSchema): Resource | undefined {
    const readable = api.resources.filter(
      (resource) =>
        resource.parents.length === 0 &&
        resource.roles.read &&
        resource.id.property &&
        states.of(resource).owner === resource,
    );
    const whole = readable.filter(({ schema: record }) => isSchemaOf(schemas, items, record));
    const isNamed = (resource: Resource): boolean =>
      place.some((name) => sameNoun(foldName(name), foldName(resource.name.split(".").at(-1) ?? ""))) &&
      isPart(resource, items);
    const [only, ...others] = whole.length > 0 ? whole : readable.filter(isNamed);
    return others.length === 0 ? only : undefined;
  }

  function isPart({ schema: record, id }: Resource, items: JsonSchema): boolean {
    const own = objectProperties(schemas, record.json);
    const shown = [...objectProperties(schemas, items).keys()];
    return shown.includes(id.property?.[0] ?? "") && shown.every((name) => own.has(name));
  }

  function withList(value: unknown, place: RecordPlace, shown: readonly object[], total: number): unknown {
    const holder = place.slice(0, -1);
    const around = withValueAt(valueAtPlace(value, holder), place.slice(-1), shown);
    const own = schema && schemaAt(schemas, schema, holder);
    return withValueAt(value, holder, own ? asWholeList(schemas, own, around, total) : around);
  }
}

const USUAL_LIMIT = 20;
const LIMIT = /^(?:limit|per_?page|page_?size|size|take|top)$/i;
const OFFSET = /^(?:offset|skip)$/i;
/** Counted from 1. */
const PAGE = /^(?:page|page_?(?:number|no|index))$/i;
const SEARCH = /^(?:q|query|search|term|keywords?)$/i;

function numberOf(query: Call["query"], name: RegExp): number | undefined {
  const value = Object.entries(query).find(([one]) => name.test(one))?.[1];
  return typeof value === "number" && value >= 0 ? value : undefined;
}

function textOf(query: Call["query"], name: RegExp): string | undefined {
  const value = Object.entries(query).find(([one]) => name.test(one))?.[1];
  return typeof value === "string" && value !== "" ? value : undefined;
}
