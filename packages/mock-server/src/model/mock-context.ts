import type { Answer, ContractCall, Fitting, ProblemAnswers, ResponsePlan } from "@onespec/http-contract";
import type { ApiDescription, Operation, Resource, SchemaRegistry } from "@onespec/spec-core";
import type { StreamSettings } from "../config/mock-extension.js";
import type { Awaitable, JsonObject, RecordCollection, RecordStore, StoredRecord } from "../store/record-store.js";
import type { FileReferences, FileService } from "./files.js";
import type { ResourceStates, ScopePattern } from "./resource-states.js";

/** The parts of one mock server: nothing of it is shared with another. */
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
  /** Changes that break the contract are kept. */
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

/** A record was written by a request. */
export interface RecordChange {
  readonly kind: "created" | "updated" | "deleted" | "acted";
  readonly resource: Resource;
  /** As it is now; of a deleted one as it was. */
  readonly record: StoredRecord;
  /** Its value before, where it was there and is known. */
  readonly before?: JsonObject | undefined;
}

/** A valid request on its way through an operation. */
export interface Call extends ContractCall {
  /** How the answer is streamed, where it is. */
  readonly stream?: Partial<StreamSettings> | undefined;
  /** The properties that `x-mock` has an action set, beside and above what its verb does. @throws ProblemError */
  readonly change?: (value: JsonObject) => JsonObject;
  /** Called with each record that the operation writes, before it answers. Returns the record if it was changed once more. */
  readonly wrote?: ((change: RecordChange) => Promise<StoredRecord | undefined>) | undefined;
}

/** Answers a call of an operation. */
export type Behaviour = (call: Call) => Awaitable<Answer>;

/** An operation and its documented success. */
export interface BehaviourPlan {
  readonly operation: Operation;
  readonly response: ResponsePlan;
}

/** Puts a feature around a behaviour; returns the behaviour itself where the feature has nothing to do. */
export type BehaviourWrapper = (context: MockContext, plan: BehaviourPlan, behave: Behaviour) => Behaviour;

/** Seed records, made on demand. */
export interface Seeds {
  /** Fills every resource at the top level or below existing records. */
  fillAll(): Promise<void>;
  /** Fills the scope that a request is about to read; `undefined` if nothing has to be done. */
  fill(resource: Resource, scope: ScopePattern): Promise<void> | undefined;
  /** Leaves a scope that nobody has read to the client that is about to fill it. */
  leave(resource: Resource, scope: ScopePattern): Promise<void> | undefined;
  /** The same for all scopes below a path whose parameters are no records: `/repos/ann/tools`. */
  leaveBelow(path: string): Promise<void> | undefined;
  /** True if each scope of the resource is seeded when it is first read. */
  isLate(resource: Resource): boolean;
}

/** Makes whole records of what clients write; nothing is stored yet. */
export interface RecordFactories {
  /** @throws ProblemError when no id is free */
  make(resource: Resource, written: JsonObject, wish: RecordWish): Promise<StoredRecord>;
}

export interface RecordWish {
  readonly scope: ScopePattern;
  /** Values of the resource's parents, outermost first. */
  readonly parents: ScopePattern;
  /** The id that the client chose, as text; absent: one is made. */
  readonly key?: string | undefined;
  /** When it is made, in milliseconds since 1970; absent: its moments are made up like the rest. */
  readonly now?: number;
  /** It comes from a seed or a recording: optional properties that it leaves out stay absent. */
  readonly isGiven?: boolean;
}

/** State of everything that is not a record of a resource, kept in the collection `_state`. */
export interface OperationStates {
  readonly collection: RecordCollection;
  /** True if other servers share the store. */
  readonly isShared: boolean;
  /** The state under the key; `undefined` when there is none. */
  get(key: string): Awaitable<KeptState | undefined>;
  /** Keeps what a client wrote. @param operation id of the operation that kept it, for people who read the file */
  put(key: string, operation: string, state: KeptState): Promise<void>;
  /**
   * Puts `change(value)` in place of what is kept under the key, and no other write comes between; `undefined` when nothing is
   * kept. What `change` throws reaches the caller and nothing is changed.
   */
  update(key: string, operation: string, change: (value: unknown) => unknown): Promise<KeptState | undefined>;
  /** The same, and `change(first)` where nothing is kept. Returns the changed value. */
  change(key: string, operation: string, change: (value: unknown) => unknown, first: unknown): Promise<unknown>;
  /** Keeps what was made for a first read, unless a client wrote meanwhile. */
  keep(key: string, operation: string, value: unknown): Promise<void>;
}

export interface KeptState {
  readonly value: unknown;
  /** It was there and a client took it away. */
  readonly isDeleted?: boolean;
}
