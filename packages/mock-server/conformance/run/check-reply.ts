import { isObject } from "../description/json.js";
import type { RawMediaType, RawOperation, RawResponse } from "../description/raw-operation.js";
import { isProvenEmpty } from "../judge/proven-empty.js";
import type { SchemaJudge } from "../judge/schema-judge.js";
import { isJsonType } from "../request/write-body.js";
import type { Reply } from "./api-client.js";

/** What is wrong with an answer. */
export interface Fault {
  readonly kind: FaultKind;
  readonly details: readonly string[];
}

export type FaultKind =
  | "no answer"
  | "server error"
  | "undocumented status"
  | "undocumented 404 of an absent record"
  | "valid request refused"
  | "existing record not found"
  | "undocumented media type"
  | "body is not JSON"
  | "body does not fit"
  /** A body where none is described: not forbidden, and not promised. */
  | "body not documented"
  | "body not empty"
  | "header missing"
  | "header does not fit"
  | "invalid request accepted"
  | "error body without error and details"
  | "two reads differ"
  /** It is proven that no answer at all could fit: the description contradicts itself. */
  | "contradictory schema";

export interface Expectation {
  readonly operation: RawOperation;
  /** Do all records that the path names exist? `undefined`: it is not known. */
  readonly exists: boolean | undefined;
}

/** Holds an answer to a valid request against the description. `undefined`: nothing is wrong. */
export async function checkReply(
  judge: SchemaJudge,
  reply: Reply,
  { operation, exists }: Expectation,
): Promise<Fault | undefined> {
  const { status } = reply;
  const documentsSuccess = operation.responses.some(({ status: documented }) => /^(2|3|default)/i.test(documented));
  const response = documentedResponse(operation, status);
  if (status >= 500 && (documentsSuccess || response === undefined))
    return { kind: "server error", details: [String(status)] };
  if (status >= 400 && documentsSuccess) {
    if (status === 404 && exists === true) return { kind: "existing record not found", details: [excerpt(reply)] };
    if (status === 404 && response === undefined)
      return { kind: "undocumented 404 of an absent record", details: [excerpt(reply)] };
    if ([400, 401, 403, 405, 406, 411, 413, 415, 422].includes(status))
      return { kind: "valid request refused", details: [`${status} ${excerpt(reply)}`] };
  }
  // An operation without a documented success (the classic pet store's POST /pet) promises nothing about it.
  const isUndescribed = operation.responses.length === 0 || (!documentsSuccess && status < 300);
  if (response === undefined && isUndescribed) return undefined;
  if (response === undefined) {
    const documented = operation.responses.map((each) => each.status).join(", ");
    return { kind: "undocumented status", details: [`${status}, documented: ${documented || "none"}`] };
  }
  return checkAgainst(judge, reply, response, operation.method);
}

/** Body, media type and headers against one documented response. */
export async function checkAgainst(
  judge: SchemaJudge,
  reply: Reply,
  response: RawResponse,
  method: string,
): Promise<Fault | undefined> {
  const isEmptyStatus = reply.status === 204 || reply.status === 304 || reply.status === 205;
  if (method === "HEAD" || isEmptyStatus) {
    if (reply.text !== "") return { kind: "body not empty", details: [excerpt(reply)] };
  } else {
    const fault = await checkBody(judge, reply, response);
    if (fault !== undefined) return fault;
  }
  for (const header of response.headers) {
    const value = reply.headers[header.name.toLowerCase()];
    if (value === undefined) {
      if (header.required) return { kind: "header missing", details: [header.name] };
      continue;
    }
    if (header.schema === undefined) continue;
    const text = [value].flat().join(", ");
    const violations = await readingViolations(judge, header.schema, headerReadings(text));
    if (violations.length > 0)
      return { kind: "header does not fit", details: [`${header.name}: ${text}`, ...violations] };
  }
  return undefined;
}

/** The values a header's text can stand for, whatever its schema asks for. */
function headerReadings(text: string): unknown[] {
  const readings: unknown[] = [text];
  if (/^-?\d+(\.\d+)?$/.test(text)) readings.push(Number(text));
  if (text === "true" || text === "false") readings.push(text === "true");
  const items = text.split(/,\s*/);
  readings.push(
    items,
    items.map((item) => (/^-?\d+$/.test(item) ? Number(item) : item)),
  );
  return readings;
}

async function checkBody(judge: SchemaJudge, reply: Reply, response: RawResponse): Promise<Fault | undefined> {
  if (response.content.length === 0) {
    // An error has its own body where the description is silent.
    return reply.text === "" || reply.status >= 400
      ? undefined
      : { kind: "body not documented", details: [excerpt(reply)] };
  }
  const media = documentedMediaType(response.content, reply.mediaType);
  if (media === undefined) {
    const documented = response.content.map(({ type }) => type).join(", ");
    return {
      kind: "undocumented media type",
      details: [`${reply.mediaType || "none"}, documented: ${documented}`, excerpt(reply)],
    };
  }
  if (media.schema === undefined) return undefined;
  if (isJsonType(reply.mediaType)) {
    if (reply.json === undefined) return { kind: "body is not JSON", details: [excerpt(reply)] };
    const violations = await judge.violations("response", judge.response.place(media.schema), reply.json);
    if (violations.length === 0) return undefined;
    const isImpossible = isProvenEmpty(judge.response, [judge.response.place(media.schema)]);
    return { kind: isImpossible ? "contradictory schema" : "body does not fit", details: violations };
  }
  if (reply.mediaType.startsWith("text/") && !/xml|event-stream|csv|tab-separated|yaml|html/.test(reply.mediaType)) {
    const readings = [reply.text, ...jsonReadings(reply.text)];
    const violations = await readingViolations(judge, media.schema, readings);
    if (violations.length > 0) return { kind: "body does not fit", details: violations };
  }
  return undefined;
}

/** What text stands for where its schema wants more than text. */
function jsonReadings(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** What is wrong with the first reading of a text when none of them fits; one after the other, as the validators work. */
async function readingViolations(
  judge: SchemaJudge,
  schema: string,
  readings: readonly unknown[],
): Promise<readonly string[]> {
  let first: readonly string[] | undefined;
  for (const reading of readings) {
    const violations = await judge.violations("response", judge.response.place(schema), reading);
    if (violations.length === 0) return [];
    first ??= violations;
  }
  return first ?? [];
}

/** The exact status, then its range, then `default`. */
export function documentedResponse(operation: RawOperation, status: number): RawResponse | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const find = (name: string): RawResponse | undefined =>
    operation.responses.find((response) => response.status.toUpperCase() === name);
  return find(String(status)) ?? find(range) ?? find("DEFAULT");
}

/** The entry of `content` for a media type: the type itself, then its range. */
export function documentedMediaType(content: readonly RawMediaType[], type: string): RawMediaType | undefined {
  const [main] = type.split("/");
  return [type, `${main}/*`, "*/*", "*"]
    .map((name) => content.find((entry) => entry.type === name))
    .find((entry) => entry !== undefined);
}

/** An error's body: what is documented for the status, else the project's own `error` and `details`. */
export async function checkErrorReply(
  judge: SchemaJudge,
  reply: Reply,
  operation: RawOperation,
): Promise<Fault | undefined> {
  const response = documentedResponse(operation, reply.status);
  if (response?.content.some(({ schema }) => schema !== undefined)) {
    return checkAgainst(judge, reply, response, operation.method);
  }
  if (operation.method === "HEAD") return undefined;
  // Where the description speaks XML, so does the error.
  if (/[/+]xml$/.test(reply.mediaType) && /<error>.*<details>/s.test(reply.text)) return undefined;
  const body = reply.json;
  const isOurs = isObject(body) && typeof body.error === "string" && Array.isArray(body.details);
  return isOurs ? undefined : { kind: "error body without error and details", details: [excerpt(reply)] };
}

export function excerpt({ text }: Reply): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
