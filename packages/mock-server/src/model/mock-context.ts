import type { Answer, ContractCall, Fitting, ProblemAnswers, ResponsePlan } from "@onespec/http-contract";
import type { ApiDescription, Operation, Resource, SchemaRegistry } from "@onespec/spec-core";
import type { StreamSettings } from "../config/mock-extension.js";
import type { Awaitable, JsonObject, RecordCollection, RecordStore, StoredRecord } from "../store/record-store.js";
import type { FileReferences, FileService } from "./files.js";
import type { ResourceStates, ScopePattern } from "./resource-states.js";

/** The parts of one mock server. Two servers share none of them. */
export interface MockContext {
  readonly api: ApiDescription;
  readonly store: RecordStore;
  readonly schemas: SchemaRegistry;
  readonly fitting: Fitting;
  readonly states: ResourceStates;
  readonly operationStates: OperationStates;
  readonly records: RecordFactories;
  readonly seeds: Seeds;
  /** Milliseconds since 1970. */
  now(): number;
  /** True if changes that break the contract are stored. */
  readonly isLax: boolean;
  readonly files: ContextFiles;
  /** Aborted when the server stops. */
  readonly stopped: AbortSignal;
  /** Answers a problem in the error schema that the operation documents. */
  readonly refuse: ProblemAnswers;
}

/** The files of one state, and the place of their bytes. */
export interface ContextFiles {
  readonly references: FileReferences;
  readonly service: FileService;
}

/** A record that a request has written. */
export interface RecordChange {
  readonly kind: "created" | "updated" | "deleted" | "acted";
  readonly resource: Resource;
  /** The record after the write. For a deletion, the record before it. */
  readonly record: StoredRecord;
  /** The value before the write, if there was one and it is known. */
  readonly before?: JsonObject | undefined;
}

/** A valid request to an operation. */
export interface Call extends ContractCall {
  /** How the answer is streamed, if it is a stream. */
  readonly stream?: Partial<StreamSettings> | undefined;
  /**
   * Sets the properties that `x-mock` defines for an action. They are set after, and override, the changes of the
   * action's verb. @throws ProblemError
   */
  readonly change?: (value: JsonObject) => JsonObject;
  /** Called with each record that the operation writes, before it answers. Returns the record if it was changed once more. */
  readonly wrote?: ((change: RecordChange) => Promise<StoredRecord | undefined>) | undefined;
}

/** Answers a call of an operation. */
export type Behaviour = (call: Call) => Awaitable<Answer>;

/** An operation and its documented success response. */
export interface BehaviourPlan {
  readonly operation: Operation;
  readonly response: ResponsePlan;
}

/** Wraps a behaviour in a feature. Returns the behaviour unchanged if the feature does not concern it. */
export type BehaviourWrapper = (context: MockContext, plan: BehaviourPlan, behave: Behaviour) => Behaviour;

/** Seed records, created on demand. */
export interface Seeds {
  /** Number of records that each empty resource gets. 0: only the given ones. */
  readonly count: number;
  /** Fills every resource at the top level or below existing records. */
  fillAll(): Promise<void>;
  /** Fills the scope that a request is about to read. `undefined` if there is nothing to do. */
  fill(resource: Resource, scope: ScopePattern): Promise<void> | undefined;
  /** Leaves a scope that nobody has read to the client that is about to create records in it. */
  leave(resource: Resource, scope: ScopePattern): Promise<void> | undefined;
  /**
   * Leaves all scopes below a path to the client. Used for paths whose parameters are not records: `/repos/ann/tools`.
   */
  leaveBelow(path: string): Promise<void> | undefined;
  /** True if each scope of the resource is seeded when it is first read. */
  isLate(resource: Resource): boolean;
}

/** Makes complete records from what clients write. Stores nothing. */
export interface RecordFactories {
  /** @throws ProblemError when no id is free */
  make(resource: Resource, written: JsonObject, wish: RecordWish): Promise<StoredRecord>;
}

export interface RecordWish {
  readonly scope: ScopePattern;
  /** Values of the resource's parents, outermost first. */
  readonly parents: ScopePattern;
  /** The id that the client chose, as text. Absent: one is generated. */
  readonly key?: string | undefined;
  /** The time of creation, in milliseconds since 1970. Absent: dates are generated like other values. */
  readonly now?: number;
  /** True: the record comes from a seed or a recording. Optional properties that it lacks stay absent. */
  readonly isGiven?: boolean;
}

/** The state of everything that is not a record of a resource. It is in the collection `_state`. */
export interface OperationStates {
  readonly collection: RecordCollection;
  /** True if other servers share the store. */
  readonly isShared: boolean;
  /** Returns the state with the key, or `undefined`. */
  get(key: string): Awaitable<KeptState | undefined>;
  /** Stores what a client wrote. @param operation id of that operation, for people who read the file */
  put(key: string, operation: string, state: KeptState): Promise<void>;
  /**
   * Replaces the stored value by `change(value)`. No other write can come between. `undefined` if nothing is stored
   * under the key. If `change` throws, nothing changes and the caller gets the error.
   */
  update(key: string, operation: string, change: (value: unknown) => unknown): Promise<KeptState | undefined>;
  /** Like `update`, but stores `change(first)` if nothing is stored yet. Returns the changed value. */
  change(key: string, operation: string, change: (value: unknown) => unknown, first: unknown): Promise<unknown>;
  /** Stores a value that was generated for a first read, unless a client wrote one in the meantime. */
  keep(key: string, operation: string, value: unknown): Promise<void>;
}

export interface KeptState {
  readonly value: unknown;
  /** True: a client deleted it. */
  readonly isDeleted?: boolean;
}
