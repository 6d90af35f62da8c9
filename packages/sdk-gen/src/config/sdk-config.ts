import type { Int64 } from "../runtime/wire/parse-json.js";

/** Facts that a description cannot state, and corrections of wrong guesses. From `--config` and from `x-onespec` in the description. */
export interface SdkConfig {
  /** How to read integers beyond 2^53: as exact texts, as bigints, or rounded. */
  readonly int64?: Int64;
  /** False: methods return whole answers, even if the record is in an envelope. */
  readonly unwrap?: boolean;
  /** Modules to write in addition to the client. */
  readonly with?: readonly Addition[];
  /** By collection path: `/books`. For other paths, only `unwrap` is allowed. */
  readonly resources?: Readonly<Record<string, ResourceConfig>>;
  /** By operation id. */
  readonly operations?: Readonly<Record<string, OperationConfig>>;
}

/** A module that is written on request. */
export type Addition = (typeof ADDITIONS)[number];

export const ADDITIONS = ["browser", "tanstack-query", "mcp"] as const;

export interface ResourceConfig {
  /** Property of the client. */
  readonly name?: string;
  /** Dotted path of the id in the record. */
  readonly id?: string;
  readonly list?: ListConfig;
  /** `unwrap` for this resource or path only. True: methods return only the record, whatever is next to it. */
  readonly unwrap?: boolean;
  /** By the name for `populate`. `null` removes a guessed relation. */
  readonly relations?: Readonly<Record<string, RelationConfig | null>>;
}

export interface OperationConfig {
  /** Leave it out of the client. */
  readonly skip?: boolean;
  /** Name of its method. */
  readonly method?: string;
  /** False: the method returns the whole answer. True: it returns the record, and drops everything around it. */
  readonly unwrap?: boolean;
}

/** Names of parameters, and dotted paths in the response. `null` means that there is none. */
export interface ListConfig {
  readonly limit?: string | null;
  readonly offset?: string | null;
  readonly page?: string | null;
  readonly firstPage?: 0 | 1;
  readonly cursor?: string | null;
  /** `id`: the cursor is the id of the last record; `token`: the response contains it. */
  readonly cursorKind?: "id" | "token";
  readonly fields?: string | null;
  readonly expand?: string | null;
  readonly sort?: SortConfig | null;
  /** For each parameter, the property that it compares, by default with `=`. `null`: it is not a filter. */
  readonly filters?: Readonly<Record<string, string | FilterConfig | null>>;
  readonly items?: string;
  readonly total?: string | null;
  readonly next?: string | null;
  readonly hasMore?: string | null;
}

export interface SortConfig {
  readonly parameter: string;
  /** The order of each value: `"-createdAt"`, `"name, -price"`. */
  readonly values: Readonly<Record<string, string>>;
}

export interface FilterConfig {
  readonly property: string;
  readonly operator?: (typeof FILTER_OPERATORS)[number];
}

export const FILTER_OPERATORS = [
  "=",
  "!=",
  "in",
  "nin",
  ">",
  ">=",
  "<",
  "<=",
  "contains",
  "startsWith",
  "endsWith",
  "icontains",
  "istartsWith",
  "iendsWith",
  "i=",
  "exists",
  "isNull",
] as const;

/**
 * The collection path of another resource, and the property with its id. Without `key`: the records that are nested
 * below this record.
 */
export interface RelationConfig {
  readonly resource: string;
  readonly key?: string;
}
