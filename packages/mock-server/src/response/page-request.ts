import {
  countAt,
  type PageLinks,
  type PageRequest,
  pageLinks,
  pagingOf,
  parseQueryPairs,
  readPage,
  schemaAt,
} from "@onespec/http-contract";
import {
  type EnvelopeShape,
  keywordsOf,
  type ListConvention,
  type Parameter,
  type Schema,
  type SchemaRegistry,
} from "@onespec/spec-core";
import type { RecordPage } from "../store/record-store.js";

/** The pages of one list. */
export interface ListPages {
  read(query: Readonly<Record<string, unknown>>): AskedPage;
  /** Links to the pages around the answered one. @param query as it was sent */
  links(asked: PageRequest, page: RecordPage, query: string): PageLinks;
}

export interface AskedPage extends PageRequest {
  /** Names of parameters without an effect, because their values are not numbers from 0. */
  readonly unread: readonly string[];
}

/** @param schema of the answers, whose array may allow fewer records than the parameters */
export function listPages(schemas: SchemaRegistry, list: ListConvention, schema: Schema | undefined): ListPages {
  const told = pagingOf(schemas, list);
  const array = schema && schemaAt(schemas, schema, itemsPlace(list.shape));
  const { maxItems } = keywordsOf(schemas, array?.json);
  const { most: _, ...limit } = told.limit ?? {};
  const paging = { ...told, limit: maxItems === undefined ? limit : { ...limit, most: maxItems } };
  const counts = [list.limit, ...list.otherLimits, list.page?.parameter, list.offset].filter(
    (one) => one !== undefined,
  );
  return {
    read: (query) => ({
      ...readPage(paging, query),
      unread: counts.filter((one) => isUnread(schemas, query, one)).map(({ name }) => name),
    }),
    links: (asked, { start, total, records, next }, query) =>
      pageLinks(
        paging,
        asked,
        { start, total, count: records.length, nextId: next ?? records.at(-1)?.key, firstId: records[0]?.key },
        parseQueryPairs(query),
      ),
  };
}

function isUnread(schemas: SchemaRegistry, query: Readonly<Record<string, unknown>>, parameter: Parameter): boolean {
  const value = query[parameter.name];
  if (value === undefined || value === null || value === "" || countAt(query, parameter.name) !== undefined)
    return false;
  return value !== usualValue(schemas, parameter);
}

/** The default of a parameter that was not sent. */
export function usualValue(schemas: SchemaRegistry, { schema }: Parameter): unknown {
  return keywordsOf(schemas, schema.json).default;
}

export function itemsPlace(shape: { readonly kind: "array" } | EnvelopeShape): readonly string[] {
  return shape.kind === "array" ? [] : shape.itemsAt;
}
