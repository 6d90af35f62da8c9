import type { MediaType, Operation, OperationResponse } from "../../model/api-description.js";
import type { JsonSchema } from "../../schema/schema.js";

/** The schema of an operation's success response. `undefined` without a body, or if it is not structured data. */
export function successSchema(operation: Operation | undefined): JsonSchema | undefined {
  return successResponse(operation)?.schema?.json;
}

/** The media type of an operation's success response, if it is structured data. */
export function successResponse(operation: Operation | undefined): MediaType | undefined {
  if (!operation) return undefined;
  const successes = operation.responses.filter(({ status }) => /^2(?:\d\d|XX)$/.test(status));
  const candidates =
    successes.length > 0 ? successes : operation.responses.filter(({ status }) => status === "default");
  const natural = operation.method === "post" ? "201" : "200";
  const ordered = [...candidates].sort((a, b) => rank(a, natural) - rank(b, natural));
  for (const { content } of ordered) {
    const media = dataMedia(content);
    if (media) return media;
  }
  return undefined;
}

/** The schema of an operation's request body: JSON if possible, or else a form. */
export function requestSchema(operation: Operation | undefined): JsonSchema | undefined {
  // A JSON Patch (RFC 6902) is a list of changes, not a part of a record.
  return dataMedia((operation?.requestBody?.content ?? []).filter(({ type }) => !type.includes("json-patch")))?.schema
    ?.json;
}

function rank({ status }: OperationResponse, natural: string): number {
  if (status === natural) return 0;
  return status === "2XX" ? 1 : Number.parseInt(status, 10) || 0;
}

function dataMedia(content: readonly MediaType[]): MediaType | undefined {
  const [first] = content;
  if (first?.schema && first.type === "application/json") return first;
  for (const pattern of DATA_TYPES) {
    const media = content.find(({ type, schema }) => schema !== undefined && pattern.test(type));
    if (media) return media;
  }
  return undefined;
}

/** Media types of structured data, preferred ones first. */
const DATA_TYPES = [
  /^application\/json\b/,
  /[+/]json\b/,
  /^(?:\*|application)\/\*/,
  /^application\/x-www-form-urlencoded\b/,
  /^multipart\//,
  /[+/]ya?ml\b/,
  /[+/]xml\b/,
];

type Parameter = Operation["parameters"][number];

/**
 * The path parameter with that name, from the operation with the strictest schema. If one operation reads
 * `/services/{id}` with a number and another deletes it with a text, an id must be valid for both.
 */
export function pathParameter(operations: readonly Operation[], name: string | undefined): Parameter | undefined {
  let chosen: Parameter | undefined;
  for (const { parameters } of operations) {
    const found = parameters.find((parameter) => parameter.in === "path" && parameter.name === name);
    if (found && (!chosen || demands(found.schema.json) > demands(chosen.schema.json))) chosen = found;
  }
  return chosen;
}

/** How strict a schema is by its own keywords, from 0 to 2. */
function demands(schema: JsonSchema): number {
  if (typeof schema === "boolean") return 0;
  const { type, format, pattern, enum: values } = schema;
  if (type === "integer" || type === "number") return 2;
  return format !== undefined || pattern !== undefined || values !== undefined ? 1 : 0;
}
