/** What a description cannot say, or says so that it is guessed wrongly. From `--config` and from `x-onespec` in the description. */
export interface SdkConfig {
  /** By collection path: `/books`. */
  readonly resources?: Readonly<Record<string, ResourceConfig>>;
  /** By operation id. */
  readonly operations?: Readonly<Record<string, OperationConfig>>;
}

export interface ResourceConfig {
  /** Property of the client. */
  readonly name?: string;
  /** Where the record holds its id, dotted. */
  readonly id?: string;
  readonly list?: ListConfig;
  /** By the name that `populate` takes; `null` takes a guess away. */
  readonly relations?: Readonly<Record<string, RelationConfig | null>>;
}

export interface OperationConfig {
  /** Leave it out of the client. */
  readonly skip?: boolean;
  /** Name of its method. */
  readonly method?: string;
}

/** Names of parameters, and dotted places in the answer; `null` says that there is none. */
export interface ListConfig {
  readonly limit?: string | null;
  readonly offset?: string | null;
  readonly page?: string | null;
  readonly firstPage?: 0 | 1;
  readonly cursor?: string | null;
  /** `id`: the cursor is the last record's id; `token`: it comes with the answer. */
  readonly cursorKind?: "id" | "token";
  readonly fields?: string | null;
  readonly expand?: string | null;
  readonly sort?: SortConfig | null;
  /** By parameter: the property it compares, with `=` unless it says otherwise; `null` sets no condition. */
  readonly filters?: Readonly<Record<string, string | FilterConfig | null>>;
  readonly items?: string;
  readonly total?: string | null;
  readonly next?: string | null;
  readonly hasMore?: string | null;
}

export interface SortConfig {
  readonly parameter: string;
  /** What each value orders by: `"-createdAt"`, `"name, -price"`. */
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
  "exists",
] as const;

/** Records of another resource, by its collection path: the one that `key` names, or those below this record. */
export interface RelationConfig {
  readonly resource: string;
  readonly key?: string;
}
