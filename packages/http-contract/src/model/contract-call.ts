import type { Operation } from "@onespec/spec-core";
import type { FastifyRequest } from "fastify";
import type { BodyPlan } from "./body-plan.js";
import type { RequestTarget } from "./message.js";
import type { ProblemDetail } from "./problem.js";
import type { PlacedFile } from "./sent-file.js";

/** A request of an operation, read by the description. */
export interface RequestValues {
  /** Path parameters, coerced by their schemas. */
  readonly path: Readonly<Record<string, unknown>>;
  /** Decoded text of each path parameter, by name. */
  readonly pathTexts: Readonly<Record<string, string>>;
  /** Declared query parameters that were sent, or have defaults. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Declared header parameters, by name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Declared cookies. */
  readonly cookies: Readonly<Record<string, unknown>>;
  /** The body without readOnly properties. `undefined` if there is none. */
  readonly body: unknown;
  /** Media type of the body, without parameters. */
  readonly bodyType: string;
  /** The files in the body, or the body itself if it is a file. */
  readonly files?: readonly PlacedFile[] | undefined;
  /** Violations of the contract, if these are ignored. */
  readonly violations?: readonly ProblemDetail[] | undefined;
}

/** A request to an operation: read, coerced and validated. */
export interface ContractCall extends RequestValues {
  readonly operation: Operation;
  readonly request: FastifyRequest;
  readonly target: RequestTarget;
  /** The base path of a server that the request came under, `""` without one. */
  readonly base: string;
  /** The media type to answer with; `undefined`: no body. */
  readonly answerAs: BodyPlan | undefined;
  /**
   * Throws a `ProblemError` 412 if the current state does not meet `If-Match` or `If-None-Match`.
   * @param tag the current entity tag; `undefined`: nothing is there
   */
  readonly precondition?: ((tag: string | undefined) => void) | undefined;
}
