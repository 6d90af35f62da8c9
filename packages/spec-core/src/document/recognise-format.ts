import { isObject, kindOf } from "../json/is-object.js";
import type { SourceFile } from "./documents.js";

/** The likely format of a file that is no OpenAPI description. */
interface RecognisedFormat {
  /** The name with its article: `a Postman collection`. */
  readonly name: string;
  readonly hint: string;
}

const NAME_ANOTHER = "Name the OpenAPI description instead: an object that begins with `openapi: 3.x.y`.";

/** Formats by a field that only they have. */
const BY_FIELD: readonly (readonly [field: string, name: string, hint: string])[] = [
  [
    "asyncapi",
    "an AsyncAPI document",
    "AsyncAPI describes messages, not HTTP operations; name an OpenAPI description.",
  ],
  ["arazzo", "an Arazzo document", "Name the OpenAPI description that its `sourceDescriptions` point to."],
  ["overlay", "an OpenAPI Overlay", "Apply the overlay to its description first, and name the result."],
  ["openrpc", "an OpenRPC document", NAME_ANOTHER],
  ["swaggerVersion", "a Swagger 1.x listing", "Convert it to OpenAPI 3 first, for example with api-spec-converter."],
  ["_type", "an Insomnia export", "Export the API as OpenAPI instead."],
  ["__schema", "a GraphQL introspection result", "GraphQL is not HTTP resources; name an OpenAPI description."],
  ["$schema", "a JSON Schema", "Name the OpenAPI description that uses this schema."],
];

/** Guesses the format from the value, or from the text if it is not even YAML. */
export function recogniseFormat({ value, text }: Pick<SourceFile, "value" | "text">): RecognisedFormat | undefined {
  if (value === undefined || value === null) return { name: "an empty file", hint: NAME_ANOTHER };
  if (!isObject(value))
    return (text && recogniseText(text)) || { name: `${kindOf(value)}, not an object`, hint: NAME_ANOTHER };
  for (const [field, name, hint] of BY_FIELD) {
    if (value[field] !== undefined) return { name, hint };
  }
  if (isObject(value.info) && ("_postman_id" in value.info || String(value.info.schema).includes("postman"))) {
    return { name: "a Postman collection", hint: "Convert it to OpenAPI first, for example with postman-to-openapi." };
  }
  if (isObject(value.log) && Array.isArray(value.log.entries)) return { name: "a HAR recording", hint: NAME_ANOTHER };
  if (value.apiVersion !== undefined && value.kind !== undefined) {
    return { name: "a Kubernetes manifest", hint: NAME_ANOTHER };
  }
  if (value.paths !== undefined) {
    return { name: "a part of a description without its version", hint: "Add `openapi: 3.1.0` as its first line." };
  }
  if (Object.keys(value).length === 0) return { name: "an empty object", hint: NAME_ANOTHER };
  if (Array.isArray(value.routes) && value.uuid !== undefined) {
    return { name: "a Mockoon environment", hint: "Export it from Mockoon as OpenAPI, and name that file." };
  }
  if (Object.values(value).some(isListOfRecords)) {
    return {
      name: "data, as json-server serves it",
      hint: "Describe its API in OpenAPI. mock-server takes each list as a file of seeds (--seeds).",
    };
  }
  if (value.properties !== undefined || value.allOf !== undefined) {
    return { name: "a JSON Schema", hint: "Name the OpenAPI description that uses this schema." };
  }
  return undefined;
}

function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isObject(one) && one.id !== undefined);
}

/** Guesses the format of a text that is neither YAML nor JSON. */
export function recogniseText(text: string): RecognisedFormat | undefined {
  const start = text.trimStart().slice(0, 200);
  if (/^<!doctype html|^<html/i.test(start)) {
    return {
      name: "an HTML page",
      hint: "Name the address of the description itself, often /openapi.json or /openapi.yaml.",
    };
  }
  if (start.startsWith("<")) return { name: "XML (a WSDL or WADL file?)", hint: NAME_ANOTHER };
  if (start.startsWith("#%RAML")) return { name: "a RAML document", hint: "Convert it to OpenAPI first." };
  if (/^FORMAT: 1A/.test(start)) return { name: "an API Blueprint", hint: "Convert it to OpenAPI first." };
  if (/^syntax\s*=\s*"proto/.test(start)) return { name: "a Protocol Buffers file", hint: NAME_ANOTHER };
  if (start.includes("\0")) return { name: "a binary file", hint: NAME_ANOTHER };
  return undefined;
}
