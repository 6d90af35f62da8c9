import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import type { Answer } from "../response/answer.js";
import { type BodyPlan, bodyPlans } from "../response/body-plan.js";
import { encodeBody } from "../response/encode-body.js";
import type { Fitting } from "../response/fitting.js";
import { negotiateMediaType } from "../response/negotiate-media-type.js";
import { requiredHeaders } from "../response/response-headers.js";
import { forbidsBody, selectError } from "../response/select-response.js";
import { describeProblem } from "./describe-problem.js";
import type { Problem } from "./problem.js";
import { problemText } from "./problem-text.js";

/** Turns a problem into an answer that satisfies what the operation documents for its status. */
export type ProblemAnswer = (operation: Operation | undefined, problem: Problem) => Promise<Answer>;

export function createProblemAnswer(schemas: SchemaRegistry, fitting: Fitting): ProblemAnswer {
  return async (operation, problem) => {
    const { status } = problem;
    const documented = operation && selectError(operation, status);
    const required = documented && requiredHeaders(fitting, operation, status, documented.headers);
    const headers = { ...required, ...problem.headers };
    const bodies = documented && !forbidsBody(status) ? bodyPlans(schemas, documented.content) : [];
    const [preferred] = bodies;
    if (!operation || !preferred) return { status, headers: { ...headers, ...JSON_TYPE }, body: plainBody(problem) };
    const answer = async (body: BodyPlan): Promise<Answer> => {
      const encoded = await problemBody(schemas, fitting, body, problem, operation.id);
      return { status, headers: { ...headers, "content-type": body.contentType }, body: encoded };
    };
    if (bodies.length === 1) return answer(preferred);
    const types = bodies.map(({ contentType }) => contentType);
    const negotiate = (accept: string): Promise<Answer> => {
      const type = negotiateMediaType(types, accept);
      return answer(bodies.find(({ contentType }) => contentType === type) ?? preferred);
    };
    return { ...(await answer(preferred)), negotiate };
  };
}

async function problemBody(
  schemas: SchemaRegistry,
  fitting: Fitting,
  body: BodyPlan,
  problem: Problem,
  operation: string,
): Promise<string | Uint8Array> {
  const { schema, kind } = body;
  if (kind === "json" && !schema) return plainBody(problem);
  const isData = kind === "json" || kind === "xml" || kind === "form";
  const described = isData ? describeProblem(schemas, schema?.json ?? true, problem) : problemText(problem);
  const value = schema ? fitting.fit(schema, described, { seed: `${operation} ${problem.status}` }) : described;
  return encodeBody(schemas, body, value);
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

function plainBody({ message, details }: Problem): string {
  return JSON.stringify({ error: message, details });
}
