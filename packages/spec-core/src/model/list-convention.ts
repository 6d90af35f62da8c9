import type { JsonSchema } from "../schema/schema.js";
import type { Parameter } from "./api-description.js";
import type { RecordPlace } from "./resource.js";

/** How a collection is asked and how it answers, read from the declared parameters and the response schema. */
export interface ListConvention {
  readonly shape: ListShape;
  /** Where each item holds the record: `[]` bare, `["data"]` in an envelope of its own. */
  readonly item: RecordPlace;
  /** Page size. */
  readonly limit: Parameter | undefined;
  /** Other names of the page size, such as one that is deprecated. */
  readonly otherLimits: readonly Parameter[];
  /** Records to skip; or the number of the first one, if `firstOffset` is 1. */
  readonly offset: Parameter | undefined;
  /** The offset of the first record: 1 where the description counts from 1, as `startIndex` of SCIM. */
  readonly firstOffset: 0 | 1;
  readonly page: PageParameter | undefined;
  readonly cursor: CursorParameters | undefined;
  readonly sort: SortConvention | undefined;
  /** Ascending or descending in the order of creation; never beside `sort`. */
  readonly age: Parameter | undefined;
  /** Without an order of the request, the newest record comes first; the description says so in words. */
  readonly isNewestFirst: boolean;
  /** Which fields to answer with. */
  readonly fields: Parameter | undefined;
  readonly expand: Parameter | undefined;
  /** Free text. */
  readonly search: Parameter | undefined;
  /** For an answer that is the list itself: what asks for a form of it with the list in an envelope. */
  readonly wrapped: readonly WrappedForm[];
  readonly filters: readonly Filter[];
  readonly selectors: readonly Selector[];
}

/** `include_totals` asks for `{ total, users: [...] }` where the list is `[...]` without it, and `take` for `{ next, users: [...] }`. */
export interface WrappedForm {
  /** True asks for it, and so does a page size. */
  readonly parameter: Parameter;
  readonly schema: JsonSchema;
  readonly shape: ListShape;
}

/** A parameter whose value says in a language of its own which records are meant. */
export interface Selector {
  readonly parameter: Parameter;
  /**
   * `labels`: `app=web,tier in (a, b),!old` of the object at `property`; `fields`: `metadata.name=a` of the record; `pattern`:
   * `%tea%` of the text at `property`; `conditions`: objects `{ field, operator, value }`, also in lists below `AND` or `must`;
   * `expression`: `equals(name,"a")`, `name eq 'a' and size gt 3`; `entries`: `metadata[key]=value` of the object at `property`.
   */
  readonly kind: "labels" | "fields" | "pattern" | "conditions" | "expression" | "entries";
  readonly property: RecordPlace;
}

/** A bare array, or an envelope. Absent members are not in the schema. */
export type ListShape = { readonly kind: "array" } | EnvelopeShape;

export interface EnvelopeShape {
  readonly kind: "envelope";
  readonly itemsAt: RecordPlace;
  /** Number of matching records in all. */
  readonly totalAt?: RecordPlace;
  /** Number of records on this page. */
  readonly countAt?: RecordPlace;
  /** Token, URL or number of the next page; its schema decides which. */
  readonly nextAt?: RecordPlace;
  readonly previousAt?: RecordPlace;
  /** Property that says whether there is a next page. */
  readonly hasMoreAt?: RecordPlace;
  /** Property that says whether this is the last page. */
  readonly isLastAt?: RecordPlace;
  /** Property that says whether this is the first page, or an empty one. */
  readonly isFirstAt?: RecordPlace;
  readonly isEmptyAt?: RecordPlace;
  /** Ids of the first and the last record on this page. */
  readonly firstIdAt?: RecordPlace;
  readonly lastIdAt?: RecordPlace;
  /** Page number and page size once more: `number` beside `pageable.pageNumber`. */
  readonly alsoPageAt?: RecordPlace;
  readonly alsoLimitAt?: RecordPlace;
  /** Page number, page size, offset and number of pages, echoed. */
  readonly pageAt?: RecordPlace;
  readonly limitAt?: RecordPlace;
  readonly offsetAt?: RecordPlace;
  readonly pagesAt?: RecordPlace;
}

export interface PageParameter {
  readonly parameter: Parameter;
  /** Number of the first page, 1 unless its schema's minimum, default or example says 0. */
  readonly first: 0 | 1;
  /** True if nothing in the description names the number of the first page. */
  readonly isGuess: boolean;
}

/** `after` takes a cursor or an id and gives what follows it; `before` what precedes it. */
export interface CursorParameters {
  readonly after: Parameter | undefined;
  readonly before: Parameter | undefined;
  /** `id`: the value is the id of a record (`starting_after`); `token`: an opaque text from the previous answer. */
  readonly kind: "id" | "token";
  /** The page begins with the record of that id: `from`. */
  readonly isInclusive?: boolean;
}

/** How a sort is asked for. Orders that cannot be known from the description are rejected, never guessed. */
export interface SortConvention {
  readonly parameter: Parameter;
  /** A second parameter that holds the direction (`direction=desc`). */
  readonly direction: Parameter | undefined;
  /** Every value the schema's enum allows, as what it means; `undefined` when there is no enum, and values are parsed (`-a`, `a:desc`, `a desc`). */
  readonly values: Readonly<Record<string, readonly SortKey[]>> | undefined;
}

export interface SortKey {
  readonly property: RecordPlace;
  readonly descending: boolean;
}

export type FilterOperator =
  | "eq"
  | "ne"
  | "in"
  | "nin"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "contains"
  | "ncontains"
  | "startsWith"
  | "endsWith"
  | "like"
  | "exists";

/** One condition a parameter can set: `status=…`, `created_gte=…`, `price[gte]=…`, `filter[name]=…`. */
export interface Filter {
  readonly parameter: Parameter;
  /** Path inside the parameter's value for object parameters: `["gte"]` of `price[gte]`. */
  readonly at: readonly string[];
  /** The record's property it looks at. */
  readonly property: RecordPlace;
  readonly operator: FilterOperator;
  /** The text before its values: `gt.` of PostgREST's `price=gt.5`. Values that begin otherwise set another condition. */
  readonly prefix?: string;
  /** Values that ask for every record, and so set no condition: `all` of `open`, `closed` and `all`. */
  readonly all?: readonly unknown[];
}
