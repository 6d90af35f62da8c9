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
  /** Puts a feature around all behaviours. The one that was added last is outermost. */
  wrap(wrapper: BehaviourWrapper): void;
  /** The preferences of an operation's `x-mock`, as `Prefer` spells them; absent where no operation has any. */
  standingPreference?: (operation: Operation) => string | undefined;
  /** The state that a request sees. */
  stateOf(request: FastifyRequest): MockState;
}

declare module "fastify" {
  interface FastifyInstance {
    readonly mock: MockHost;
  }
  interface FastifyRequest {
    /** The state of the session that the request names; `null`: the server's own. */
    mockState: MockState | null;
  }
}
