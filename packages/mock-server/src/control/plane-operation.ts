import type { RequestValues } from "../request/request-plan.js";
import type { Sessions } from "../session/sessions.js";
import type { Observers, Realm } from "./realm.js";

/** What the plane's operations work on. */
export interface PlaneParts extends Observers {
  readonly base: Realm;
  readonly sessions: () => Promise<Sessions>;
}

export interface PlaneCall {
  readonly values: RequestValues;
  /** The realm that the request is about. */
  realm(): Promise<Realm>;
}

/** JSON as the answer's body; `undefined`: 204. Throws a `Refusal` to say no. */
export type PlaneOperation = (call: PlaneCall) => unknown;

/** Another status than 200, or a stream. */
export class PlaneAnswer {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}
