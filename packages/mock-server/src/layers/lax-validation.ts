import type { ProblemDetail } from "../errors/problem.js";
import type { ReadRequest, RequestPlan, RequestValues } from "../request/request-plan.js";
import type { Answer } from "../response/answer.js";
import type { MockRequest } from "../server/mock-request.js";
import type { PlanLayer } from "./operation-layers.js";

/** Told of a request that breaks the contract and is answered all the same. */
export type ReportViolations = (request: MockRequest, violations: readonly ProblemDetail[]) => void;

/**
 * Answers requests that break the contract. What cannot be read at all (malformed JSON, a media type that the description
 * does not have) is refused as ever, and an invalid query parameter counts as absent.
 * @param warn says so in the header `Mock-Violations` and in a report
 */
export function laxValidation(warn: ReportViolations | undefined): PlanLayer {
  return (plan) => {
    const request: RequestPlan = {
      read(given, pathValues) {
        const read = plan.request.read(given, pathValues);
        return read instanceof Promise ? read.then(accept) : accept(read);
      },
    };
    if (!warn) return { ...plan, request };
    return {
      ...plan,
      request,
      async behave(call) {
        const answer = await plan.behave(call);
        const { violations } = call.values;
        if (!violations) return answer;
        warn(call.request, violations);
        return withViolations(answer, violations);
      },
    };
  };
}

function accept(read: ReadRequest): ReadRequest {
  if (read.ok || !read.values) return read;
  const { details: violations } = read.problem;
  return { ok: true, values: { ...read.values, query: validQuery(read.values, violations), violations } };
}

function validQuery({ query }: RequestValues, violations: readonly ProblemDetail[]): RequestValues["query"] {
  const wrong = violations.flatMap(({ in: part, path }) => (part === "query" ? [String(path)] : []));
  const isWrong = (name: string): boolean => {
    const place = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return wrong.some((path) => path === place || path.startsWith(`${place}/`));
  };
  return wrong.length === 0 ? query : Object.fromEntries(Object.entries(query).filter(([name]) => !isWrong(name)));
}

function withViolations(answer: Answer, violations: readonly ProblemDetail[]): Answer {
  const text = violations.map(({ in: part, path, message }) => `${part} ${path} ${message}`).join("; ");
  const header = text.replace(/[^\t\x20-\x7e]/g, "?").slice(0, LONGEST_HEADER);
  return { ...answer, headers: { ...answer.headers, "mock-violations": header } };
}

const LONGEST_HEADER = 2000;
