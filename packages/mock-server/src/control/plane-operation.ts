import {
  type Answer,
  basePaths,
  type ContractCall,
  createPatcher,
  type Patcher,
  ProblemError,
  type RequestTarget,
  type RequestValues,
  validationProblem,
} from "@onespec/http-contract";
import { type ApiDescription, nearestName, type Operation, type SchemaViolation } from "@onespec/spec-core";
import type { Outgoing } from "../features/callbacks/outgoing.js";
import type { ExchangeTally } from "../features/proxy/exchange-tally.js";
import type { RequestLog } from "../features/request-log/request-log.js";
import { upstreamAddress } from "../modules/upstream-address.js";
import { requestOrigin } from "../response/request-origin.js";
import type { ControlEvents } from "../state/control-events.js";
import type { MockState } from "../state/mock-state.js";
import type { Sessions } from "../state/sessions.js";
import { CONTROL_PATH } from "./control-path.js";

/** The parts that the plane's operations work on. */
export interface PlaneParts {
  readonly log: RequestLog;
  readonly tally: ExchangeTally;
  /** The real server that requests are passed on to. */
  readonly upstream: string | undefined;
  /** The operations that are passed on to it. */
  readonly forwarded: () => ReadonlySet<Operation>;
  readonly events: ControlEvents;
  readonly outgoing: Outgoing;
  /** The address that each webhook is sent to, by the webhook's name. */
  readonly webhookUrl: Readonly<Record<string, string>>;
  readonly base: MockState;
  readonly sessions: Sessions;
}

export interface PlaneCall {
  readonly request: RequestTarget;
  readonly values: RequestValues;
  /** The media type of the body, without parameters. */
  readonly bodyType: string;
  /** Throws a `ProblemError` 412 if the request has an `If-Match` or `If-None-Match` that this tag does not meet. */
  readonly precondition: ContractCall["precondition"];
  /** The state that the request is about. */
  state(): Promise<MockState>;
}

/** Returns the JSON body of the answer. `undefined` answers 204. Throws `ProblemError` to reject the call. */
export type PlaneOperation = (call: PlaneCall) => unknown;

/** Another status than 200, further headers, or a stream. */
export class PlaneAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** An answer that is not JSON, such as a page. It is sent unchanged. */
export class PlaneFile {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

export const PLANE_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  "cache-control": "no-store",
};

/** Returns a function that changes a record or document as the body says. Plain JSON is a merge patch. */
export async function planePatcher({ values, bodyType }: PlaneCall): Promise<Patcher> {
  const type = bodyType === "application/json" ? "application/merge-patch+json" : bodyType;
  return createPatcher(values.body, type, 422, undefined);
}

/** The operation of this id. @throws ProblemError 404 with the nearest one */
export function operationOf({ operations }: Pick<ApiDescription, "operations">, id: string): Operation {
  const operation = operations.find((one) => one.id === id);
  if (operation) return operation;
  const ids = operations.map((one) => one.id);
  const message = `No operation is called ${JSON.stringify(id)}`;
  const near = nearestName(id, ids);
  throw near === undefined ? nothingThere(message, ids) : notFound(message, `Did you mean ${near}?`);
}

/** 404. The hint lists the names that exist. */
export function nothingThere(message: string, present: readonly string[]): ProblemError {
  return notFound(message, present.length > 0 ? `Use one of ${listed(present)}.` : "There are none.");
}

export function notFound(message: string, hint: string): ProblemError {
  return new ProblemError({ status: 404, code: "not-found", message: "Not found", details: [{ message, hint }] });
}

/** The first 20 names, or `none`. */
export function listed(names: readonly string[]): string {
  return names.length > 0 ? names.slice(0, 20).join(", ") : "none";
}

/** 422: the body violates the schema. */
export function invalid(violations: readonly SchemaViolation[]): ProblemError {
  return new ProblemError(
    validationProblem(
      422,
      violations.map((violation) => ({ ...violation, in: "body" })),
    ),
  );
}

/** 409: memory must not grow without limit. */
export function tooManyOf(what: string, limit: number): ProblemError {
  const details = [{ message: `There are ${limit} ${what} already`, hint: "Delete some of them first." }];
  return new ProblemError({ status: 409, code: "too-many", message: `Too many ${what}`, details });
}

/** The upstream, if every operation is passed on to it. */
export function upstreamOfAll({
  upstream,
  forwarded,
  base,
}: Pick<PlaneParts, "upstream" | "forwarded" | "base">): string | undefined {
  return forwarded().size === base.backend.api.operations.length ? upstream : undefined;
}

/** 409: all requests of the API are forwarded, so they never read the mock's own state. */
export function ofUpstream(what: string, upstream: string): ProblemError {
  const message = `${what} the upstream's, ${upstreamAddress(upstream)}: no operation on them is mocked`;
  const hint = "Mock operations with --mock 'POST /payments', or change the data through the API.";
  return new ProblemError({ status: 409, code: "forwarded", message: "Not mocked", details: [{ message, hint }] });
}

/** The address of the API for a client of the control plane, with the base path: `http://localhost:3000/v1`. */
export function originOf(request: RequestTarget, api: ApiDescription): string {
  const prefix = request.path.slice(0, Math.max(0, request.path.indexOf(CONTROL_PATH)));
  return requestOrigin(request) + prefix + (basePaths(api)[0] ?? "");
}
