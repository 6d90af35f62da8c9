import { isHeaderName, splitQuery } from "@onespec/spec-core";
import { asArray, asObject, asText, isObject, type JsonObject } from "./json.js";
import { joinPointer, type RawDocument } from "./raw-document.js";

export interface RawOperation {
  /** `GET /pets/{petId}`. */
  readonly key: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  /** `operationId`, if it has one. */
  readonly id: string | undefined;
  /** Its summary and `operationId`, split into words. */
  readonly title: string;
  readonly tags: readonly string[];
  /** Pointer of the operation in the document. */
  readonly pointer: string;
  /**
   * Alternatives. Each lists the names of security schemes that are needed together. Empty: no credentials are needed.
   */
  readonly security: readonly (readonly string[])[];
  /** The scopes of all alternatives. */
  readonly scopes: readonly string[];
  readonly parameters: readonly RawParameter[];
  readonly body: RawBody | undefined;
  readonly responses: readonly RawResponse[];
}

export interface RawParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Pointer of its schema. `undefined`: any value. */
  readonly schema: string | undefined;
  /** Set when the value is written in a media type (`content`). */
  readonly mediaType: string | undefined;
  readonly style: string;
  readonly explode: boolean;
  readonly examples: readonly unknown[];
}

export interface RawBody {
  readonly required: boolean;
  readonly content: readonly RawMediaType[];
}

export interface RawMediaType {
  /** The documented type in lower case, without parameters. */
  readonly type: string;
  readonly schema: string | undefined;
  readonly examples: readonly unknown[];
  readonly encoding: JsonObject;
  /** Properties of its schema that contain files. */
  readonly files: readonly string[];
}

export interface RawResponse {
  /** `200`, `2XX`, `default`. */
  readonly status: string;
  readonly content: readonly RawMediaType[];
  readonly headers: readonly RawHeader[];
}

export interface RawHeader {
  readonly name: string;
  readonly required: boolean;
  readonly schema: string | undefined;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const;

/** All operations, in document order. */
export function rawOperations(raw: RawDocument): RawOperation[] {
  const operations: RawOperation[] = [];
  const keys = Object.keys(asObject(raw.root.paths));
  for (const key of keys) {
    if (!key.startsWith("/")) continue;
    const item = raw.follow(joinPointer("/paths", key));
    // Some descriptions write query parameters into the path: `/rides?page={page}`. This counts only if no other path
    // is `/rides`.
    const split = splitQuery(key);
    const isAlone = keys.every((other) => other === key || other.split("?")[0] !== split?.path);
    const { path, names } = split && isAlone ? split : { path: key, names: undefined };
    if (!isObject(item.value)) continue;
    const methods: [string, string][] = METHODS.map((method) => [method, joinPointer(item.pointer, method)]);
    for (const method of Object.keys(asObject(item.value.additionalOperations))) {
      methods.push([method, joinPointer(item.pointer, "additionalOperations", method)]);
    }
    for (const [method, pointer] of methods) {
      if (isObject(raw.at(pointer)))
        operations.push(readOperation(raw, { path, names }, method, pointer, item.pointer));
    }
  }
  return operations;
}

function readOperation(
  raw: RawDocument,
  { path, names }: { readonly path: string; readonly names: ReadonlyMap<string, string> | undefined },
  method: string,
  pointer: string,
  item: string,
): RawOperation {
  const parameters = new Map<string, RawParameter>();
  for (const place of [joinPointer(item, "parameters"), joinPointer(pointer, "parameters")]) {
    for (const index of asArray(raw.at(place)).keys()) {
      const found = readParameter(raw, joinPointer(place, index));
      const name = found?.in === "path" ? names?.get(found.name) : undefined;
      const parameter = found && name ? { ...found, name, in: "query" as const, style: "form", explode: true } : found;
      if (parameter !== undefined) parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  const { operationId, summary, security: own } = asObject(raw.at(pointer));
  const security = asArray(own ?? raw.root.security).map(asObject);
  return {
    key: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    id: asText(operationId),
    title: [summary, operationId].map((text) => (asText(text) ?? "").replace(/([a-z])([A-Z])|_/g, "$1 $2")).join(" "),
    tags: asArray(asObject(raw.at(pointer)).tags).map(String),
    pointer,
    security: security.map(Object.keys),
    scopes: [...new Set(security.flatMap((each) => Object.values(each).flatMap(asArray).map(String)))],
    parameters: [...parameters.values()].filter(
      ({ name, in: place }) => place !== "path" || path.includes(`{${name}}`),
    ),
    body: readBody(raw, joinPointer(pointer, "requestBody")),
    responses: Object.keys(asObject(raw.at(joinPointer(pointer, "responses"))))
      .filter((status) => /^([1-5]\d\d|[1-5]XX|default)$/i.test(status))
      .map((status) => readResponse(raw, status, joinPointer(pointer, "responses", status))),
  };
}

/** Ignored by OpenAPI when declared as header parameters. */
const RESERVED_HEADERS = new Set(["accept", "content-type", "authorization"]);

function readParameter(raw: RawDocument, place: string): RawParameter | undefined {
  const { value, pointer } = raw.follow(place);
  const parameter = asObject(value);
  const name = asText(parameter.name);
  const where = asText(parameter.in);
  if (name === undefined || where === undefined) return undefined;
  if (where === "header" && (RESERVED_HEADERS.has(name.toLowerCase()) || !isHeaderName(name))) return undefined;
  const [mediaType] = Object.keys(asObject(parameter.content));
  const schema =
    mediaType === undefined ? joinPointer(pointer, "schema") : joinPointer(pointer, "content", mediaType, "schema");
  const style = asText(parameter.style) ?? (where === "query" || where === "cookie" ? "form" : "simple");
  return {
    name,
    in: where as RawParameter["in"],
    required: where === "path" || parameter.required === true,
    deprecated: parameter.deprecated === true,
    schema: raw.at(schema) === undefined ? undefined : schema,
    mediaType,
    style,
    explode: typeof parameter.explode === "boolean" ? parameter.explode : style === "form",
    examples: readExamples(raw, pointer),
  };
}

function readBody(raw: RawDocument, place: string): RawBody | undefined {
  const { value, pointer } = raw.follow(place);
  if (!isObject(value)) return undefined;
  return { required: value.required === true, content: readContent(raw, joinPointer(pointer, "content")) };
}

function readContent(raw: RawDocument, place: string): RawMediaType[] {
  // The specification does not allow a reference in place of the whole map, but real descriptions have it.
  const { pointer } = raw.follow(place);
  return Object.keys(asObject(raw.at(pointer))).map((type) => {
    const media = raw.follow(joinPointer(pointer, type));
    const schema = joinPointer(media.pointer, "schema");
    return {
      type: (type.split(";")[0] ?? "").trim().toLowerCase(),
      schema: raw.at(schema) === undefined ? undefined : schema,
      examples: readExamples(raw, media.pointer),
      encoding: asObject(asObject(media.value).encoding),
      files: fileProperties(raw, schema),
    };
  });
}

function fileProperties(raw: RawDocument, place: string, depth = 0): string[] {
  const { value, pointer } = raw.follow(place);
  const { properties, allOf } = asObject(value);
  const parts = depth > 3 ? [] : [...asArray(allOf).keys()];
  return [
    ...Object.keys(asObject(properties)).filter((name) => isFile(raw, joinPointer(pointer, "properties", name))),
    ...parts.flatMap((index) => fileProperties(raw, joinPointer(pointer, "allOf", index), depth + 1)),
  ];
}

/** True for a file, a list of files, or an alternative with a file, as FastAPI writes an optional one. */
function isFile(raw: RawDocument, place: string, depth = 0): boolean {
  const { value, pointer } = raw.follow(place);
  const { format, contentMediaType, contentEncoding, items, anyOf, oneOf } = asObject(value);
  if (format === "binary" || (contentMediaType !== undefined && contentEncoding === undefined)) return true;
  const inner = [
    ...(items === undefined ? [] : [joinPointer(pointer, "items")]),
    ...[...asArray(anyOf).keys()].map((index) => joinPointer(pointer, "anyOf", index)),
    ...[...asArray(oneOf).keys()].map((index) => joinPointer(pointer, "oneOf", index)),
  ];
  return depth < 3 && inner.some((each) => isFile(raw, each, depth + 1));
}

function readResponse(raw: RawDocument, status: string, place: string): RawResponse {
  const { pointer } = raw.follow(place);
  const headers = Object.keys(asObject(raw.at(joinPointer(pointer, "headers"))));
  return {
    status,
    content: readContent(raw, joinPointer(pointer, "content")),
    headers: headers
      .filter((name) => name.toLowerCase() !== "content-type")
      .map((name) => {
        const header = raw.follow(joinPointer(pointer, "headers", name));
        const schema = joinPointer(header.pointer, "schema");
        return {
          name,
          required: asObject(header.value).required === true,
          schema: raw.at(schema) === undefined ? undefined : schema,
        };
      }),
  };
}

/** `example` and the values of `examples`, of the object itself and of its schema. */
function readExamples(raw: RawDocument, pointer: string): unknown[] {
  const holder = asObject(raw.at(pointer));
  const examples: unknown[] = holder.example === undefined ? [] : [holder.example];
  for (const name of Object.keys(asObject(holder.examples))) {
    const example = asObject(raw.follow(joinPointer(pointer, "examples", name)).value);
    for (const key of ["value", "dataValue"]) if (example[key] !== undefined) examples.push(example[key]);
  }
  const schema = asObject(raw.follow(joinPointer(pointer, "schema")).value);
  if (schema.example !== undefined) examples.push(schema.example);
  return [...examples, ...asArray(schema.examples)];
}
