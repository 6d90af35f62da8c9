import {
  coerceValue,
  essence,
  forbidsBody,
  isJsonType,
  isWithin,
  type ProblemDetail,
  selectError,
} from "@onespec/http-contract";
import { isByExample, type Operation, type OperationResponse, type SchemaRegistry } from "@onespec/spec-core";

/** An answer of the real server. */
export interface PassedResponse {
  readonly status: number;
  /** @param name in lower case */
  header(name: string): number | string | readonly string[] | undefined;
  /** The body without its coding; `undefined` if it is forwarded unchecked. */
  readonly text: string | undefined;
  /** The text parsed as JSON; `undefined` if it is not JSON. */
  readonly json: unknown;
}

/** The ways in which an answer differs from what its operation documents. */
export function responseViolations(
  schemas: SchemaRegistry,
  operation: Operation,
  response: PassedResponse,
): readonly ProblemDetail[] {
  const { status } = response;
  const documented = selectError(operation, status);
  if (!documented) {
    // An operation that takes credentials rejects wrong ones, whether or not that is documented.
    const isRefusal = status === 401 && operation.security.length > 0;
    if (operation.responses.length === 0 || isRefusal) return [];
    const list = operation.responses.map((each) => each.status).join(", ");
    return [violation("", `has the status ${status}, which is not documented (${list})`)];
  }
  const isEmpty = operation.method === "head" || forbidsBody(status);
  return [
    ...headerViolations(schemas, documented, response),
    ...(isEmpty ? [] : bodyViolations(schemas, documented, response)),
  ];
}

function headerViolations(
  schemas: SchemaRegistry,
  documented: OperationResponse,
  { header }: PassedResponse,
): ProblemDetail[] {
  return documented.headers.flatMap(({ name, required, schema }) => {
    const value = header(name.toLowerCase());
    if (name.toLowerCase() === "content-type") return [];
    if (value === undefined) return required ? [violation("", `has no header ${name}`)] : [];
    if (schema === undefined) return [];
    const read = coerceValue(schemas, schema.json, [value].flat().join(", "));
    const found = schemas.validator(schema, "response").violations(read);
    return found.map(({ message }) => violation("", `has a header ${name} that ${message}`));
  });
}

function bodyViolations(
  schemas: SchemaRegistry,
  { content }: OperationResponse,
  { header, text, json, status }: PassedResponse,
): ProblemDetail[] {
  const type = essence([header("content-type") ?? ""].flat().join());
  if (content.length === 0 || text === "") {
    return content.length > 0 && status < 300 ? [violation("", "has no body, although one is documented")] : [];
  }
  const [media] = content
    .filter(({ type: range }) => isWithin(type, essence(range)))
    .sort((a, b) => Number(a.type.includes("*")) - Number(b.type.includes("*")));
  if (media === undefined) {
    const list = content.map((each) => each.type).join(", ");
    return [violation("", `has the media type ${type || "none"}, which is not documented (${list})`)];
  }
  if (media.schema === undefined || isByExample(media.schema) || text === undefined || !isJsonType(type)) return [];
  if (json === undefined) return [violation("", "is not valid JSON")];
  const found = schemas.validator(media.schema, "response").violations(json);
  return found.map(({ path, message }) => violation(path, message));
}

function violation(path: string, message: string): ProblemDetail {
  return { in: "response", path, message };
}
