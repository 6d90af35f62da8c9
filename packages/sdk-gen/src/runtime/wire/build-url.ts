import { refuse } from "../errors.js";
import { factsOf } from "../operation-facts.js";
import type { OperationSpec, ParameterSpec } from "../operation-spec.js";
import { nameInCall } from "../parameters-of.js";
import { issueOf } from "../validate/issue.js";
import { serializeParameter } from "./serialize-parameter.js";

/**
 * Builds the path and query of a call, without the base URL.
 * @throws ValidationError if a value would lead to another endpoint, even when calls are not validated
 */
export function buildPath(operation: OperationSpec, values: Readonly<Record<string, unknown>>): string {
  const { parts, parameters } = factsOf(operation);
  let path = parts
    .map((part) => (typeof part === "string" ? part : inPath(part, values[nameInCall(part)], operation.id)))
    .join("");
  for (const spec of parameters) {
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
 * Writes a value of the path. Rejects those that would lead to another endpoint: an empty value would reach the collection instead of
 * the item, and URL parsers remove `.` and `..`, plain or percent-encoded.
 * @see RFC 3986, section 5.2.4
 */
function inPath(spec: ParameterSpec, value: unknown, operation: string): string {
  const text = serializeParameter(spec, value ?? "");
  if (/^(\.|%(25)?2e){0,2}$/i.test(text)) {
    const message = `must not be "${text.replaceAll("%25", "%")}": it would change the endpoint`;
    refuse([issueOf("path", nameInCall(spec), "pattern", message)], operation);
  }
  return text;
}
