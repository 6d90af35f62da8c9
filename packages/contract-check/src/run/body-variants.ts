import { isObject } from "../description/json.js";
import type { RawMediaType } from "../description/raw-operation.js";
import type { SchemaPlace } from "../judge/schema-book.js";
import {
  type Alteration,
  alterations,
  EVERYWHERE,
  ODD_NUMBERS,
  ODD_TEXTS,
  replaced,
  wrongEverywhere,
} from "../request/alterations.js";
import { type OddValue, sampleValue, withOtherTexts } from "../request/sample-value.js";
import { asWritten, isFormType, isJsonType, writeBody } from "../request/write-body.js";
import { bodyOf } from "./accepted-body.js";
import type { SentRequest } from "./api-client.js";
import { bodyMedia } from "./build-request.js";
import { documentedMediaType } from "./check-reply.js";
import type { CheckRun } from "./check-run.js";
import { withOwnIds } from "./keyed-body.js";
import { isPathId, withPathIds } from "./path-ids.js";
import { referredIds, relatedPair, withRelatedIds } from "./related-ids.js";
import { relatedRecords } from "./related-records.js";
import { NOT_UTF_8, type RequestVariant, type ValidRequest, variantOf } from "./request-variant.js";

/** Number of sample bodies. Each uses other alternatives of the schema. */
const BODIES = 3;
/** HTTP gives a body no meaning in these methods, so a server may ignore it. */
const NO_BODY_METHODS = new Set(["GET", "HEAD", "DELETE"]);

/** The body that the variants change. */
interface ValidBody {
  readonly run: CheckRun;
  readonly valid: ValidRequest;
  readonly media: RawMediaType;
  readonly isJson: boolean;
  /** The JSON value that was sent, with new generated texts. `undefined` if it is not JSON. */
  readonly sent: unknown;
  with(bytes: Buffer, contentType: string): SentRequest;
}

/** Bodies that differ from a valid one in one place, and those that no server can read. */
export async function bodyVariants(run: CheckRun, valid: ValidRequest): Promise<RequestVariant[]> {
  const { operation, request, style } = valid;
  const media = bodyMedia(operation, style);
  if (NO_BODY_METHODS.has(operation.method) || media === undefined) return [];
  const isJson = isJsonType(media.type);
  if (!isJson && !isFormType(media.type)) return [];
  const place = media.schema === undefined ? undefined : run.judge.request.place(media.schema);
  const sent =
    isJson && request.body !== undefined
      ? parsed(withOtherTexts(request.body, run.random, [request.target, ...referredIds(run)]))
      : undefined;
  const body: ValidBody = {
    run,
    valid,
    media,
    isJson,
    sent,
    with: (bytes, contentType) => ({
      ...request,
      headers: { ...request.headers, "content-type": contentType },
      body: bytes,
    }),
  };
  if (place === undefined) return unreadableJson(body);
  return [
    ...(await alteredBodies(body, place)),
    ...(await oddBodies(body, place)),
    ...(await bodiesOfRelatedRecords(body, place)),
    ...unreadableJson(body),
  ];
}

async function alteredBodies(body: ValidBody, place: SchemaPlace): Promise<RequestVariant[]> {
  const { run, valid, media, isJson, sent } = body;
  const { operation, style, fields } = valid;
  const variants: RequestVariant[] = [];
  for (let count = 0; count < BODIES; count += 1) {
    const found = count === 0 && sent !== undefined ? { value: sent } : await bodyOf(run, media, { style, fields });
    if (found === undefined) break;
    const whole = await withOwnIds(run, operation, media, found.value);
    for (const { mistake, oddity, at, value, isMeant, make } of await alterationsOf(body, place, whole, count)) {
      // In a form all values are texts, and a form without fields is an empty body. In a JSON Merge Patch null removes
      // a field.
      if (!isJson && (mistake !== "without a required field" || isEmpty(make()))) continue;
      if (mistake === "with null for a field" && media.type === "application/merge-patch+json") continue;
      variants.push({
        mistake,
        oddity,
        at,
        value,
        get request() {
          const written = writeBody(media, make());
          return body.with(written.bytes, written.contentType);
        },
        isForbidden: async () => {
          const isValid = await run.judge.fits("request", place, asWritten(media, make()));
          if (!isValid) return isMeant ? undefined : true;
          // If the change affects an id of the path or of a related record, the server may accept or reject it.
          const [name = ""] = at.slice(1).split("/");
          return isPathId(operation, at.slice(1)) || relatedPair(run, name) ? undefined : false;
        },
      });
    }
  }
  return variants;
}

/**
 * @param count number of the sample body, from 0. Later samples are shallower: a server may reject several fields
 * together but accept each alone, or accept a field only without deep values.
 */
async function alterationsOf(
  { run, isJson }: ValidBody,
  place: SchemaPlace,
  body: unknown,
  count: number,
): Promise<Alteration[]> {
  const all = alterations(run.judge.request, place, body, { number: run.random.serial() });
  const optionalDepth = BODIES - count;
  const choices = count === 0 ? {} : { scalarsFrom: optionalDepth };
  const options = { book: run.judge.request, random: run.random, optionalDepth, ...choices };
  const whole = isJson ? sampleValue(place, options) : undefined;
  all.push(...wrongEverywhere(withMissing(body, whole)));
  for (const { path, value } of missingFields(body, whole)) {
    const more = replaced(body, path, value);
    if (!(await run.judge.fits("request", place, more))) continue;
    const changes = { number: run.random.serial(), only: { path, depth: optionalDepth } };
    all.push(...alterations(run.judge.request, place, more, changes));
  }
  return all;
}

/** Valid bodies with an odd value at each place that allows one. */
async function oddBodies(body: ValidBody, place: SchemaPlace): Promise<RequestVariant[]> {
  const { run, valid, media, isJson, sent } = body;
  const variants: RequestVariant[] = [];
  for (const [oddity, odd] of ODD_EVERYWHERE) {
    if (!isJson && (odd.isNull === true || odd.text?.isWellFormed() === false)) continue;
    const found = await oddBody(run, place, odd, { sent, isWholeFailing: valid.isWholeFailing ?? false });
    if (found === undefined || (!isJson && isEmpty(found))) continue;
    const related = await withRelatedIds(run, media, found);
    const value = await withPathIds(run, valid.operation, valid.path, media, related);
    const { bytes, contentType } = writeBody(media, value);
    const variant = variantOf("with a value out of its bounds", body.with(bytes, contentType), false, EVERYWHERE);
    // The value is part of the name, since each round has other examples.
    variants.push({ ...variant, oddity, value: odd.isExample ? bytes.toString("latin1", 0, 200) : "" });
  }
  return variants;
}

async function bodiesOfRelatedRecords(body: ValidBody, place: SchemaPlace): Promise<RequestVariant[]> {
  const { run, media, isJson, sent } = body;
  const variants: RequestVariant[] = [];
  if (!isJson || !isObject(sent)) return variants;
  for (const { name, record } of await relatedRecords(run, place)) {
    const value = { ...sent, [name]: record };
    if (!(await run.judge.fits("request", place, value))) continue;
    const variant = variantOf("", body.with(writeBody(media, value).bytes, media.type), false, `/${name}`);
    variants.push({ ...variant, oddity: RELATED_RECORD });
  }
  return variants;
}

/** JSON that ends early, is not UTF-8, or is sent with another media type. */
function unreadableJson({ valid, isJson, with: withBody }: ValidBody): RequestVariant[] {
  const { operation, request } = valid;
  if (!isJson || request.body === undefined) return [];
  const torn = { ...request, body: Buffer.from('{"a": ') };
  const variants = [variantOf("with JSON that ends early", torn, true)];
  const text = request.body.toString("latin1");
  const begin = text.search(/(?<=:\s*")/);
  const foreign = Buffer.from(`${text.slice(0, begin)}\xff${text.slice(begin)}`, "latin1");
  if (begin > 0) variants.push({ ...variantOf("", { ...request, body: foreign }, undefined), oddity: NOT_UTF_8 });
  for (const type of UNKNOWN_TYPES) {
    if (documentedMediaType(operation.body?.content ?? [], type) !== undefined) continue;
    const variant = variantOf("with an undocumented media type", withBody(request.body, type), true);
    variants.push({ ...variant, value: type });
  }
  return variants;
}

/**
 * The fields that the value lacks and `whole` has. Looks into objects that both have, and into the first elements of
 * lists.
 */
function missingFields(
  value: unknown,
  whole: unknown,
): { readonly path: readonly string[]; readonly value: unknown }[] {
  if (Array.isArray(value) && Array.isArray(whole))
    return missingFields(value[0], whole[0]).map((field) => ({ ...field, path: ["0", ...field.path] }));
  if (!isObject(value) || !isObject(whole)) return [];
  return Object.entries(whole).flatMap(([name, inner]) =>
    Object.hasOwn(value, name)
      ? missingFields(value[name], inner).map((field) => ({ ...field, path: [name, ...field.path] }))
      : [{ path: [name], value: inner }],
  );
}

/** Adds to the value all fields that only `whole` has. */
function withMissing(value: unknown, whole: unknown): unknown {
  return missingFields(value, whole)
    .filter(({ path }) => path.length === (Array.isArray(value) ? 2 : 1))
    .reduce((more: unknown, field) => replaced(more, field.path, field.value), value);
}

/** Multipart bodies that no parser can read completely. For operations that accept this type. */
export function brokenForms({ operation, request }: ValidRequest): RequestVariant[] {
  if (!operation.body?.content.some(({ type }) => type === "multipart/form-data")) return [];
  const headers = { ...request.headers, "content-type": "multipart/form-data; boundary=torn" };
  return Object.entries(BROKEN_FORMS).map(([oddity, text]) => {
    const broken = { ...request, headers, body: Buffer.from(text) };
    return { ...variantOf("", broken, undefined), oddity };
  });
}

const PART = "--torn\r\nContent-Disposition: form-data; name=";
const BROKEN_FORMS: Readonly<Record<string, string>> = {
  "a form that ends early": `${PART}"text"\r\n\r\ntext`,
  "control characters in a part's header": `${PART}"a\u000bb"\r\n\r\ntext\r\n--torn--\r\n`,
};

/** The second type has no boundary. A server that reads forms elsewhere may fail on it. */
const UNKNOWN_TYPES = ["text/x-unknown", "multipart/form-data"];
export const RELATED_RECORD = "a related record that is there";
const ODD_EVERYWHERE: readonly (readonly [oddity: string, odd: OddValue])[] = [
  ...Object.entries(ODD_TEXTS).map(([oddity, text]) => [oddity, { text }] as const),
  ...Object.entries(ODD_NUMBERS).map(([oddity, number]) => [oddity, { number }] as const),
  ["null", { isNull: true }],
  ["other valid values", { isExample: true }],
];
const ODD_DEPTHS = [3, 2, 4, 1];

/**
 * A valid body with an odd value wherever the schema allows it. Prefers the body that was already sent, with odd values
 * added. `undefined` if none was found.
 */
async function oddBody(
  run: CheckRun,
  place: SchemaPlace,
  odd: OddValue,
  { sent, isWholeFailing }: { readonly sent: unknown; readonly isWholeFailing: boolean },
): Promise<unknown> {
  for (const optionalDepth of ODD_DEPTHS) {
    const sample = sampleValue(place, { book: run.judge.request, random: run.random, optionalDepth, odd });
    if (!hasOdd(sample, odd)) continue;
    const mixed = sent === undefined ? sample : withOdd(sent, sample, odd);
    for (const value of [...(hasOdd(mixed, odd) ? [mixed] : []), ...(isWholeFailing ? [] : [sample])])
      if (await run.judge.fits("request", place, value)) return value;
  }
  return undefined;
}

function hasOdd(value: unknown, odd: OddValue): boolean {
  const { text, number, isNull = false, isExample = false } = odd;
  if (isExample) return true;
  if (value === null) return isNull;
  if (typeof value === "number") return value === number;
  if (typeof value === "string") return text !== undefined && (value === "" ? text === "" : text.startsWith(value));
  return (
    typeof value === "object" &&
    Object.entries(value).some(([name, inner]) => hasOdd(inner, odd) || (name !== "" && text?.startsWith(name)))
  );
}

/**
 * Puts the odd values of a sample into the body that was sent. Its other values stay, because the server accepted them.
 */
function withOdd(sent: unknown, sample: unknown, odd: OddValue): unknown {
  if (!hasOdd(sample, odd)) return sent;
  if (Array.isArray(sent) && Array.isArray(sample) && sent.length > 0 && sample.length > 0)
    return [withOdd(sent[0], sample[0], odd), ...sent.slice(1)];
  if (!isObject(sent) || !isObject(sample)) return sample;
  const names = Object.keys(sent);
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(sample, name) ? withOdd(sent[name], sample[name], odd) : sent[name]]),
  );
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
