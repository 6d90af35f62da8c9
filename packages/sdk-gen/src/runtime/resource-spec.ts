import type { OperationSpec } from "./operation-spec.js";
import type { countRecords } from "./query/execute-query.js";
import type { furtherOperators } from "./query/further-operators.js";
import type { SearchCall } from "./query/list-call.js";
import type { missingFirst } from "./query/missing-first.js";
import type { RequiredParameters } from "./query/missing-parameters.js";
import type { NestedParameters } from "./query/nested-parameters.js";
import type { cappedPages, countedPage, cursorPages, linkPages, pageNumbers } from "./query/next-page.js";
import type { orderTrial } from "./query/order-trial.js";
import type { Loader } from "./query/populate.js";
import type { populating } from "./query/populating.js";
import type { FilterPush } from "./query/push-filters.js";
import type { pushParts } from "./query/push-parts.js";
import type { planSort, SortPush } from "./query/push-sort.js";
import type { unreadRest } from "./query/read-pages.js";
import type { SeveralPush } from "./query/several-values.js";
import type { SkipPush } from "./query/skip-records.js";
import type { SchemaData } from "./schema-data.js";

/** Property names, outermost first. `[]` is the value itself. */
export type Place = readonly string[];

/** The facts of a resource that queries and record methods use. */
export interface ResourceSpec {
  readonly name: string;
  /** Schema of the record in answers. */
  readonly schema: SchemaData;
  /** Place of the id in the record; absent if the record has none. */
  readonly id?: Place;
  /** Parameter of the item path. */
  readonly idParameter?: string;
  /** Parameters of the collection path, outermost first, with the property of the record that repeats each. */
  readonly parents?: readonly { readonly parameter: string; readonly property?: Place }[];
  readonly list?: ListSpec;
  readonly read?: ReadOperation;
  /** For tools of models only. */
  readonly create?: WriteOperation;
  readonly update?: WriteOperation;
  /** Relations that `populate` can load, by name. */
  readonly relations?: Readonly<Record<string, RelationSpec>>;
  /** Present with relations: loads them. */
  readonly populating?: typeof populating;
}

export interface ReadOperation {
  readonly operation: OperationSpec;
  /** Place of the record in the successful answer; absent if the answer has none. */
  readonly reply?: Place;
  /** Names of the path parameters, parents first, id last. Absent: only `idParameter`. */
  readonly path?: readonly string[];
}

export interface WriteOperation {
  readonly operation: OperationSpec;
  /** Place of the record in the request body. */
  readonly body?: Place;
}

/** The parameters and answers of a list operation. Mirrors `ListConvention` of spec-core. */
export interface ListSpec {
  readonly operation: OperationSpec;
  /**
   * For searches such as `POST /flows/filter`: schemas of the body's properties. For lists with `within`: schemas of
   * the JSON's properties.
   */
  readonly body?: Readonly<Record<string, SchemaData>>;
  /** Present if parameters of the list are required. */
  readonly required?: RequiredParameters;
  /** Values of required parameters that have a default, or ask for the first page. */
  readonly start?: Readonly<Record<string, unknown>>;
  /** The parameter that contains the properties of `body` as JSON: `filter` of LoopBack. */
  readonly within?: string;
  /** Present with `body`. */
  readonly searchCall?: SearchCall;
  /** Place of the items in the answer. */
  readonly items: Place;
  /** Place of the record in each item. */
  readonly item: Place;
  readonly total?: Place;
  /** Present if an operation counts the records: `GET /books/count`. */
  readonly count?: CountSpec;
  readonly next?: Place;
  readonly hasMore?: Place;
  readonly limit?: {
    readonly parameter: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly default?: number;
  };
  /** Present if the description declares no maximum of `limit`: servers may have one. */
  readonly capped?: typeof cappedPages;
  readonly offset?: string;
  /** The ones of `limit`, `offset` and `page` that take numbers as texts. */
  readonly texts?: readonly string[];
  /** Set together with `offset`, or with `page` and `limit`. Lets the server skip records. */
  readonly skip?: SkipPush;
  readonly page?: { readonly parameter: string; readonly first?: 0 | 1 };
  /** Present with `offset` or `page`. */
  readonly counted?: typeof countedPage;
  /** Set if the description does not give the number of the first page. */
  readonly numbers?: typeof pageNumbers;
  readonly cursor?: { readonly parameter: string; readonly kind: "id" | "token" };
  /** Present if a cursor may be the id of the last record. */
  readonly cursorPages?: typeof cursorPages;
  /** Present if the answer reports more records, and no parameter asks for the next page. */
  readonly rest?: typeof unreadRest;
  /** Set if URLs may lead to the next page. */
  readonly links?: typeof linkPages;
  readonly sort?: SortSpec;
  readonly fields?: string;
  readonly expand?: string;
  /** Present with `fields` or `expand`: selects fields on the server. */
  readonly pushParts?: typeof pushParts;
  /** The short form is a text: parameter, operator and property. */
  readonly filters?: readonly (FilterSpec | string)[];
  /** Present with `filters`. */
  readonly push?: FilterPush;
  /** Set if a filter accepts any text. True for texts that a server may read as several values or as operators. */
  readonly unclear?: (value: unknown) => boolean;
  /** Set if a parameter accepts one or several values, and its schema does not show how several are combined. */
  readonly several?: SeveralPush;
  /** Present if a filter has another operator than `=` and `in`. */
  readonly operators?: typeof furtherOperators;
  /** Present if a filter has `at`. */
  readonly nested?: NestedParameters;
}

export interface CountSpec {
  readonly operation: OperationSpec;
  /** Place of the number in the answer. */
  readonly reply: Place;
  readonly run: typeof countRecords;
}

export interface SortSpec {
  readonly parameter: string;
  readonly plan: typeof planSort;
  readonly direction?: { readonly parameter: string; readonly ascending: string; readonly descending: string };
  /** For parameters without documented values: `-` before a name, or the text after one, such as `,desc`. */
  readonly spelling?: string;
  /** Present with `spelling`. */
  readonly trial?: typeof orderTrial;
  /** Present with `values` or `spelled`. */
  readonly order?: SortPush;
  /** Present with `order`. */
  readonly missing?: typeof missingFirst;
  /**
   * For documented values that follow one spelling: the ascending and the descending one, with `*` for the property.
   */
  readonly spelled?: readonly [ascending: string, descending: string];
  /** The documented values with their orders: one or more keys, with `-` before descending ones. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

export interface FilterSpec {
  readonly parameter: string;
  /** Path inside an object parameter: `["gte"]`. For other parameters, the text before the value: `["gte."]`. */
  readonly at?: Place;
  readonly property: Place;
  readonly operator:
    | "="
    | "!="
    | "in"
    | "nin"
    | ">"
    | ">="
    | "<"
    | "<="
    | "contains"
    | "startsWith"
    | "endsWith"
    | "icontains"
    | "istartsWith"
    | "iendsWith"
    /** Equal, ignoring case. */
    | "i="
    | "exists"
    /** The opposite of `exists`. */
    | "isNull"
    /** Takes `value`, which selects every record: `all` in `open`, `closed` and `all`. */
    | "all";
  readonly value?: unknown;
}

/**
 * Data to find related records. It names resources instead of importing them, so that a bundle with one resource does
 * not contain the others.
 */
export type RelationSpec = OneSpec | ManySpec | ExpandSpec | LinkSpec | ListsSpec;

/** The records that a key, or a list of keys, points at. */
export interface OneSpec {
  readonly loader: Loader;
  readonly resource: string;
  readonly key: Place;
  readonly expand?: string;
}

/** The records of a list below the record. */
export interface ManySpec {
  readonly loader: Loader;
  readonly resource: string;
  readonly parameter: string;
  readonly expand?: string;
}

/** A relation that only the `expand` of the server can load. */
export interface ExpandSpec {
  readonly loader: Loader;
  readonly key: Place;
  readonly expand: string;
}

interface FollowedSpec {
  readonly loader: Loader;
  /** Place of the value of each parameter in the record. */
  readonly parameters: Readonly<Record<string, Place>>;
  /** Resource of the answered records, for relations of relations. */
  readonly resource?: string;
}

/** The record that a link leads to. @see OpenAPI 3.1, "Link Object" */
export interface LinkSpec extends FollowedSpec {
  readonly operation: OperationSpec;
  readonly reply: Place;
}

/** The records of a list that a link leads to, or that is below the record. */
export interface ListsSpec extends FollowedSpec {
  readonly list: ListSpec;
}
