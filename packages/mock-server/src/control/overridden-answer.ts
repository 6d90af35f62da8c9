import type { Operation } from "@onespec/spec-core";
import type { Answer } from "../response/answer.js";
import { forbidsBody } from "../response/select-response.js";
import type { Backend } from "../server/backend.js";
import { corsHeaders } from "../server/cors.js";
import type { MockRequest } from "../server/mock-request.js";
import type { OverrideRule } from "./overrides.js";

/** Answers as the rule says; an error without a body is what the operation documents for its status. */
export async function overriddenAnswer(
  rule: OverrideRule,
  request: MockRequest,
  operation: Operation,
  backend: Backend,
): Promise<Answer> {
  if (rule.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, rule.delay));
  if (rule.status === undefined) return backend.handle(request);
  const given = await statedAnswer(rule.status, rule, operation, backend);
  return { ...given, headers: { ...given.headers, ...corsHeaders(request.headers, given.headers) } };
}

async function statedAnswer(
  status: number,
  rule: OverrideRule,
  operation: Operation,
  backend: Backend,
): Promise<Answer> {
  const own = Object.fromEntries(Object.entries(rule.headers ?? {}).map(([name, text]) => [name.toLowerCase(), text]));
  if (rule.body === undefined && status >= 400) {
    const message = `This is an override: ${operation.id} answers ${status}`;
    const problem = { status, code: "overridden", message: "Overridden", details: [{ message }] };
    const refused = await backend.refuse(operation, problem);
    return { ...refused, headers: { ...refused.headers, ...own } };
  }
  if (rule.body === undefined || forbidsBody(status)) return { status, headers: own, body: undefined };
  const isText =
    typeof rule.body === "string" && own["content-type"] !== undefined && !/json/i.test(own["content-type"]);
  const body = isText ? (rule.body as string) : JSON.stringify(rule.body);
  return { status, headers: { "content-type": "application/json; charset=utf-8", ...own }, body };
}
