import {
  askedOrder,
  type Condition,
  compareSortValues,
  listOfTexts,
  type PageLink,
  type PageRequest,
  pageLinks,
  propertyAt,
  type QueryPair,
  readPage,
  type SortValue,
  sortValueOf,
} from "@onespec/http-contract";
import { percentEncode, type SortKey } from "@onespec/spec-core";
import type { OrderBy, Row, Where } from "../database/repository.js";
import type { ContractList, ContractView } from "./contract-options.js";
import { recordOpener, requiredProperties } from "./contract-schemas.js";
import { conditionsOf } from "./list-filters.js";
import { createSelectorReader } from "./list-selectors.js";
import type { NamedRecords } from "./named-records.js";
import { membersWhere } from "./nested-members.js";
import { recordsInOrder, rowsBeside, scanRecords } from "./scan-records.js";
import type { ServiceParts } from "./service-parts.js";

/** A page of records with the facts that envelopes show. */
export interface ContractPage {
  /** Values of the parameter that asks for the neighbouring pages. */
  readonly next: string | number | undefined;
  readonly previous: string | number | undefined;
  /** `?page=3&limit=20`; relative to the list's own URL. */
  readonly nextUrl: string | undefined;
  readonly previousUrl: string | undefined;
  readonly firstUrl: string | undefined;
  /** `undefined` also if pages are requested by cursor. */
  readonly lastUrl: string | undefined;
  readonly records: readonly Row[];
  readonly total: number;
  readonly count: number;
  readonly hasMore: boolean;
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
  readonly pages: number;
}

type Query = Readonly<Record<string, unknown>>;

/** Restricts a list beyond its request. */
export interface ListChoice {
  readonly view?: string;
  readonly where?: Where;
}

type ListRecords = (choice: ListChoice, params: Query, query: Query) => Promise<ContractPage>;

/**
 * Lists records as the options say. The database filters and sorts wherever it can. Filters on nested or JSON
 * properties, `endsWith`, free text, and orders by nested properties are applied here, to the records as answers show
 * them. For that, the remaining records are read in batches, and only their keys and sort values are kept. Such a list
 * takes time in proportion to the number of records, but little memory.
 */
function createListReader(
  { context, repository, entity, key, options, shape, shown }: ServiceParts,
  list: ContractList,
): (scope: Where, query: Query, inside?: readonly Condition[]) => Promise<ContractPage> {
  const { id } = options;
  const kinds = new Map(entity.fields.map(({ name, type, hidden }) => [hidden ? "" : name, type.kind]));
  const allFields = entity.fields.filter(({ name, hidden }) => !hidden || name === options.rest || name === id.field);
  const hidesId = entity.fields.some(({ name, hidden }) => name === id.field && hidden);
  const openRecord = recordOpener(context, options);
  const readSelectors = createSelectorReader(context, options.resource ?? entity.table, list);
  /** Members without which an answer is not valid. */
  const stay = new Set([id.field, ...requiredProperties(context, options.shapes ?? [])]);
  const columns = allFields.map(({ name }) => name);
  const idsOf = (rows: readonly Row[]): readonly unknown[] => rows.map((row) => row[id.field]);
  const isPlain = (property: readonly string[]): boolean => {
    const kind = property.length === 1 ? kinds.get(property[0] ?? "") : undefined;
    return kind !== undefined && kind !== "json" && kind !== "binary";
  };

  /** The start of the page: after the record that a cursor names, or at the offset. */
  const startOfPage = async (
    where: Where,
    order: readonly OrderBy[],
    { after, before, limit, offset }: PageRequest,
    total: number,
  ): Promise<PageStart> => {
    const cursor = after ?? before;
    if (cursor === undefined) return { where, start: offset, offset, limit };
    const fields = [...new Set([...order.map(([name]) => name), id.field])];
    const own = shape.asFieldValue(id.field, cursor);
    const [row] =
      own === undefined
        ? []
        : await repository.find({ fields, where: { and: [where, { [id.field]: own } as Where] }, limit: 1 });
    if (row === undefined) return { where, start: total, offset: 0, limit: 0 };
    const beside: Where = { and: [where, rowsBeside(after === undefined ? "before" : "after", order, row)] };
    const count = await repository.count(beside);
    if (after !== undefined) return { where: beside, start: total - count, offset: 0, limit };
    const start = Math.max(0, count - (limit ?? count));
    return { where, start, offset: start, limit: count - start };
  };

  return async (scope, query, inside = []) => {
    const selected = [...inside, ...(await readSelectors(query))];
    const { where, residual } = conditionsOf(list, query, kinds, selected);
    const asked = readPage(list, query);
    // An order by properties that records do not have leaves them unsorted.
    const keys = list.sort ? askedOrder(list.sort, query, (words) => words).filter((one) => one !== undefined) : [];
    const conditions: Where = { and: [scope, ...where] };
    const fields = listOfTexts(list.fields === undefined ? undefined : query[list.fields]);
    const show = (row: Row): Row => {
      const whole = shape.join(row);
      const record =
        fields.length === 0 ? whole : membersWhere(whole, (name) => stay.has(name) || fields.includes(name));
      if (hidesId) shown.setId(record, row[id.field]);
      return record;
    };

    if (residual === undefined && keys.every(({ property }) => isPlain(property))) {
      const named = keys.map(({ property, descending }): OrderBy => [property[0] ?? key, descending ? "desc" : "asc"]);
      // The key decides between equal records, so that pages never overlap.
      const byKey: OrderBy = named.find(([name]) => name === key) ?? [key, "asc"];
      const order = [...named.filter(([name]) => name !== key), byKey];
      const total = await repository.count(conditions);
      const page = await startOfPage(conditions, order, asked, total);
      const { limit, offset } = page;
      const slice = { ...(limit !== undefined && { limit }), ...(offset > 0 && { offset }) };
      const rows = limit === 0 ? [] : await repository.find({ fields: columns, where: page.where, order, ...slice });
      return pageOf(rows.map(show), total, page.start, asked, { list, query, ids: idsOf(rows) });
    }
    const found: Found[] = [];
    const open = await openRecord();
    for await (const row of scanRecords(repository, columns, conditions, key)) {
      const record = open(shape.join(row));
      if (residual && !residual(record)) continue;
      found.push({
        key: row[key],
        id: row[id.field],
        values: keys.map(({ property }) => sortValueOf(propertyAt(record, property))),
      });
    }
    const matching = sortFound(found, keys);
    const start = startOf(matching, asked);
    const page = matching.slice(start, asked.limit === undefined ? undefined : start + asked.limit);
    const rows = await recordsInOrder(repository, columns, key, page);
    return pageOf(rows.map(show), matching.length, start, asked, { list, query, ids: idsOf(rows) });
  };
}

/** The lists of a resource: its own list, and its views by name. @throws TypeError if a view's scope names no field */
export function createLists(parts: ServiceParts, named: NamedRecords): ListRecords {
  const { entity, options, sentRecords } = parts;
  const { list = {}, resource = entity.table, views = {} } = options;
  const read = createListReader(parts, list);
  const viewReaders = new Map(Object.entries(views).map(([name, view]) => [name, createViewReader(parts, name, view)]));
  return async ({ view, where = {} }, params, query) => {
    if (view === undefined) {
      await sentRecords.checkQuery(query, list);
      return read({ and: [(await named.scopeOf(params)) as Where, where] }, query);
    }
    const readView = viewReaders.get(view);
    if (readView === undefined)
      throw new TypeError(`${resource} have no view ${view}; add it to the service's options.`);
    await sentRecords.checkQuery(query, views[view]?.list ?? {});
    return readView(params, where, query);
  };
}

function createViewReader(
  parts: ServiceParts,
  view: string,
  { list = {}, scope = {} }: ContractView,
): (params: Query, where: Where, query: Query) => Promise<ContractPage> {
  const { name, fields } = parts.entity;
  const places = Object.entries(scope).map(([parameter, field]) => ({ parameter, place: [field].flat() }));
  for (const { parameter, place } of places) {
    const [field] = place;
    if (fields.some((one) => one.name === field)) continue;
    throw new TypeError(
      `views.${view}.scope.${parameter} of ${name} is ${JSON.stringify(field)}, which is no field of ${name}: scope maps a path parameter to the field that it restricts. A fixed condition belongs to the call: list(params, query, { view: "${view}", where: { ... } }).`,
    );
  }
  const read = createListReader(parts, list);
  return (params, where, query) => {
    const named = places.flatMap(({ parameter, place: [field = "", ...inner] }) => {
      const value = parts.shape.asFieldValue(field, params[parameter]);
      // A parameter that is not a valid value of the field matches no record.
      return inner.length > 0 ? [] : [[field, value === undefined ? { in: [] } : value]];
    });
    const inside = places.flatMap(({ parameter, place }): Condition[] => {
      const text = String(params[parameter]);
      const value = /^-?\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
      return place.length > 1 ? [{ property: place, operator: "in", value }] : [];
    });
    return read({ and: [Object.fromEntries(named), where] }, query, inside);
  };
}

/** The part of a matching record that is kept during a full scan; the rest is read again for the page only. */
interface Found {
  readonly key: unknown;
  readonly id: unknown;
  readonly values: readonly SortValue[];
}

/** The database query of a page. */
interface PageStart {
  readonly where: Where;
  /** The number of records before it in the whole list. */
  readonly start: number;
  /** Number of matching records to skip. */
  readonly offset: number;
  readonly limit: number | undefined;
}

function pageOf(
  records: readonly Row[],
  total: number,
  start: number,
  asked: PageRequest,
  { list, query, ids }: { readonly list: ContractList; readonly query: Query; readonly ids: readonly unknown[] },
): ContractPage {
  const idAt = (at: number): string | undefined => (ids.at(at) === undefined ? undefined : String(ids.at(at)));
  const count = records.length;
  const answered = { start, count, total, firstId: idAt(0), nextId: idAt(-1) };
  const { next, previous, first, last } = pageLinks(list, asked, answered, queryPairs(query));
  const urlOf = (link: PageLink | undefined): string | undefined => link && `?${link.query}`;
  return {
    records,
    total,
    count,
    hasMore: count > 0 && start + count < total,
    page: asked.page,
    limit: asked.limit ?? total,
    offset: start,
    pages: Math.ceil(total / (asked.limit ?? Math.max(1, total))),
    next: next?.value,
    previous: previous?.value,
    nextUrl: urlOf(next),
    previousUrl: urlOf(previous),
    firstUrl: urlOf(first),
    lastUrl: urlOf(last),
  };
}

/** The parsed query as pairs for links. Objects become `filter[name]=a`. */
function queryPairs(query: Query): readonly QueryPair[] {
  const pairs = (name: string, value: unknown): readonly QueryPair[] => {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.flatMap((one) => pairs(name, one));
    if (typeof value !== "object") return [{ name, raw: percentEncode(String(value)) }];
    return Object.entries(value).flatMap(([inner, one]) => pairs(`${name}[${inner}]`, one));
  };
  return Object.entries(query).flatMap(([name, value]) => pairs(name, value));
}

function startOf(found: readonly Found[], { after, before, limit, offset }: PageRequest): number {
  const at = (value: string): number => found.findIndex(({ id }) => String(id) === value);
  if (after !== undefined) {
    const place = at(after);
    return place < 0 ? found.length : place + 1;
  }
  if (before !== undefined) return Math.max(0, Math.max(0, at(before)) - (limit ?? found.length));
  return offset;
}

function sortFound(found: readonly Found[], keys: readonly SortKey[]): readonly Found[] {
  if (keys.length === 0) return found;
  return found.toSorted((a, b) => {
    for (const [at, { descending }] of keys.entries()) {
      const order = compareSortValues(a.values[at], b.values[at], descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}
