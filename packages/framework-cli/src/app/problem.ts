import type { SchemaViolation } from "@onespec/spec-core";

/** Where in a request a violation was found. */
export type RequestPart = "path" | "query" | "header" | "cookie" | "body";

/** One way in which a request breaks the contract. */
export interface RequestViolation extends SchemaViolation {
  readonly in: RequestPart;
}

/** Why a request is refused, before it is put into words for the client: `{ error, details }`, or a documented error schema. */
export interface Problem {
  readonly status: number;
  /** Stable, kebab-case: tells two problems of one status apart. */
  readonly code: string;
  /** One sentence for people. */
  readonly message: string;
  readonly details: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every violation at once. @param status 400, or 422 where the action documents that instead */
export function validationProblem(status: number, violations: readonly RequestViolation[]): Problem {
  const details = violations.map(({ in: part, path, message, keyword, params }) => ({
    in: part,
    path,
    message,
    keyword,
    params,
  }));
  return { status, code: "validation-failed", message: "Validation failed", details };
}
