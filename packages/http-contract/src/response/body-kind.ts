import type { BodyKind } from "../model/body-plan.js";
import { isJsonType } from "../wire/media-type.js";

const JSON_LINES = new Set([
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "application/x-jsonlines",
  "application/json-seq",
  "application/json-lines",
  "application/jsonlines",
]);

const TEXT = new Set([
  "application/javascript",
  "application/ecmascript",
  "application/yaml",
  "application/x-yaml",
  "application/toml",
  "application/graphql",
  "application/jwt",
  "application/jose",
  "application/sql",
  "application/x-pem-file",
  "application/openmetrics-text",
]);

/** @param type without parameters, no range */
export function bodyKind(type: string): BodyKind {
  if (isJsonType(type)) return "json";
  if (JSON_LINES.has(type) || type.endsWith("+json-seq")) return "json-lines";
  if (type === "text/event-stream") return "events";
  if (type === "application/xml" || type === "text/xml" || (type.endsWith("+xml") && !type.startsWith("image/")))
    return "xml";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "text/csv" || type === "text/tab-separated-values") return "csv";
  if (type.startsWith("text/") || TEXT.has(type) || type.endsWith("+yaml")) return "text";
  return "binary";
}

/** A type to send where the description gives a range. @param isData the schema describes more than text */
export function concreteType(range: string, isData: boolean): string {
  if (!range.includes("*")) return range;
  const [top] = range.split("/");
  if (top === "*" || top === "application") return isData ? "application/json" : "application/octet-stream";
  if (top === "text") return "text/plain";
  return EXAMPLES[top ?? ""] ?? "application/octet-stream";
}

const EXAMPLES: Readonly<Record<string, string>> = {
  image: "image/png",
  audio: "audio/wav",
  video: "video/mp4",
  font: "font/woff2",
};
