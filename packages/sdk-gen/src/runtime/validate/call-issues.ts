import type { CallOptions, ClientOptions } from "../client-options.js";
import { type RequestFacts, refuse } from "../errors.js";
import { isPlainObject } from "../is-plain-object.js";
import { bodyOf, factsOf, nameInCall } from "../operation-facts.js";
import type { OperationSpec, ParameterSpec } from "../operation-spec.js";
import { type ChooseMedia, formType } from "../wire/json-body.js";
import { checkCallOptions } from "./check-options.js";
import { issuesOf } from "./compile.js";
import { escapeToken, type Issue, issueOf, thereAre } from "./issue.js";
import { dateAsText, onWire } from "./on-wire.js";

/** Validates calls and answers. */
export interface Checks {
  /** @throws ClientError for an unknown option; ValidationError unless the options switch it off */
  readonly checkCall: (options: ClientOptions, call: CheckedCall) => void;
  readonly checkAnswer: (
    options: ClientOptions,
    operation: OperationSpec,
    response: Response,
    data: unknown,
    facts: RequestFacts,
  ) => Promise<void>;
}

export interface CheckedCall {
  readonly operation: OperationSpec;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
}

export function checkCall({ validateRequests = true, headers }: ClientOptions, call: CheckedCall): void {
  if (call.options) checkCallOptions(call.options);
  if (call.options?.validate ?? validateRequests) refuse(callIssues(call, headers), call.operation.id);
}

/** Lists the issues of a call; empty if the call is valid. */
function callIssues(
  { operation, parameters = {}, body, options }: CheckedCall,
  own: ClientOptions["headers"],
): Issue[] {
  const { parameters: specs } = factsOf(operation);
  const issues: Issue[] = [];
  for (const field in parameters) {
    if (parameters[field] === undefined || specs.some((spec) => nameInCall(spec) === field)) continue;
    issues.push(issueOf("query", field, "unknown", `is not a parameter${thereAre(specs.map(nameInCall))}`));
  }
  for (const spec of specs) {
    const value = parameters[nameInCall(spec)];
    if (value !== undefined || !spec.isGiven?.(spec.name, { ...own, ...options?.headers }))
      addParameterIssues(issues, spec, value);
  }
  if (operation.bodyIssues) issues.push(...operation.bodyIssues(operation, body, options?.contentType));
  else if (body !== undefined) issues.push(issueOf("body", "", "unknown", "is not taken by this operation"));
  return issues;
}

/** True if the headers of the options have the parameter. Required headers bring it along. */
export function isGiven(name: string, headers: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(headers).some(
    ([given, value]) => value !== undefined && given.toLowerCase() === name.toLowerCase(),
  );
}

function addParameterIssues(issues: Issue[], spec: ParameterSpec, value: unknown): void {
  const { schema } = spec;
  const isPath = spec.in === "path";
  const part = spec.in === "querystring" ? "query" : spec.in;
  const field = nameInCall(spec);
  if (value === undefined || (value === null && isPath)) {
    // The caller may have passed a plain id.
    const next = isPath ? `: pass { ${field}: ... }` : "";
    if (isPath || spec.required) issues.push(issueOf(part, field, "required", `is required${next}`));
    return;
  }
  if (schema === undefined) return;
  const path = `/${escapeToken(field)}`;
  const sent = (spec.onWire ?? datesAsText)(value);
  const issuesAs = (value: unknown): Issue[] => issuesOf(schema, "request", value, path);
  let found = issuesAs(sent);
  // In a path, 7 and "7" are the same text.
  if (isPath && found.some(({ keyword }) => /^(type|enum|const|anyOf|oneOf)$/.test(keyword))) {
    const others = issuesAs(asOtherType(sent));
    if (!others.some(({ keyword }) => keyword === "type")) found = others;
  }
  for (const issue of found) issues.push({ ...issue, in: part });
}

function asOtherType(value: unknown): unknown {
  if (/^(number|bigint)$/.test(typeof value)) return String(value);
  return typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
}

/** Converts dates to text, as they are sent. */
function datesAsText(value: unknown): unknown {
  return Array.isArray(value) ? value.map(dateAsText) : dateAsText(value);
}

/** Lists the issues of a body. Operations with a body bring it along. @param wanted the requested media type */
export function bodyIssues(operation: OperationSpec, body: unknown, wanted: string | undefined): Issue[] {
  const spec = bodyOf(operation);
  const { writer, exactIntegers } = operation;
  if (body === undefined) return spec?.required ? [issueOf("body", "", "required", "is required")] : [];
  if (!spec || !writer) return [];
  const { type, media } = (writer.choose ?? onlyMedia)(spec, body, wanted);
  if (!media) {
    const message = `cannot be sent as ${type}: the description takes ${Object.keys(spec.content).join(", ")}`;
    return [issueOf("body", "", "contentType", message)];
  }
  if (wanted === undefined && type.startsWith("multipart/") && !isData(body) && !formType(body))
    return [issueOf("body", "", "type", "must be an object of the form's fields, or a FormData")];
  const { schema } = media;
  if (schema === undefined || !isData(body)) return [];
  const issues = issuesOf(schema, "request", onWire(exactIntegers?.(body, schema) ?? body));
  return issues.map((issue) => ({ ...issue, in: "body" }));
}

const onlyMedia: ChooseMedia = ({ content }, value, wanted) => {
  const type = wanted ?? formType(value) ?? Object.keys(content)[0] ?? "";
  return { type, media: content[type] };
};

/** False for files, forms and buffers, which have no schema. */
function isData(body: unknown): boolean {
  return typeof body !== "object" || body === null || Array.isArray(body) || isPlainObject(body);
}
