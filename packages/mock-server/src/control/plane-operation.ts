import type { RequestValues } from "../request/request-plan.js";
import type { Answer } from "../response/answer.js";
import type { MockRequest } from "../server/mock-request.js";
import type { Sessions } from "../session/sessions.js";
import type { Observers, Realm } from "./realm.js";

/** What the plane's operations work on. */
export interface PlaneParts extends Observers {
  readonly base: Realm;
  readonly sessions: () => Promise<Sessions>;
}

export interface PlaneCall {
  readonly request: MockRequest;
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

/** An answer that is no JSON, such as a page, and goes out as it is. */
export class PlaneFile {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}
