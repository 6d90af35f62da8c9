import type { RawMediaType, RawOperation, RawResponse } from "../description/raw-operation.js";
import { findWriteOnly } from "../judge/property-places.js";
import { isProvenEmpty } from "../judge/proven-empty.js";
import type { SchemaJudge } from "../judge/schema-judge.js";
import type { Violation } from "../judge/violation.js";
import { isJsonType } from "../request/write-body.js";
import type { Reply } from "./api-client.js";
import type { CheckRun, HouseRules } from "./check-run.js";
import type { Fault } from "./finding.js";

export interface Expectation {
  readonly operation: RawOperation;
  /** True if all records in the path exist. `undefined`: unknown. */
  readonly exists: boolean | undefined;
  /**
   * True if a rejection must be about the values in the path, because it names one of them or the request has no other
   * values.
   */
  readonly isAboutPath?: boolean;
}

/** Checks the answer to a valid request against the description. `undefined` if it is correct. */
export async function checkReply(
  judge: SchemaJudge,
  reply: Reply,
  { operation, exists, isAboutPath = false }: Expectation,
): Promise<Fault | undefined> {
  const { status } = reply;
  const documentsSuccess = operation.responses.some(({ status: documented }) => /^(2|3|default)/i.test(documented));
  const response = documentedResponse(operation, status);
  if (status >= 500 && (documentsSuccess || response === undefined))
    return { rule: "server-error", aspect: String(status), details: [`${status} ${excerpt(reply)}`] };
  if (status >= 400 && documentsSuccess) {
    if (status === 404 && exists === true) return { rule: "record-not-found", details: [excerpt(reply)] };
    if (status === 404 && response === undefined) return { rule: "absent-undocumented", details: [excerpt(reply)] };
    // The record in the path may belong to another user.
    const isOthers = status === 403 && exists === undefined && operation.path.includes("{");
    if (isOthers && response === undefined)
      return { rule: "refusal-undocumented", aspect: "403", details: [`${status} ${excerpt(reply)}`] };
    // A generated id may not have the server's format. The server may document 400 or 422 for that.
    const isNoId = isAboutPath && exists !== true && operation.path.includes("{") && response !== undefined;
    if (
      !isOthers &&
      !(isNoId && (status === 400 || status === 422)) &&
      [400, 401, 403, 405, 406, 411, 413, 415, 422].includes(status)
    )
      return {
        rule: "valid-refused",
        aspect: String(status),
        cause: `${status} ${messageShape(reply.text)}`,
        details: [`${status} ${excerpt(reply)}`],
      };
  }
  // If an operation documents no success (the classic pet store's POST /pet), any success is accepted.
  const isUndescribed = operation.responses.length === 0 || (!documentsSuccess && status < 300);
  if (response === undefined && isUndescribed) return undefined;
  if (response === undefined) {
    const documented = operation.responses.map((each) => each.status).join(", ");
    return {
      rule: "status-undocumented",
      aspect: String(status),
      details: [`${status}, documented: ${documented || "none"}`],
    };
  }
  return checkAgainst(judge, reply, response, operation.method);
}

/** Removes what differs between requests from a message: paths, and words with digits, such as ids and times. */
function messageShape(text: string): string {
  const plain = text.slice(0, LONGEST_MESSAGE).replaceAll(/(?<=["'\s(])\/[^\s"']*/g, "#");
  return plain.replaceAll(/[\w.:+-]*\d[\w.:+-]*/g, "#");
}

const LONGEST_MESSAGE = 2000;

/** Body, media type and headers against one documented response. */
async function checkAgainst(
  judge: SchemaJudge,
  reply: Reply,
  response: RawResponse,
  method: string,
): Promise<Fault | undefined> {
  const isEmptyStatus = reply.status === 204 || reply.status === 304 || reply.status === 205;
  if (method === "HEAD" || isEmptyStatus) {
    if (reply.text !== "") return { rule: "body-not-empty", details: [excerpt(reply)] };
  } else {
    const fault = await checkBody(judge, reply, response);
    if (fault !== undefined) return fault;
  }
  for (const header of response.headers) {
    const value = reply.headers[header.name.toLowerCase()];
    if (value === undefined) {
      if (header.required) return { rule: "header-missing", aspect: header.name, details: [header.name] };
      continue;
    }
    if (header.schema === undefined) continue;
    const text = [value].flat().join(", ");
    const violations = await readingViolations(judge, header.schema, headerReadings(text));
    if (violations.length > 0)
      return {
        rule: "header-invalid",
        aspect: header.name,
        details: [
          `${header.name}: ${text}`,
          ...textsOf(violations).map((each) => each.replace(/^the whole body/, "the value")),
        ],
      };
  }
  return undefined;
}

/**
 * The values that a header's text may express. The schema decides later. Objects may be written as `a,1,b,2` or
 * `a=1,b=2`.
 */
function headerReadings(text: string): unknown[] {
  const items = text.split(/,\s*/);
  const pairs = items.every((item) => item.includes("="))
    ? items.map((item) => [item.slice(0, item.indexOf("=")), item.slice(item.indexOf("=") + 1)] as const)
    : items.flatMap((item, at) => (at % 2 === 0 ? [[item, items[at + 1] ?? ""] as const] : []));
  const isObject = pairs.every(([name]) => /^[\w.-]+$/.test(name));
  const objects = (isObject ? [(value: string): unknown => value, scalarOf] : []).map((read) =>
    Object.fromEntries(pairs.map(([name, value]) => [name, read(value)])),
  );
  return [text, scalarOf(text), items, items.map(scalarOf), ...objects];
}

function scalarOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

async function checkBody(judge: SchemaJudge, reply: Reply, response: RawResponse): Promise<Fault | undefined> {
  if (response.content.length === 0) {
    // If the description gives no schema, an error may have any body.
    return reply.text === "" || reply.status >= 400
      ? undefined
      : { rule: "body-undocumented", details: [excerpt(reply)] };
  }
  const media = documentedMediaType(response.content, reply.mediaType);
  if (media === undefined) {
    const documented = response.content.map(({ type }) => type).join(", ");
    return {
      rule: "media-type-undocumented",
      aspect: reply.mediaType,
      details: [`${reply.mediaType || "none"}, documented: ${documented}`, excerpt(reply)],
    };
  }
  if (media.schema === undefined) return undefined;
  if (isJsonType(reply.mediaType)) {
    if (reply.json === undefined) return { rule: "body-not-json", details: [excerpt(reply)] };
    const violations = await judge.violations("response", judge.response.place(media.schema), reply.json);
    if (violations.length === 0) {
      const shown =
        reply.status < 300 && findWriteOnly(judge.response, [judge.response.place(media.schema)], reply.json);
      return shown ? { rule: "write-only-shown", aspect: shown, details: [`${shown} is writeOnly`] } : undefined;
    }
    const isImpossible = isProvenEmpty(judge.response, [judge.response.place(media.schema)]);
    return isImpossible ? { rule: "schema-contradictory", details: textsOf(violations) } : misfit(violations);
  }
  if (reply.mediaType.startsWith("text/") && !/xml|event-stream|csv|tab-separated|yaml|html/.test(reply.mediaType)) {
    const readings = [reply.text, ...jsonReadings(reply.text)];
    const violations = await readingViolations(judge, media.schema, readings);
    if (violations.length > 0) return misfit(violations);
  }
  return undefined;
}

/** Findings for one answer. */
const MOST_PLACES = 10;
/** Most mistakes in one finding. */
const MOST_TEXTS = 4;

/**
 * One mistake for each place in the body. The schema may be shared by many operations, so it is not part of the
 * mistake.
 */
function misfit(violations: readonly Violation[]): Fault {
  const byPlace = new Map<string, Fault>();
  for (const violation of violations) {
    for (const place of placesOf(violation)) {
      const isKnown = [...byPlace.keys()].some(
        (other) => other === place || isInside(other, place) || isInside(place, other),
      );
      if (isKnown || byPlace.size === MOST_PLACES) continue;
      const aspect = `${place || "/"} ${violation.keyword}`;
      // Some descriptions repeat their schemas in each operation.
      const cause = violation.schema?.startsWith("#/paths/") ? aspect : violation.schema;
      byPlace.set(place, { rule: "body-invalid", aspect, cause, details: [violation.text] });
    }
  }
  const [first, ...others] = byPlace.values();
  const fault: Fault = first ?? { rule: "body-invalid", aspect: "/", details: [] };
  return { ...fault, details: others.length === 0 ? textsOf(violations) : fault.details, others };
}

/** Places with `*` instead of positions in lists. */
function placesOf({ at, lacking = [] }: Violation): readonly string[] {
  const plain = at.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  return lacking.length === 0 ? [plain] : lacking.map((name) => `${plain}/${name}`);
}

/** If no alternative of a schema matches, both the value and places inside it are reported. */
function isInside(place: string, outer: string): boolean {
  return place.startsWith(`${outer}/`);
}

function textsOf(violations: readonly Violation[]): string[] {
  return violations.slice(0, MOST_TEXTS).map(({ text }) => text);
}

/** The values that a text may express if its schema allows more than strings. */
function jsonReadings(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** The violations of a text's first reading when no reading fits. Tries one after the other, as the validators work. */
async function readingViolations(
  judge: SchemaJudge,
  schema: string,
  readings: readonly unknown[],
): Promise<readonly Violation[]> {
  let first: readonly Violation[] | undefined;
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

/**
 * The entry of `content` for a media type: first the type itself, then a range such as `text/*`, then an entry whose
 * name is not a media type, such as `undefined`.
 */
export function documentedMediaType(content: readonly RawMediaType[], type: string): RawMediaType | undefined {
  const [main] = type.split("/");
  const known = [type, `${main}/*`, "*/*"]
    .map((name) => content.find((entry) => entry.type === name))
    .find((entry) => entry !== undefined);
  return known ?? content.find((entry) => !entry.type.includes("/"));
}

/** Checks a rejection that the description makes likely: its body, and whether its status is documented. */
export async function refusalFaults(
  { judge, house }: Pick<CheckRun, "judge" | "house">,
  operation: RawOperation,
  reply: Reply,
): Promise<Fault[]> {
  const { status } = reply;
  const fault = await checkErrorReply(judge, reply, operation, house);
  const faults = fault === undefined ? [] : [fault];
  if (operation.responses.length === 0 || documentedResponse(operation, status) !== undefined) return faults;
  const details = [`${status} ${excerpt(reply)}`];
  return [
    ...faults,
    status === 404
      ? { rule: "absent-undocumented", details }
      : { rule: "refusal-undocumented", aspect: String(status), details },
  ];
}

/** Checks the body of an error: against the documented schema for the status, or else against the house rules. */
async function checkErrorReply(
  judge: SchemaJudge,
  reply: Reply,
  operation: RawOperation,
  { isRefusal = () => true }: HouseRules,
): Promise<Fault | undefined> {
  const response = documentedResponse(operation, reply.status);
  if (response?.content.some(({ schema }) => schema !== undefined)) {
    return checkAgainst(judge, reply, response, operation.method);
  }
  if (operation.method === "HEAD" || isRefusal(reply)) return undefined;
  return { rule: "error-body-unclear", details: [excerpt(reply)] };
}

export function excerpt(reply: Reply): string {
  const text = shownText(reply);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** The text of an answer for reports. Secrets in records are masked, since other people read reports. */
export function shownText({ status, text }: Reply): string {
  return status < 300 ? text.replace(SECRET, '"$1":"masked"') : text;
}

const SECRET =
  /"([\w-]*(?:pass(?:word|wd|phrase)|secret|api[_-]?key|(?:access|refresh|auth)[_-]?token|private[_-]?key|credential)s?)"\s*:\s*"(?:[^"\\]|\\.)*"/gi;
