import { type Answer, type BodyPlan, entityTag, type ResponsePlan, variantTag } from "@onespec/http-contract";
import { foldName, type Header, isObject } from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { momentKind } from "./record-moments.js";

/** The entity tag of a stored record, the same in every operation. @param json its value as JSON, if known */
export function recordTag({ value }: StoredRecord, json: string = JSON.stringify(value)): string {
  return entityTag(json);
}

/**
 * Returns the headers by which a client can check later whether a record has changed.
 * @param body absent if the answer has no body
 * @param json the record's value as JSON, if known
 */
type ValidatorHeaders = (record: StoredRecord, body?: BodyPlan, json?: string) => Readonly<Record<string, string>>;

/** `ETag`, unless its documented schema rejects entity tags; `Last-Modified` if it is documented and the record has a time of change. */
export function createValidatorHeaders(context: MockContext, plan: ResponsePlan): ValidatorHeaders {
  const isTagged = plan.status < 300 && takesTag(context, headerOf(plan, "etag"));
  const modified = headerOf(plan, "last-modified");
  return (record, body, json) => {
    const headers: Record<string, string> = {};
    if (isTagged) {
      const tag = recordTag(record, json);
      headers.etag = body === undefined || body === plan.preferred ? tag : variantTag(tag, body.type);
    }
    const moment = modified && modifiedText(context, modified, record.value);
    if (moment !== undefined) headers["last-modified"] = moment;
    return headers;
  };
}

/** True if the documented header may contain an entity tag. */
function takesTag({ schemas }: MockContext, header: Header | undefined): boolean {
  return header === undefined || schemas.validator(header.schema, "response").isValid('"2jmj7l5rSw0yVb_vlWAYkK"');
}

function headerOf({ response }: ResponsePlan, name: string): Header | undefined {
  return response?.headers.find((header) => header.name.toLowerCase() === name);
}

/** An HTTP date, or RFC 3339 if the header's schema does not allow that. */
function modifiedText({ schemas }: MockContext, { schema }: Header, value: JsonObject): string | undefined {
  const moment = momentOf(value, "changed") ?? momentOf(value, "made");
  const validator = schemas.validator(schema, "response");
  return moment && [moment.toUTCString(), moment.toISOString()].find((text) => validator.isValid(text));
}

function momentOf(value: JsonObject, kind: "made" | "changed"): Date | undefined {
  for (const [name, field] of Object.entries(value)) {
    if (typeof field !== "string" || momentKind(name) !== kind) continue;
    const moment = new Date(field);
    if (!Number.isNaN(moment.getTime())) return moment;
  }
  return undefined;
}

/**
 * Adds names to the header `Mock-Ignored`: parts of the request that have no effect, and fields that no record has. At most 20 names are
 * shown.
 */
export function withIgnored(answer: Answer, names: readonly string[]): Answer {
  if (names.length === 0) return answer;
  const shown = [...names.slice(0, MOST_NAMES).map(nameInHeader), ...(names.length > MOST_NAMES ? ["..."] : [])];
  const said = [answer.headers["mock-ignored"], ...shown].filter((text) => text !== undefined);
  return { ...answer, headers: { ...answer.headers, "mock-ignored": said.join(", ") } };
}

const MOST_NAMES = 20;

/** The sent fields that have no effect and that the answer does not show. `["body"]` for a list without effect. */
export function unusedNames(sent: unknown, shown: unknown, hasEffect: (name: string) => boolean): readonly string[] {
  if (Array.isArray(sent)) return sent.length === 0 || Array.isArray(shown) || hasEffect("body") ? [] : ["body"];
  if (!isObject(sent)) return [];
  const names = Object.keys(sent).filter((name) => sent[name] !== null && sent[name] !== undefined && !hasEffect(name));
  if (names.length === 0) return names;
  const known = new Set<string>();
  addNames(shown, known, 0);
  return names.filter((name) => !known.has(foldName(name)));
}

/** Adds the names of an answer, and of nested objects. */
function addNames(value: unknown, known: Set<string>, depth: number): void {
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    known.add(foldName(name));
    if (depth < DEEPEST) addNames(inner, known, depth + 1);
  }
}

const DEEPEST = 2;

/**
 * The sent fields that the answer shows with other plain values, because the record's schema does not allow the sent ones. All sent fields
 * if the record has none of them.
 */
export function changedNames(sent: unknown, shown: unknown, isDeclared: (name: string) => boolean): readonly string[] {
  if (!isObject(sent) || !isObject(shown)) return [];
  const names = Object.keys(sent);
  if (!names.some((name) => isDeclared(name) || Object.hasOwn(shown, name))) return names;
  return names.filter(
    (name) => typeof sent[name] !== "object" && Object.hasOwn(shown, name) && shown[name] !== sent[name],
  );
}

/** Shortens a name, and replaces the characters that a header cannot have. */
export function nameInHeader(name: string): string {
  return name.slice(0, LONGEST_NAME).replace(/[^\x21-\x7e]/g, "?");
}

const LONGEST_NAME = 100;
