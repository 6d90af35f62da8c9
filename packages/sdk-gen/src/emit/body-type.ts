import {
  type JsonSchema,
  type MediaType,
  type Operation,
  type OperationResponse,
  objectProperties,
  type RecordPlace,
  schemaShape,
} from "@onespec/spec-core";
import { byStatus, isData, preferred } from "../plan/media-types.js";
import type { SdkPlan } from "../plan/sdk-plan.js";
import { type TypeScope, typeText } from "./emit-type.js";
import { literal } from "./escape.js";

/** The type of a request body, or of the record in it. */
export function bodyText({ requestBody, role }: Operation, plan: SdkPlan, scope: TypeScope): string {
  const [media] = preferred(requestBody?.content ?? []);
  const whole = mediaText(media, plan, scope);
  const place = "body" in role && role.kind !== "singleton" ? role.body : [];
  return memberText(whole, place, mayBeNull(media, plan));
}

/** The type of the successful answers, or of a place in them. */
export function replyText({ responses }: Operation, place: RecordPlace, plan: SdkPlan, scope: TypeScope): string {
  const success = byStatus(responses).filter(({ status }) => /^2/.test(status));
  const answers = success.length > 0 ? success : responses.filter(({ status }) => status === "default");
  const texts = answers.map((response) =>
    holds(response, place, plan)
      ? memberText(
          responseText(response, plan, scope),
          place,
          response.content.some((media) => mayBeNull(media, plan)),
        )
      : "undefined",
  );
  return [...new Set(texts.length === 0 ? ["unknown"] : texts)]
    .map((text) => (text.includes(" & ") ? `(${text})` : text))
    .join(" | ");
}

export function responseText({ content }: OperationResponse, plan: SdkPlan, scope: TypeScope): string {
  if (content.length === 0) return "undefined";
  return [...new Set(preferred(content).map((media) => mediaText(media, plan, scope)))].join(" | ");
}

export function mediaText(media: MediaType | undefined, plan: SdkPlan, scope: TypeScope): string {
  if (!media) return "unknown";
  const { type, schema, itemSchema } = media;
  if (scope.view === "response") {
    const item = itemSchema ?? schema;
    if (/^text\/event-stream\b/.test(type)) {
      const plain = (): string => `ServerEvent<${item ? schemaText(item.json, item.uri, plan, scope) : "unknown"}>`;
      return `AsyncIterable<${(item && kindsOfEvents(item.json, plan, scope)) ?? plain()}>`;
    }
    if (/ndjson|jsonl|json-seq/.test(type))
      return `AsyncIterable<${item ? schemaText(item.json, item.uri, plan, scope) : "unknown"}>`;
    if (!isData(type)) return /^text\/|xml/.test(type) ? "string" : "Blob";
  }
  return schema ? schemaText(schema.json, schema.uri, plan, scope) : "unknown";
}

/** The events of a schema that describes them with their `event` and `data`, as in OpenAPI 3.2; Huma does it in a list. */
function kindsOfEvents(json: JsonSchema, { api: { schemas } }: SdkPlan, scope: TypeScope): string | undefined {
  const target = schemas.follow(json);
  const one = typeof target === "object" ? schemas.follow(target.items ?? target) : true;
  const branches = typeof one === "object" ? (one.oneOf ?? one.anyOf ?? [one]) : [];
  const texts = branches.flatMap((branch) => {
    const [event, data] = ["event", "data"].map((name) => objectProperties(schemas, branch).get(name)?.schema);
    if (event === undefined || data === undefined) return [];
    return [`(ServerEvent<${typeText(data, scope)}> & { readonly event: ${typeText(event, scope)} })`];
  });
  return texts.length > 0 && texts.length === branches.length ? texts.join(" | ") : undefined;
}

function schemaText(json: JsonSchema, uri: string, { modelAt }: SdkPlan, scope: TypeScope): string {
  return typeText(modelAt.has(uri) ? { $ref: uri } : json, scope);
}

/** True if the response can contain the record. A 202 may contain something else, such as a ticket. */
function holds({ content }: OperationResponse, [name]: RecordPlace, { api }: SdkPlan): boolean {
  return (
    name === undefined ||
    content.some(
      ({ type, schema }) =>
        isData(type) && schema !== undefined && objectProperties(api.schemas, schema.json).has(name),
    )
  );
}

function mayBeNull(media: MediaType | undefined, { api }: SdkPlan): boolean {
  return media?.schema !== undefined && schemaShape(api.schemas, media.schema.json).types.has("null");
}

/**
 * The type of an envelope's member. @param isNullable true if the type includes null, even through the name of a model
 */
function memberText(whole: string, place: RecordPlace, isNullable: boolean): string {
  return place.reduce(
    (text, name, index) =>
      text.includes(" | ") || (isNullable && index === 0)
        ? `EnvelopeMember<${text}, ${literal(name)}>`
        : `NonNullable<${text.includes(" ") ? `(${text})` : text}[${literal(name)}]>`,
    whole,
  );
}
