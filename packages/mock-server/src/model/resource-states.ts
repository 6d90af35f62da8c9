import type { Resource } from "@onespec/spec-core";
import type { Awaitable, Condition, RecordCollection, StoredRecord } from "../store/record-store.js";

/** Values of the parents' path parameters, outermost first; `undefined` if a path does not say which. */
export type ScopePattern = readonly (string | undefined)[];

/** The records that one or more resources share. */
export interface ResourceState {
  /** The resource whose collection path names the state. */
  readonly owner: Resource;
  readonly collection: RecordCollection;
  /** Some operation makes records. */
  readonly isCreatable: boolean;
  /** True if clients can find out which records of the resource exist. */
  isDiscoverable(resource: Resource): boolean;
  /** True if paths may contain another property than the id. @param parameter the path parameter of the id */
  hasOtherNames(parameter: string): boolean;
  /** Runs functions one after another, so that no other of them writes between a look at the records and the write that follows. */
  inTurn<Result>(run: () => Promise<Result>): Promise<Result>;
  /**
   * The record at an address, if it meets the address's conditions: by its key, or else by another property where the description
   * lets the path's parameter name records by it.
   */
  find(
    address: Pick<RecordAddress, "scope" | "where"> & Partial<Pick<RecordAddress, "parameter" | "isByProperties">>,
    key: string,
  ): Awaitable<StoredRecord | undefined>;
}

/** The states of all resources. */
export interface ResourceStates {
  of(resource: Resource): ResourceState;
  /** The resource that nothing lists and below which most others stand: `/accounts/{accountId}`. */
  readonly account: Resource | undefined;
  readonly all: Iterable<ResourceState>;
}

/** Which records a path means. */
export interface RecordAddress {
  /** Values of the resource's own parents, outermost first; `undefined` if the path does not say. */
  readonly parents: ScopePattern;
  /** The same in terms of the resource that keeps the records. */
  readonly scope: ScopePattern;
  /** Further conditions of the path: parents that the owning resource does not have. */
  readonly where: readonly Condition[];
  /** The last path parameter: the record's id, on an item path. */
  readonly key: string;
  /** The path names the record by properties, which are among the conditions: `key` is no id. */
  readonly isByProperties?: boolean;
  /** Name of that parameter. */
  readonly parameter: string;
}
