import { ValidationError } from "../errors.js";
import { factsOf } from "../operation-facts.js";
import type { OperationSpec, ParameterSpec } from "../operation-spec.js";
import { nameInCall } from "../parameters-of.js";
import { type Issue, issueOf } from "../validate/issue.js";
import { serializeParameter } from "./serialize-parameter.js";

/**
 * Builds the path and query of a call, without the base URL.
 * @throws ValidationError if a value would lead to another endpoint, even when calls are not validated
 */
export function buildPath(operation: OperationSpec, values: Readonly<Record<string, unknown>>): string {
  const { path: template, parameters: specs } = factsOf(operation);
  let path = template.replace(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const spec = specs.find((parameter) => parameter.in === "path" && parameter.name === name) as ParameterSpec;
    const text = serializeParameter(spec, values[nameInCall(spec)] ?? "");
    const issue = pathIssue(spec, text);
    if (issue) throw new ValidationError([issue], operation.id);
    return text;
  });
  for (const spec of specs) {
    const value = values[nameInCall(spec)];
    if (value === undefined || !spec.in.startsWith("query")) continue;
    path = withQuery(path, serializeParameter(spec, value));
  }
  return path;
}

/** Adds to the query as text: `URLSearchParams` would rewrite the brackets and reserved characters that are already there. */
export function withQuery(path: string, part: string): string {
  return part === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${part}`;
}

/**
 * Refuses values that would lead to another endpoint. An empty value would reach the collection instead of the item. URL parsers remove
 * `.` and `..`, plain or percent-encoded.
 * @param text percent-encoded
 * @see RFC 3986, section 5.2.4
 */
function pathIssue(spec: ParameterSpec, text: string): Issue | undefined {
  return /^(\.|%(25)?2e){0,2}$/i.test(text)
    ? issueOf(
        "path",
        nameInCall(spec),
        "pattern",
        `must not be "${text.replaceAll("%25", "%")}": it would change the endpoint`,
      )
    : undefined;
}
