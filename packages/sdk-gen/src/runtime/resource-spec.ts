import type { OperationSpec } from "./operation-spec.js";
import type { Engine } from "./query/engine.js";
import type { OrderTrial } from "./query/order-trial.js";
import type { Loader } from "./query/populate.js";
import type { PushParts } from "./query/push-parts.js";
import type { VerifySkip } from "./query/verify-skip.js";
import type { SchemaData } from "./schema-data.js";
import type { RecordBody } from "./wire/record-body.js";

/** Property names from the outside in; `[]` is the value itself. */
export type Place = readonly string[];

/** What the query engine and the record methods know of one resource. */
export interface ResourceSpec {
  readonly name: string;
  /** The record as reading answers it. */
  readonly schema: SchemaData;
  /** Where the record holds its id; absent when it does not. */
  readonly id?: Place;
  /** The item path's parameter. */
  readonly idParameter?: string;
  /** The collection path's parameters, outermost first, and the record's property that repeats each. */
  readonly parents?: readonly { readonly parameter: string; readonly property?: Place }[];
  readonly list?: ListSpec;
  readonly create?: RecordOperation;
  readonly read?: RecordOperation;
  readonly replace?: RecordOperation;
  readonly update?: RecordOperation;
  readonly remove?: RecordOperation;
  /** What `populate` can load, by name. */
  readonly relations?: Readonly<Record<string, RelationSpec>>;
  /** Its methods give answers whole, wherever these hold the record. */
  readonly whole?: true;
  /** What runs its queries and loads its relations. */
  readonly queries?: Engine;
}

export interface RecordOperation {
  readonly operation: OperationSpec;
  /** Where the record stands in the request body. */
  readonly body?: Place;
  /** Builds the body, where that is more than the record. */
  readonly toBody?: RecordBody;
  /** A member beside the record that makes a repeated call safe, filled with a new key when the caller gives none. */
  readonly idempotencyKey?: Place;
  /** Where it stands in the success response; absent when the response does not hold it. */
  readonly reply?: Place;
  /** Names of its path parameters, parents first, id last, where they are not those of `parents` and `idParameter`. */
  readonly path?: readonly string[];
}

/** A list operation: how it is asked, how it answers. The runtime twin of spec-core's ListConvention. */
export interface ListSpec {
  readonly operation: OperationSpec;
  /** Of a search such as `POST /flows/filter`: what queries say in its body, by property. */
  readonly body?: Readonly<Record<string, SchemaData>>;
  /** Where the items stand in the answer. */
  readonly items: Place;
  /** Where each item holds the record. */
  readonly item: Place;
  readonly total?: Place;
  readonly next?: Place;
  readonly hasMore?: Place;
  readonly limit?: {
    readonly parameter: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly default?: number;
  };
  readonly offset?: string;
  /** Present with `offset`: tests that the server obeys it. */
  readonly verifySkip?: VerifySkip;
  readonly page?: { readonly parameter: string; readonly first: 0 | 1 };
  readonly cursor?: { readonly parameter: string; readonly kind: "id" | "token" };
  readonly sort?: SortSpec;
  readonly fields?: string;
  readonly expand?: string;
  /** Present with `fields` or `expand`: selects fields on the server. */
  readonly pushParts?: PushParts;
  /** A text says the same in short: parameter, operator and property. */
  readonly filters?: readonly (FilterSpec | string)[];
}

export interface SortSpec {
  readonly parameter: string;
  readonly direction?: { readonly parameter: string; readonly ascending: string; readonly descending: string };
  /** Of a parameter without values: `-` before a name, or what is written behind one: `,desc`. Tried before it is relied on. */
  readonly spelling?: string;
  /** Present with `spelling`. */
  readonly trial?: OrderTrial;
  /** Each value the server takes and the order it stands for, one or more keys: `-` before a name is descending. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

export interface FilterSpec {
  readonly parameter: string;
  /** Path inside an object parameter: `["gte"]`. */
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
    /** Equal but for case. */
    | "i="
    | "exists"
    /** The opposite. */
    | "isNull";
}

/** How a related record is found. Resources are named, not imported, so that bundling one does not bundle all it relates to. */
export type RelationSpec =
  | { readonly kind: "one"; readonly resource: string; readonly key: Place; readonly expand?: string }
  | { readonly kind: "many"; readonly resource: string; readonly parameter: string; readonly expand?: string }
  | ExpandSpec
  | LinkSpec;

/** A relation that only the `expand` of the server can load. */
export interface ExpandSpec {
  readonly kind: "expand";
  readonly key: Place;
  readonly expand: string;
  readonly loader: Loader;
}

/** @see OpenAPI 3.1, "Link Object" */
export interface LinkSpec {
  readonly kind: "link";
  readonly loader: Loader;
  readonly operation: OperationSpec;
  /** Where the record holds the value of each parameter. */
  readonly parameters: Readonly<Record<string, Place>>;
  readonly reply: Place;
  /** It answers a list. */
  readonly many?: true;
  /** Whose records it answers, for relations of relations. */
  readonly resource?: string;
}
