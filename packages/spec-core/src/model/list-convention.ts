import type { JsonSchema } from "../schema/schema.js";
import type { Parameter } from "./api-description.js";
import type { RecordPlace } from "./resource.js";

/** How clients query a collection and how it answers. Read from the declared parameters and the response schema. */
export interface ListConvention {
  readonly shape: ListShape;
  /** The place of the record in each item: `[]` if the item is the record, `["data"]` for an envelope. */
  readonly item: RecordPlace;
  /** Page size. */
  readonly limit: Parameter | undefined;
  /** Other parameters for the page size, such as a deprecated one. */
  readonly otherLimits: readonly Parameter[];
  /** The number of records to skip. If `firstOffset` is 1, the number of the first record. */
  readonly offset: Parameter | undefined;
  /** The offset of the first record. It is 1 if the description counts from 1, like `startIndex` of SCIM. */
  readonly firstOffset: 0 | 1;
  readonly page: PageParameter | undefined;
  readonly cursor: CursorParameters | undefined;
  readonly sort: SortConvention | undefined;
  /** Sorts by creation, ascending or descending, or is a boolean that reverses the order. Never together with `sort`. */
  readonly age: Parameter | undefined;
  /** True if the newest record comes first without a requested order. The description's text says so. */
  readonly isNewestFirst: boolean;
  /** Selects the fields of the answer. */
  readonly fields: Parameter | undefined;
  readonly expand: Parameter | undefined;
  /** Free text. */
  readonly search: Parameter | undefined;
  /** If the answer is a plain list: the parameters that ask for a form with an envelope. */
  readonly wrapped: readonly WrappedForm[];
  readonly filters: readonly Filter[];
  readonly selectors: readonly Selector[];
}

/**
 * A parameter that changes the form of the answer: with `include_totals` it is `{ total, users: [...] }` instead of
 * `[...]`, with `take` it is `{ next, users: [...] }`.
 */
export interface WrappedForm {
  /** True asks for it, and so does a page size. */
  readonly parameter: Parameter;
  readonly schema: JsonSchema;
  readonly shape: ListShape;
}

/** A parameter that selects records with a filter language. */
export interface Selector {
  readonly parameter: Parameter;
  /**
   * `labels`: `app=web,tier in (a, b),!old`, about the object at `property`. `fields`: `metadata.name=a`, about the
   * record. `pattern`: `%tea%`, about the text at `property`. `conditions`: objects `{ field, operator, value }`, also
   * in lists below `AND` or `must`. `expression`: `equals(name,"a")`, `name eq 'a' and size gt 3`. `entries`:
   * `metadata[key]=value`, about the object at `property`.
   */
  readonly kind: "labels" | "fields" | "pattern" | "conditions" | "expression" | "entries";
  readonly property: RecordPlace;
}

/** A plain array, or an envelope. Absent members are not in the schema. */
export type ListShape = { readonly kind: "array" } | EnvelopeShape;

export interface EnvelopeShape {
  readonly kind: "envelope";
  readonly itemsAt: RecordPlace;
  /** Number of matching records in all. */
  readonly totalAt?: RecordPlace;
  /** Number of records on this page. */
  readonly countAt?: RecordPlace;
  /** The token, URL or number of the next page. Its schema decides which. */
  readonly nextAt?: RecordPlace;
  readonly previousAt?: RecordPlace;
  /** True in an answer with a next page. */
  readonly hasMoreAt?: RecordPlace;
  /** True on the last page. */
  readonly isLastAt?: RecordPlace;
  /** True on the first page, or on an empty one. */
  readonly isFirstAt?: RecordPlace;
  readonly isEmptyAt?: RecordPlace;
  /** Ids of the first and the last record on this page. */
  readonly firstIdAt?: RecordPlace;
  readonly lastIdAt?: RecordPlace;
  /** A second place of the page number and page size: `number` next to `pageable.pageNumber`. */
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
  /** Number of the first page: 1, unless the minimum, default or example in its schema is 0. */
  readonly first: 0 | 1;
  /** True if the description does not show the number of the first page. */
  readonly isGuess: boolean;
}

/** Parameters with a cursor or an id. `after` returns the records that follow it, `before` those that precede it. */
export interface CursorParameters {
  readonly after: Parameter | undefined;
  readonly before: Parameter | undefined;
  /** `id`: the value is the id of a record (`starting_after`). `token`: an opaque text from the previous answer. */
  readonly kind: "id" | "token";
  /** True if the page includes the record with that id: `from`. */
  readonly isInclusive?: boolean;
}

/** How clients request an order. Orders that the description does not show are rejected, never guessed. */
export interface SortConvention {
  readonly parameter: Parameter;
  /** A second parameter with the direction (`direction=desc`). */
  readonly direction: Parameter | undefined;
  /**
   * The meaning of every value in the schema's enum. `undefined` if there is no enum; values are then parsed (`-a`,
   * `a:desc`, `a desc`).
   */
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

/** A condition that a parameter can set: `status=…`, `created_gte=…`, `price[gte]=…`, `filter[name]=…`. */
export interface Filter {
  readonly parameter: Parameter;
  /** The path inside the value of an object parameter: `["gte"]` for `price[gte]`. */
  readonly at: readonly string[];
  /** The record's property it looks at. */
  readonly property: RecordPlace;
  readonly operator: FilterOperator;
  /**
   * The text before its values: `gt.` in PostgREST's `price=gt.5`. Values with another beginning set another condition.
   */
  readonly prefix?: string;
  /** Values that select every record, so they set no condition: `all` in `open`, `closed` and `all`. */
  readonly all?: readonly unknown[];
}
