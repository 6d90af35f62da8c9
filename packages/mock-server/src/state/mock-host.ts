import type { ApiDescription, Operation } from "@onespec/spec-core";
import type { FastifyRequest } from "fastify";
import type { BehaviourWrapper } from "../model/mock-context.js";
import type { ControlEvents } from "./control-events.js";
import type { MockState } from "./mock-state.js";

/** The mock that a Fastify instance serves, for its features. */
export interface MockHost {
  readonly api: ApiDescription;
  readonly events: ControlEvents;
  /** The server's own state. */
  readonly base: MockState;
  /** Wraps all behaviours in a feature. The last feature added is the outermost. */
  wrap(wrapper: BehaviourWrapper): void;
  /**
   * Returns the preferences in an operation's `x-mock`, written like a `Prefer` header. Absent if no operation has any.
   */
  standingPreference?: (operation: Operation) => string | undefined;
  /** The state that a request sees. */
  stateOf(request: FastifyRequest): MockState;
}

declare module "fastify" {
  interface FastifyInstance {
    readonly mock: MockHost;
  }
  interface FastifyRequest {
    /** The state of the session that the request names. `null`: the server's own state. */
    mockState: MockState | null;
  }
}
