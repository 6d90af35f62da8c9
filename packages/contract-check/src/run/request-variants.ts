import { asArray, asObject, isObject, isScalar, percentEncode } from "../description/json.js";
import type { RawOperation, RawParameter } from "../description/raw-operation.js";
import { sameValuePlaces } from "../judge/property-places.js";
import type { SchemaPlace } from "../judge/schema-book.js";
import {
  alterations,
  beyondBounds,
  EVERYWHERE,
  ODD_NUMBERS,
  ODD_TEXTS,
  replaced,
  WRONG,
  wrongEverywhere,
} from "../request/alterations.js";
import { type OddValue, sampleValue, withOtherTexts } from "../request/sample-value.js";
import { type Style, validValue } from "../request/valid-value.js";
import { asWritten, isFormType, isJsonType, writeBody } from "../request/write-body.js";
import { bodyOf } from "./accepted-body.js";
import type { SentRequest } from "./api-client.js";
import { bodyMedia, isSelector } from "./build-request.js";
import { documentedMediaType } from "./check-reply.js";
import type { CheckRun } from "./check-run.js";
import { withOwnIds } from "./keyed-body.js";
import { isPathId, withPathIds } from "./path-ids.js";
import { referredIds, relatedPair, withRelatedIds } from "./related-ids.js";
import { relatedRecords } from "./related-records.js";

/** A request that differs from a valid one in one place. */
export interface RequestVariant {
  /** The mistake if it is forbidden: `with null for a field`. */
  readonly mistake: string;
  /** The oddity if it is allowed: `a NUL`; `undefined`: it has none that is worth a request. */
  readonly oddity: string | undefined;
  /** The place of the change, for people: `/items/0/price`; `""` for the whole. */
  readonly at: string;
  /** Short text that identifies it among others of its kind at the same place. */
  readonly value: string;
  readonly request: SentRequest;
  /** A text in the path beyond the bounds of its schema: a record may go by it that a body has made. */
  readonly name?: string;
  /** True if the description forbids it. `undefined`: not described. */
  isForbidden(): Promise<boolean | undefined>;
}

/** The request that variants are made of. */
export interface ValidRequest {
  readonly operation: RawOperation;
  readonly request: SentRequest;
  /** The path that is filled in, without that of the server. */
  readonly path: string;
  readonly style: Style;
  /** The fields of its body, where they are none of the style's. */
  readonly fields?: readonly string[] | undefined;
  /** True if the server fails for a body with all properties. Then such bodies are not sent again. */
  readonly isWholeFailing?: boolean;
}

/** Each sample of a body takes other branches of its choices. */
const BODIES = 3;
/** Where HTTP gives a body no meaning, a server may leave it unread. */
const NO_BODY_METHODS = new Set(["GET", "HEAD", "DELETE"]);

/** All requests with one change in the body or in a parameter, in no order that matters. */
export async function requestVariants(run: CheckRun, valid: ValidRequest): Promise<RequestVariant[]> {
  const variants = [...(await bodyVariants(run, valid)), ...brokenForms(valid)];
  for (const parameter of valid.operation.parameters)
    variants.push(...(await parameterVariants(run, valid, parameter)));
  return variants;
}

async function bodyVariants(
  run: CheckRun,
  { operation, request, path: filledPath, style, fields, isWholeFailing = false }: ValidRequest,
): Promise<RequestVariant[]> {
  const media = bodyMedia(operation, style);
  if (NO_BODY_METHODS.has(operation.method) || media === undefined) return [];
  const isJson = isJsonType(media.type);
  if (!isJson && !isFormType(media.type)) return [];
  const withBody = (bytes: Buffer, contentType: string): SentRequest => ({
    ...request,
    headers: { ...request.headers, "content-type": contentType },
    body: bytes,
  });
  const variants: RequestVariant[] = [];
  const place = media.schema === undefined ? undefined : run.judge.request.place(media.schema);
  const sent =
    isJson && request.body !== undefined
      ? parsed(withOtherTexts(request.body, run.random, [request.target, ...referredIds(run)]))
      : undefined;
  for (let count = 0; place !== undefined && count < BODIES; count += 1) {
    const found = count === 0 && sent !== undefined ? { value: sent } : await bodyOf(run, media, { style, fields });
    if (found === undefined) break;
    const body = await withOwnIds(run, operation, media, found.value);
    const all = alterations(run.judge.request, place, body, { number: run.random.serial() });
    // The server may reject several fields together that it takes one by one, and a deep value where it takes a shallow one.
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
    for (const { mistake, oddity, at, value, isMeant, make } of all) {
      // In a form all values are texts, and one without any field is no body at all. In a JSON Merge Patch null removes a field.
      if (!isJson && (mistake !== "without a required field" || isEmpty(make()))) continue;
      if (mistake === "with null for a field" && media.type === "application/merge-patch+json") continue;
      variants.push({
        mistake,
        oddity,
        at,
        value,
        get request() {
          const written = writeBody(media, make());
          return withBody(written.bytes, written.contentType);
        },
        isForbidden: async () => {
          const isValid = await run.judge.fits("request", place, asWritten(media, make()));
          if (!isValid) return isMeant ? undefined : true;
          // Another id than that of the path, or of a related record, is the server's to judge.
          const [name = ""] = at.slice(1).split("/");
          return isPathId(operation, at.slice(1)) || relatedPair(run, name) ? undefined : false;
        },
      });
    }
  }
  if (place !== undefined) {
    for (const [oddity, odd] of ODD_EVERYWHERE) {
      if (!isJson && (odd.isNull === true || odd.text?.isWellFormed() === false)) continue;
      const found = await oddBody(run, place, odd, { sent, isWholeFailing });
      if (found === undefined || (!isJson && isEmpty(found))) continue;
      const related = await withRelatedIds(run, media, found);
      const value = await withPathIds(run, operation, filledPath, media, related);
      const { bytes, contentType } = writeBody(media, value);
      const variant = variantOf("with a value out of its bounds", withBody(bytes, contentType), false, EVERYWHERE);
      // Each round has other examples.
      variants.push({ ...variant, oddity, value: odd.isExample ? bytes.toString("latin1", 0, 200) : "" });
    }
  }
  if (isJson && place !== undefined && isObject(sent)) {
    for (const { name, record } of await relatedRecords(run, place)) {
      const value = { ...sent, [name]: record };
      if (!(await run.judge.fits("request", place, value))) continue;
      const variant = variantOf("", withBody(writeBody(media, value).bytes, media.type), false, `/${name}`);
      variants.push({ ...variant, oddity: RELATED_RECORD });
    }
  }
  if (isJson && request.body !== undefined) {
    const torn = { ...request, body: Buffer.from('{"a": ') };
    variants.push(variantOf("with JSON that ends early", torn, true));
    const text = request.body.toString("latin1");
    const begin = text.search(/(?<=:\s*")/);
    const foreign = Buffer.from(`${text.slice(0, begin)}\xff${text.slice(begin)}`, "latin1");
    if (begin > 0) variants.push({ ...variantOf("", { ...request, body: foreign }, undefined), oddity: NOT_UTF_8 });
    for (const type of UNKNOWN_TYPES) {
      if (documentedMediaType(operation.body?.content ?? [], type) !== undefined) continue;
      const variant = variantOf("with an undocumented media type", withBody(request.body, type), true);
      variants.push({ ...variant, value: type });
    }
  }
  return variants;
}

/** The fields of a whole value that another one lacks, also in objects that both have, and in the first elements of lists. */
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

/** A value with all fields of a whole one that it lacks. */
function withMissing(value: unknown, whole: unknown): unknown {
  return missingFields(value, whole)
    .filter(({ path }) => path.length === (Array.isArray(value) ? 2 : 1))
    .reduce((more: unknown, field) => replaced(more, field.path, field.value), value);
}

/** Multipart bodies that no parser can read to the end, wherever the operation takes such a type. */
function brokenForms({ operation, request }: ValidRequest): RequestVariant[] {
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

/** A server that reads forms somewhere may try to read this one, which has no boundary. */
const UNKNOWN_TYPES = ["text/x-unknown", "multipart/form-data"];
/** No text at all, so that no description says how it is rejected. */
export const NOT_UTF_8 = "bytes that are no UTF-8";
export const RELATED_RECORD = "a related record that is there";
const ODD_EVERYWHERE: readonly (readonly [oddity: string, odd: OddValue])[] = [
  ...Object.entries(ODD_TEXTS).map(([oddity, text]) => [oddity, { text }] as const),
  ...Object.entries(ODD_NUMBERS).map(([oddity, number]) => [oddity, { number }] as const),
  ["null", { isNull: true }],
  ["other valid values", { isExample: true }],
];
const ODD_DEPTHS = [3, 2, 4, 1];

/**
 * A valid body that has an odd value wherever its schema allows it: the one that was sent, with odd values, if it has a place for them.
 * `undefined` when none was found.
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

/** The body that was sent, with the odd values of a sample at the same places: its other values were accepted. */
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

function variantOf(mistake: string, request: SentRequest, isForbidden: boolean | undefined, at = ""): RequestVariant {
  return { mistake, oddity: undefined, at, value: "", request, isForbidden: async () => isForbidden };
}

async function parameterVariants(
  run: CheckRun,
  valid: ValidRequest,
  parameter: RawParameter,
): Promise<RequestVariant[]> {
  const { name, in: place, required, schema, mediaType } = parameter;
  const { operation, request } = valid;
  if (place === "querystring" || schema === undefined) return [];
  const at = run.judge.request.place(schema);
  if (mediaType !== undefined) return isJsonType(mediaType) ? jsonVariants(run, valid, parameter, at) : [];
  const schemas = sameValuePlaces(run.judge.request, at).map((each) => asObject(run.judge.request.at(each)));
  const types = schemas.flatMap((each) => each.type ?? []);
  if (types.includes("object")) return [];
  const variants: RequestVariant[] = [];
  if (required && (place === "query" || place === "header"))
    variants.push(variantOf(`without a required ${place} parameter`, without(valid, parameter), true, name));
  // No value at all fits some schemas.
  const usual = await validValue(run.judge, at, "full", [], run.random);
  if (usual === undefined) return variants;
  const add = (mistake: string, oddity: string | undefined, text: string): void => {
    const changed = withText(valid, parameter, text);
    if (changed === undefined) return;
    variants.push({
      mistake: `${mistake.replace("parameter", `${place} parameter`)}`,
      oddity,
      at: name,
      value: text.slice(0, 40),
      request: changed,
      ...(place === "path" && text !== WRONG && { name: text }),
      isForbidden: async () => {
        if (text === "") return undefined;
        return (await isForbiddenText(run, at, text)) || (isSelector(run, parameter) ? undefined : false);
      },
    });
  };
  add("with a wrong parameter", undefined, WRONG);
  for (const beyond of schemas.flatMap((each) => beyondBounds(each, usual.value))) {
    const text = isScalar(beyond) ? String(beyond) : "";
    if (text !== "" && text !== WRONG && text.length <= LONGEST_TEXT)
      add("with a parameter out of its bounds", undefined, text);
  }
  if (place === "header" || place === "cookie") return variants;
  // Nobody knows which records a change of such an id would meet.
  if (place === "path" && !run.isDisposable && operation.method !== "GET") return variants;
  // All texts but two are the same mistake.
  if (types.length > 0 && types.every((type) => type === "boolean")) return variants;
  // Servers bound the length of a target. @see RFC 9110, section 4.1
  for (const [oddity, text] of Object.entries(ODD_TEXTS).filter(([, text]) => text.isWellFormed()))
    add("with a parameter out of its bounds", oddity, text.slice(0, LONGEST_TEXT));
  add("with a parameter out of its bounds", "a number beyond 64 bits", "99999999999999999999");
  add("with a parameter out of its bounds", "a negative number", "-1");
  for (const value of schemas.flatMap((each) => asArray(each.enum)).slice(0, MOST_VALUES)) {
    const changed =
      isScalar(value) && (await run.judge.fits("request", at, value)) && withText(valid, parameter, String(value));
    if (changed)
      variants.push({
        ...variantOf("", changed, false, name),
        oddity: "another documented value",
        value: String(value),
      });
  }
  const absent = typeof usual.value === "number" ? ABSENT_NUMBER : usual.value;
  if (place === "path") add("with a wrong parameter", "an id of no record", String(absent));
  const bytes = withText(valid, parameter, NO_UTF_8);
  if (bytes !== undefined && typeof usual.value === "string") {
    const foreign = { ...bytes, target: bytes.target.replace(percentEncode(NO_UTF_8), "%FF") };
    variants.push({ ...variantOf("", foreign, undefined, name), oddity: NOT_UTF_8 });
  }
  if (place === "query" && !types.includes("array")) {
    const piece = `${percentEncode(name)}=${percentEncode(String(usual.value))}`;
    const twice = { ...request, target: withQuery(withoutQuery(request.target, name), [piece, piece]) };
    variants.push({ ...variantOf("", twice, undefined, name), oddity: "a parameter that is sent twice" });
  }
  return variants;
}

const LONGEST_TEXT = 4000;
const NO_UTF_8 = "surely~no~utf8";
/** A small number may well be the id of a record. */
const ABSENT_NUMBER = 987_654_321;
/** The number of values of an enumeration that are tried. */
const MOST_VALUES = 8;
const JSON_TEXTS = ["null", '"null"', `"${WRONG}"`, "42", "[]", "{}", '{"a": '];

/** Another JSON text for a parameter that is written in JSON. */
function jsonVariants(run: CheckRun, valid: ValidRequest, parameter: RawParameter, at: SchemaPlace): RequestVariant[] {
  return JSON_TEXTS.flatMap((text): RequestVariant[] => {
    const changed = withText(valid, parameter, text);
    const mistake = `with a wrong ${parameter.in} parameter`;
    if (changed === undefined) return [];
    const variant = variantOf(mistake, changed, undefined, parameter.name);
    const isForbidden = async (): Promise<boolean> =>
      !isJson(text) || !(await run.judge.fits("request", at, JSON.parse(text)));
    return [{ ...variant, oddity: "JSON of another type", value: text, isForbidden }];
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** True if the schema forbids the text in every reading. */
async function isForbiddenText(run: CheckRun, place: string, text: string): Promise<boolean> {
  const scalars: unknown[] = /^-?\d+(\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
  for (const reading of [...scalars, ...scalars.map((scalar) => [scalar])])
    if (await run.judge.fits("request", place, reading)) return false;
  return true;
}

function withText({ operation, request, path }: ValidRequest, parameter: RawParameter, text: string) {
  const { in: place, name } = parameter;
  const encoded = percentEncode(text);
  switch (place) {
    case "query":
      return {
        ...request,
        target: withQuery(withoutQuery(request.target, name), [`${percentEncode(name)}=${encoded}`]),
      };
    case "path": {
      const at = operation.path.split("/").indexOf(`{${name}}`);
      // An empty segment is another path.
      if (at === -1 || text === "") return undefined;
      const segments = path.split("/");
      segments[at] = encoded;
      return { ...request, target: request.target.replace(path, () => segments.join("/")) };
    }
    case "header":
      return { ...request, headers: { ...request.headers, [name.toLowerCase()]: text } };
    case "cookie": {
      const others = (request.headers.cookie ?? "")
        .split("; ")
        .filter((each) => each !== "" && !each.startsWith(`${name}=`));
      return { ...request, headers: { ...request.headers, cookie: [...others, `${name}=${encoded}`].join("; ") } };
    }
    case "querystring":
      return undefined;
  }
}

function without({ request }: ValidRequest, { in: place, name }: RawParameter): SentRequest {
  if (place === "query") return { ...request, target: withoutQuery(request.target, name) };
  const { [name.toLowerCase()]: _removed, ...headers } = request.headers;
  return { ...request, headers };
}

function withQuery(target: string, pieces: readonly string[]): string {
  return `${target}${target.includes("?") ? "&" : "?"}${pieces.join("&")}`;
}

function withoutQuery(target: string, name: string): string {
  const encoded = percentEncode(name);
  const [path = "", query = ""] = target.split("?");
  const kept = query
    .split("&")
    .filter((piece) => !["=", "[", "%5B"].some((sign) => piece.startsWith(`${encoded}${sign}`)));
  return kept.join("&") === "" ? path : `${path}?${kept.join("&")}`;
}
