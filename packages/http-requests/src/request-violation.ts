import type { Operation, SchemaViolation } from "@onespec/spec-core";

/** Where in a request a violation was found. */
export type RequestPart = "path" | "query" | "header" | "cookie" | "body";

/** One way in which a request breaks the contract. */
export interface RequestViolation extends SchemaViolation {
  readonly in: RequestPart;
}

/** A body that the operation requires was not sent. */
export const MISSING_BODY: RequestViolation = {
  in: "body",
  path: "",
  message: "is required",
  keyword: "required",
  params: {},
};

/** Every violation at once. */
export interface ValidationProblem {
  readonly status: number;
  readonly code: "validation-failed";
  readonly message: string;
  readonly details: readonly Pick<RequestViolation, "in" | "path" | "message" | "keyword" | "params">[];
}

/** @param status 400, or 422 where the operation documents that instead */
export function validationProblem(status: number, violations: readonly RequestViolation[]): ValidationProblem {
  const details = violations.map(({ in: part, path, message, keyword, params }) => ({
    in: part,
    path,
    message,
    keyword,
    params,
  }));
  return { status, code: "validation-failed", message: "Validation failed", details };
}

/** 400, or 422 where only that is documented. */
export function validationStatus({ responses }: Operation): number {
  const documented = new Set(responses.map((response) => response.status));
  return documented.has("422") && !documented.has("400") ? 422 : 400;
}
