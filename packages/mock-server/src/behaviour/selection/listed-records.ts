import { type BodyPlan, coerceValue, schemaAt } from "@onespec/http-contract";
import {
  foldName,
  type JsonSchema,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  sameNoun,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import { pickBy } from "../../model/pick-by.js";
import { propertiesOf } from "../../model/schema-questions.js";
import { isSchemaOf } from "../../response/place-value.js";
import { createShownRecord } from "../../response/shown-record.js";
import { asWholeList } from "./asked-values.js";

/** True for an operation that is about no record and no list, so its answers are its own state. */
export function hasOwnState({ role }: Operation): boolean {
  return role.kind === "operation" && Object.values(role).filter((part) => part !== undefined).length === 1;
}

interface FoundRecords {
  readonly place: RecordPlace;
  readonly items: JsonSchema;
  /** The records are in an object, by their ids. */
  readonly isMap: boolean;
}

/** Puts stored records into the lists of a generated answer. */
export type ListedRecords = (value: unknown, call: Call) => Promise<unknown>;

/**
 * Fills the lists of an answer with stored records of several kinds: `{ tracks: { items }, albums: { items } }` of `GET /search`, or
 * `{ latest: […] }` of `GET /dashboard`. The query pages and searches them. Also fills maps of records by their ids, such as
 * `{ order, posts }` of `GET /channels/{channel_id}/posts`, if records have the values of the path. `undefined` if there are no such lists
 * or maps, or an example gives the answer.
 */
export function createListedRecords(
  context: MockContext,
  operation: Operation,
  { schema, examples }: BodyPlan,
): ListedRecords | undefined {
  const { schemas, api, states, seeds } = context;
  if (operation.method !== "get" || !hasOwnState(operation) || !schema || examples.length > 0) return undefined;
  const { parameters } = operation.template;
  const found = [...mapsAt(schema.json, []), ...listsIn(schema.json, [])].flatMap(({ place, items, isMap }) => {
    const resource = isMap || parameters.length === 0 ? kindOf(place, items) : undefined;
    const scope = resource && scopeOf(resource);
    if (!resource || !scope) return [];
    const state = states.of(resource);
    const json = schemas.schemaOf(items);
    const show = createShownRecord(schemas, resource, json);
    const { properties, additional } = schemaShape(schemas, items);
    const isShown = (name: string): boolean => properties.has(name) || (additional ?? true) !== false;
    const validator = schemas.validator(json, "response");
    const list = schemaAt(schemas, schema, place);
    const own = { place, isMap, scope, resource, state, show, isShown, validator };
    return [{ ...own, list: list && schemas.validator(list, "response") }];
  });
  if (found.length === 0) return undefined;

  return async (value, { query, pathTexts }) => {
    const limit = numberOf(query, LIMIT) ?? USUAL_LIMIT;
    const earlier = Math.max(0, (numberOf(query, PAGE) ?? 1) - 1) * limit;
    const page = { limit, offset: numberOf(query, OFFSET) ?? earlier };
    const search = textOf(query, SEARCH);
    let answered = value;
    for (const { place, isMap, scope, resource, state, show, isShown, validator, list } of found) {
      await seeds.fill(resource, []);
      const isKnown = state.isCreatable || (await state.collection.count([])) > 0;
      if (!isKnown || (!isMap && valueAtPlace(value, place) === undefined)) continue;
      const where = scope.map(({ parameter, name, json }) => {
        return {
          property: [name],
          operator: "eq" as const,
          value: coerceValue(schemas, json, pathTexts[parameter] ?? ""),
        };
      });
      const asked = { ...(where.length > 0 && { where }), ...(search && { search }) };
      const { records, total } = await state.collection.list({ scope: [], ...page, ...asked });
      const whole = records
        .map((record) => [record.key, pickBy(show(record), (name) => isShown(name))] as const)
        .filter(([, one]) => validator.isValid(one));
      const shown = whole.map(([, one]) => one);
      if (isMap) answered = withMap(answered, place, whole);
      else if (list?.isValid(shown)) answered = withList(answered, place, shown, total - records.length + shown.length);
    }
    return answered;
  };

  /** The answer, or a property of it, that is a map of records with names that the schema does not declare. */
  function mapsAt(json: JsonSchema, place: RecordPlace): FoundRecords[] {
    const { properties, additional } = schemaShape(schemas, json);
    if (properties.size > 0)
      return place.length > 0 ? [] : [...properties.values()].flatMap((one) => mapsAt(one.schema, [one.name]));
    const isRecord = typeof additional === "object" && schemaShape(schemas, additional).properties.size > 0;
    return isRecord ? [{ place, items: additional, isMap: true }] : [];
  }

  /** The property of a record for each path parameter; `undefined` if a parameter has none. */
  function scopeOf({ schema: record }: Resource) {
    const own = [...objectProperties(schemas, record.json).values()];
    const scope = parameters.flatMap((parameter) => {
      const property = own.find(({ name }) => name !== "id" && foldName(name) === foldName(parameter));
      return property ? [{ parameter, name: property.name, json: property.schema }] : [];
    });
    return scope.length === parameters.length ? scope : undefined;
  }

  /** Puts records into a map by their ids, and the ids into a list `order` beside it. */
  function withMap(value: unknown, place: RecordPlace, records: readonly (readonly [string, object])[]): unknown {
    const whole = withValueAt(value, place, Object.fromEntries(records));
    const holder = place.slice(0, -1);
    const order = place.length === 0 ? undefined : propertiesOf(schemas, schemaAtHolder(holder)).find(isOrder)?.name;
    return order === undefined
      ? whole
      : withValueAt(
          whole,
          [...holder, order],
          records.map(([key]) => key),
        );
  }

  function schemaAtHolder(holder: RecordPlace): JsonSchema {
    return (schema && schemaAt(schemas, schema, holder)?.json) ?? true;
  }

  function isOrder({ name, schema: own }: { readonly name: string; readonly schema: JsonSchema }): boolean {
    const { items } = schemaShape(schemas, own);
    return /^(?:order|ids|keys)$/i.test(name) && items !== undefined && schemaShape(schemas, items).types.has("string");
  }

  /** Arrays in the answer, and in its objects. */
  function listsIn(json: JsonSchema, at: RecordPlace): FoundRecords[] {
    return propertiesOf(schemas, json).flatMap(({ name, schema: own }): FoundRecords[] => {
      const { items, types } = schemaShape(schemas, own);
      const place = [...at, name];
      if (items !== undefined) return [{ place, items, isMap: false }];
      return at.length === 0 && types.has("object") ? listsIn(own, place) : [];
    });
  }

  /**
   * The only resource without parents whose records are the items. The items may have only some properties if the list has the resource's
   * name.
   */
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
