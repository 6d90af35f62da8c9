import { type MediaType, type Schema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { BodyKind, BodyPlan } from "../model/body-plan.js";
import { essence, isJsonType, isWithin } from "../wire/media-type.js";
import { itemSchemaOf } from "./schema-at.js";

/** The body of records if the description documents none: JSON. */
export const PLAIN_JSON: BodyPlan = {
  type: "application/json",
  contentType: "application/json",
  kind: "json",
  schema: undefined,
  examples: [],
};

/** The documented bodies of a response. JSON comes first, the others are in document order. */
export function bodyPlans(schemas: SchemaRegistry, content: readonly MediaType[]): readonly BodyPlan[] {
  // An entry for exactly this type takes precedence over a range.
  const named = new Set(content.map(({ type }) => essence(type)));
  const plans = content
    .map((media) => ({ plan: buildBodyPlan(schemas, media), isRange: media.type.includes("*") }))
    .filter(({ plan, isRange }) => !isRange || !named.has(plan.type))
    .map(({ plan }) => plan);
  return [...plans.filter((plan) => plan.kind === "json"), ...plans.filter((plan) => plan.kind !== "json")];
}

/** The body in a type that only a range documents: `image/webp` for `image/*`. `undefined` if no range matches. */
export function bodyPlanWithin(
  schemas: SchemaRegistry,
  content: readonly MediaType[],
  type: string,
): BodyPlan | undefined {
  const media = content.find((each) => each.type.includes("*") && isWithin(type, essence(each.type)));
  return media && buildBodyPlan(schemas, { ...media, type });
}

function buildBodyPlan(schemas: SchemaRegistry, media: MediaType): BodyPlan {
  const { schema: whole, itemSchema } = media;
  const type = concreteType(essence(media.type), usualType(schemas, whole));
  const kind = bodyKind(type);
  const isSequence = kind === "json-lines" || kind === "events";
  const isList = whole && isSequence && schemaShape(schemas, whole.json).types.has("array");
  const schema = isSequence && itemSchema ? itemSchema : isList ? itemSchemaOf(schemas, whole) : whole;
  const given = media.type.includes("*") ? type : media.type;
  const contentType = WITH_CHARSET.has(kind) && !given.includes(";") ? `${given}; charset=utf-8` : given;
  // Some generators write `example: null` for none.
  const types = schemaShape(schemas, schema?.json ?? true).types;
  const isNullable = types.size === 0 || types.has("null");
  const examples = media.examples.map(({ value }) => value).filter((value) => value !== null || isNullable);
  return { type, contentType, kind, schema, examples };
}

/** Kinds of text that get a `charset`. JSON is always UTF-8 and defines none (RFC 8259). */
const WITH_CHARSET: ReadonlySet<BodyPlan["kind"]> = new Set(["events", "xml", "csv", "text"]);

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

/** The media type of a value whose description names none. */
function usualType(schemas: SchemaRegistry, schema: Schema | undefined): string {
  const json = schema && schemas.follow(schema.json);
  if (json === undefined) return "application/octet-stream";
  if (!schemaShape(schemas, json).types.has("string")) return "application/json";
  return typeof json === "object" && json.format === "binary" ? "application/octet-stream" : "text/plain";
}

/** A concrete type for a range in the description. @param usual the type of its values */
function concreteType(range: string, usual: string): string {
  if (!range.includes("*")) return range;
  const [top] = range.split("/");
  if (top === "*") return usual;
  if (top === "application") return usual === "text/plain" ? "application/octet-stream" : usual;
  if (top === "text") return "text/plain";
  return EXAMPLES[top ?? ""] ?? "application/octet-stream";
}

const EXAMPLES: Readonly<Record<string, string>> = {
  image: "image/png",
  audio: "audio/wav",
  video: "video/mp4",
  font: "font/woff2",
};
