import { asObject, isObject, isSameJson, type JsonObject } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import type { Style } from "../request/valid-value.js";
import { isJsonType } from "../request/write-body.js";
import type { Reply, SentRequest } from "./api-client.js";
import { bodyMedia, bodyValue, buildRequest } from "./build-request.js";
import type { CheckRun } from "./check-run.js";

/** A valid request and the server's answer. */
export interface Answered {
  readonly request: SentRequest;
  readonly reply: Reply;
  /** The fields of the body, if they differ from those of every style. */
  readonly fields?: readonly string[] | undefined;
}

const MOST_ATTEMPTS = 4;
const MOST_FIELDS = 12;

/** For each operation, the fields that the server accepts together. `undefined`: none were found. */
const knownFields = new WeakMap<CheckRun, Map<string, readonly string[] | undefined>>();

/** The fields that the server accepts together. Known only if it rejects the fields of every style. */
export function acceptedFields(run: CheckRun, { key }: RawOperation): readonly string[] | undefined {
  return knownFields.get(run)?.get(key);
}

/** A valid value for a body, with the fields of the style or exactly these fields. */
export async function bodyOf(
  run: CheckRun,
  media: RawMediaType,
  { style, fields }: { readonly style: Style; readonly fields?: readonly string[] | undefined },
): Promise<{ readonly value: unknown } | undefined> {
  if (fields === undefined || media.schema === undefined) return await bodyValue(run, media, style);
  const place = run.judge.request.place(media.schema);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const whole = asObject((await bodyValue(run, media, "full"))?.value);
    const value = Object.fromEntries(Object.entries(whole).filter(([name]) => fields.includes(name)));
    if (Object.keys(value).length === fields.length && (await run.judge.fits("request", place, value)))
      return { value };
  }
  return undefined;
}

/**
 * Looks for a body that the server accepts after it has rejected one. First leaves out the fields that the rejection
 * names, or adds them if they were missing. Then adds one field at a time to the required ones, because a server may
 * need a field that its description does not require; skips this if the required fields alone are accepted. Looks only
 * once in a check.
 */
export async function findAccepted(
  run: CheckRun,
  operation: RawOperation,
  path: string,
  { refusals, isLeastAccepted }: { readonly refusals: readonly Answered[]; readonly isLeastAccepted: boolean },
): Promise<Answered | undefined> {
  const media = bodyMedia(operation, "full");
  const known = knownFields.get(run) ?? new Map<string, readonly string[] | undefined>();
  knownFields.set(run, known);
  if (media?.schema === undefined || !isJsonType(media.type)) return undefined;
  const send = async (fields: readonly string[]): Promise<Answered | undefined> => {
    const body = await bodyOf(run, media, { style: "full", fields });
    const options = { optional: false, body: body?.value };
    const request = body && (await buildRequest(run, operation, "full", path, options));
    const reply = request && (await run.client.send(request).catch(() => undefined));
    return request && reply && { request, reply, fields };
  };
  const present = known.get(operation.key);
  if (present !== undefined) {
    const again = await send(present);
    return again !== undefined && again.reply.status < 300 ? again : undefined;
  }
  if (known.has(operation.key)) return undefined;
  known.set(operation.key, undefined);
  const accepted = (answer: Answered | undefined): answer is Answered => {
    if (answer === undefined || answer.reply.status >= 300) return false;
    known.set(operation.key, answer.fields);
    return true;
  };
  const all = Object.keys(asObject((await bodyValue(run, media, "full"))?.value));
  for (const refusal of refusals) {
    const dropped = new Set<string>();
    let last: Answered | undefined = refusal;
    for (let attempt = 0; last !== undefined && attempt < MOST_ATTEMPTS; attempt += 1) {
      const sent = sentBody(last.request);
      const named = namedFields(last.reply.json, all, sent);
      const kept = Object.keys(sent).filter((name) => !named.includes(name));
      const added = named.filter((name) => !Object.hasOwn(sent, name) && !dropped.has(name));
      for (const name of Object.keys(sent)) if (named.includes(name)) dropped.add(name);
      if (named.length === 0 || kept.length + added.length === 0) break;
      last = await send([...kept, ...added]);
      if (accepted(last)) return last;
    }
  }
  if (isLeastAccepted) return undefined;
  const least = Object.keys(asObject((await bodyValue(run, media, "required"))?.value));
  for (const name of all.filter((each) => !least.includes(each)).slice(0, MOST_FIELDS)) {
    const answer = await send([...least, name]);
    if (accepted(answer)) return answer;
  }
  return undefined;
}

/** The JSON object that a request sends. Empty for other bodies. */
export function sentBody({ body }: Pick<SentRequest, "body">): JsonObject {
  try {
    return asObject(JSON.parse(body?.toString("utf8") ?? ""));
  } catch {
    return {};
  }
}

/** The fields that a rejection names: as a whole text, as the name of a list of complaints, or in quotation marks. */
function namedFields(refusal: unknown, names: readonly string[], sent: JsonObject): string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    else if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value) && !repeats(value, sent))
      for (const [name, inner] of Object.entries(value)) {
        if (Array.isArray(inner)) texts.push(name);
        visit(inner);
      }
  };
  visit(refusal);
  const exact = names.filter((name) => texts.includes(name));
  if (exact.length > 0) return exact;
  const quotes = ["'", '"', "`"];
  return names.filter((name) => texts.some((text) => quotes.some((quote) => text.includes(`${quote}${name}${quote}`))));
}

/** True if the value was sent, or is a part of what was sent. Rejections often repeat the body. */
function repeats(value: JsonObject, sent: unknown): boolean {
  if (isSameJson(value, sent)) return true;
  return typeof sent === "object" && sent !== null && Object.values(sent).some((inner) => repeats(value, inner));
}
