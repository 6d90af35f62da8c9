import type { ApiDescription, SchemaRegistry } from "@onespec/spec-core";
import type { OperationStates } from "../behaviour/operation-state.js";
import type { RecordFactories } from "../behaviour/record-factory.js";
import type { ResourceStates } from "../behaviour/resource-state.js";
import type { RecordTags } from "../conditional/record-tags.js";
import type { ProblemAnswer } from "../errors/problem-answer.js";
import type { RequestValues } from "../request/request-plan.js";
import type { Answer } from "../response/answer.js";
import type { BodyPlan } from "../response/body-plan.js";
import type { Fitting } from "../response/fitting.js";
import type { Seeds } from "../seed/seeds.js";
import type { Awaitable, StoredRecord } from "../store/record-store.js";
import type { MockRequest } from "./mock-request.js";

/** What one mock server has: nothing of it is shared with another. */
export interface MockContext {
  readonly api: ApiDescription;
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
  readonly tags: RecordTags;
  /** The answer that says no, as the operation documents it. */
  readonly refuse: ProblemAnswer;
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
}

/** What an operation does: at once where it can, as a request that waits for nothing is answered sooner. */
export type Behaviour = (call: Call) => Awaitable<Answer>;
