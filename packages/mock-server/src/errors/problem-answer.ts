import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import type { Answer } from "../response/answer.js";
import { bodyPlans } from "../response/body-plan.js";
import { encodeBody } from "../response/encode-body.js";
import type { Fitting } from "../response/fitting.js";
import { requiredHeaders } from "../response/response-headers.js";
import { forbidsBody, selectError } from "../response/select-response.js";
import { describeProblem } from "./describe-problem.js";
import type { Problem } from "./problem.js";
import { problemText } from "./problem-text.js";

/** Turns a problem into an answer that satisfies what the operation documents for its status. */
export type ProblemAnswer = (operation: Operation | undefined, problem: Problem) => Promise<Answer>;

export function createProblemAnswer(schemas: SchemaRegistry, fitting: Fitting): ProblemAnswer {
  return async (operation, problem) => {
    const documented = operation && selectError(operation, problem.status);
    const required = documented && requiredHeaders(fitting, operation, problem.status, documented.headers);
    const headers = { ...required, ...problem.headers };
    const [body] = documented && !forbidsBody(problem.status) ? bodyPlans(schemas, documented.content) : [];
    if (!operation || !body)
      return { status: problem.status, headers: { ...headers, ...JSON_TYPE }, body: plainBody(problem) };
    const { schema } = body;
    const isData = body.kind === "json" || body.kind === "xml" || body.kind === "form";
    const described = isData ? describeProblem(schemas, schema?.json ?? true, problem) : problemText(problem);
    const seed = `${operation.id} ${problem.status}`;
    const value = schema ? fitting.fit(schema, described, { seed }) : described;
    const encoded = body.kind === "json" && !schema ? plainBody(problem) : await encodeBody(schemas, body, value);
    return { status: problem.status, headers: { ...headers, "content-type": body.contentType }, body: encoded };
  };
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

function plainBody({ message, details }: Problem): string {
  return JSON.stringify({ error: message, details });
}
