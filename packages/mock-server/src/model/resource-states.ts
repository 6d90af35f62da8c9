import type { Resource } from "@onespec/spec-core";
import type { Awaitable, Condition, RecordCollection, StoredRecord } from "../store/record-store.js";

/** Values of the parents' path parameters, outermost first. `undefined` if the path does not contain one. */
export type ScopePattern = readonly (string | undefined)[];

/** The records of one resource, or of several that share them. */
export interface ResourceState {
  /** The resource that owns the records. Its collection path names the state. */
  readonly owner: Resource;
  readonly collection: RecordCollection;
  /** Some operation makes records. */
  readonly isCreatable: boolean;
  /** True if clients can find out which records of the resource exist, for example with a list. */
  isDiscoverable(resource: Resource): boolean;
  /** True if paths may contain another property than the id. @param parameter the path parameter of the id */
  hasOtherNames(parameter: string): boolean;
  /**
   * Runs functions one after another. A function can read records and then write, and no other one writes in between.
   */
  inTurn<Result>(run: () => Promise<Result>): Promise<Result>;
  /**
   * Finds the record by its key. If the description allows other properties in the path, also finds it by them. Returns
   * the record only if it meets the address's conditions.
   */
  find(
    address: Pick<RecordAddress, "scope" | "where"> & Partial<Pick<RecordAddress, "parameter" | "isByProperties">>,
    key: string,
  ): Awaitable<StoredRecord | undefined>;
}

/** The states of all resources. */
export interface ResourceStates {
  of(resource: Resource): ResourceState;
  /** A resource that cannot be listed and that is the parent of most others: `/accounts/{accountId}`. */
  readonly account: Resource | undefined;
  readonly all: Iterable<ResourceState>;
}

/** The records that a path identifies. */
export interface RecordAddress {
  /** Values of the resource's own parents, outermost first. `undefined` if the path does not contain one. */
  readonly parents: ScopePattern;
  /** The same for the parents of the resource that owns the records. */
  readonly scope: ScopePattern;
  /** Further conditions of the path, for parents that the owning resource does not have. */
  readonly where: readonly Condition[];
  /** The last path parameter. On an item path it is the record's id. */
  readonly key: string;
  /** True: the path identifies the record by properties. They are in `where`, and `key` is not an id. */
  readonly isByProperties?: boolean;
  /** Name of that parameter. */
  readonly parameter: string;
}
