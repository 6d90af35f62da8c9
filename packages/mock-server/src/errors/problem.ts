import type { SchemaViolation } from "@onespec/spec-core";

/** Where in a request a violation was found. */
export type RequestPart = "path" | "query" | "header" | "cookie" | "body";

/** One way in which a request breaks the contract. */
export interface RequestViolation extends SchemaViolation {
  readonly in: RequestPart;
}

/** Why a request is refused. The answer made of it fits the error schema of the operation. */
export interface Problem {
  readonly status: number;
  /** Stable, kebab-case: tells two problems of one status apart. */
  readonly code: string;
  /** One sentence for people; the `error` field of the answer. */
  readonly message: string;
  readonly details: readonly ProblemDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A violation, or anything else worth telling: at least a message, as a rule with a place and a hint. */
export interface ProblemDetail {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Every violation at once, in the seeds' words. @param status 400, or 422 where the operation documents that instead */
export function validationProblem(status: number, violations: readonly RequestViolation[]): Problem {
  return {
    status,
    code: "validation-failed",
    message: "Validation failed",
    details: violations.map(({ in: part, path, message, keyword, params }) => ({
      in: part,
      path,
      message,
      keyword,
      params,
    })),
  };
}

export function notFoundProblem(what: string, detail: ProblemDetail): Problem {
  return { status: 404, code: "not-found", message: what, details: [detail] };
}

/** 400: the body is not what its headers say it is. */
export function malformedProblem(code: string, message: string, detail: string): Problem {
  return { status: 400, code, message, details: [{ in: "body", path: "", message: detail }] };
}
