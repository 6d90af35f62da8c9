import type { Operation, OperationResponse, SchemaViolation } from "@onespec/spec-core";
import type { Problem } from "./problem.js";

/** The part of a request that a violation was found in. */
export type RequestPart = "path" | "query" | "header" | "cookie" | "body";

/** One violation of the contract in a request. */
export interface RequestViolation extends SchemaViolation {
  readonly in: RequestPart;
}

/** The violation of an operation that requires a body and gets none. */
export const MISSING_BODY: RequestViolation = {
  in: "body",
  path: "",
  message: "is required",
  keyword: "required",
  params: {},
};

/** One problem for all violations. @param status 400, or 422 if the operation documents that instead */
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

/** 400, or 422 if only that is documented or only its text is about validation. */
export function validationStatus({ responses }: Operation): number {
  const unprocessable = responses.find(({ status }) => status === "422");
  const bad = responses.find(({ status }) => status === "400");
  if (!unprocessable) return 400;
  return !bad || (speaksOfValidation(unprocessable) && !speaksOfValidation(bad)) ? 422 : 400;
}

function speaksOfValidation({ description, content }: OperationResponse): boolean {
  const words = content.flatMap(({ schema, examples }) => [
    schema?.name,
    JSON.stringify([schema?.json, ...examples.map(({ value }) => value)]),
  ]);
  return [description, ...words].some((text) => /validat/i.test(text ?? ""));
}
