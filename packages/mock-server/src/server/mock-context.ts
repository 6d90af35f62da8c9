import type { LargeBodies } from "@onespec/http-requests";
import type { ApiDescription, Resource, SchemaRegistry } from "@onespec/spec-core";
import type { OperationStates } from "../behaviour/operation-state.js";
import type { RecordFactories } from "../behaviour/record-factory.js";
import type { ResourceStates } from "../behaviour/resource-state.js";
import type { RecordTags } from "../conditional/record-tags.js";
import type { ProblemAnswer } from "../errors/problem-answer.js";
import type { FileReferences } from "../files/file-references.js";
import type { FileService } from "../files/file-service.js";
import type { RequestValues } from "../request/request-plan.js";
import type { Answer } from "../response/answer.js";
import type { BodyPlan } from "../response/body-plan.js";
import type { Fitting } from "../response/fitting.js";
import type { Seeds } from "../seed/seeds.js";
import type { Awaitable, StoredRecord } from "../store/record-store.js";
import type { StreamSettings } from "../streams/stream-settings.js";
import type { MockRequest } from "./mock-request.js";

/** What one mock server has: nothing of it is shared with another. */
export interface MockContext {
  readonly api: ApiDescription;
  readonly schemas: SchemaRegistry;
  /** Reads large bodies. */
  readonly largeBodies: LargeBodies;
  readonly fitting: Fitting;
  readonly states: ResourceStates;
  readonly operationStates: OperationStates;
  readonly records: RecordFactories;
  readonly seeds: Seeds;
  /** Milliseconds since 1970. */
  now(): number;
  /** Changes that break the contract are kept. */
  readonly isLax: boolean;
  readonly tags: RecordTags;
  readonly files: ContextFiles;
  /** The server stops: what would go on for long is to end. */
  readonly stopped: AbortSignal;
  /** The answer that says no, as the operation documents it. */
  readonly refuse: ProblemAnswer;
}

/** The files of one state, and where the bytes of all of them are. */
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
}

/** A valid request on its way through an operation. */
export interface Call {
  readonly request: MockRequest;
  readonly values: RequestValues;
  /** The server's base path that the request came under, `""` without one. */
  readonly base: string;
  /** The media type to answer with; `undefined`: no body. */
  readonly body: BodyPlan | undefined;
  /** Throws a `Refusal` when the record that is about to change, or its absence, is not what the request demands. */
  readonly precondition?: ((record: StoredRecord | undefined) => void) | undefined;
  /** How the answer is streamed, where it is. */
  readonly stream?: Partial<StreamSettings> | undefined;
  /** Told of each record that the operation writes, before it answers. */
  readonly wrote?: ((change: RecordChange) => Awaitable<void>) | undefined;
}

/** What an operation does: at once where it can, as a request that waits for nothing is answered sooner. */
export type Behaviour = (call: Call) => Awaitable<Answer>;
