import { asArray, asObject, isScalar, percentEncode } from "../description/json.js";
import type { RawParameter } from "../description/raw-operation.js";
import { sameValuePlaces } from "../judge/property-places.js";
import type { SchemaPlace } from "../judge/schema-book.js";
import { beyondBounds, ODD_TEXTS, WRONG } from "../request/alterations.js";
import { validValue } from "../request/valid-value.js";
import { isJsonType } from "../request/write-body.js";
import type { SentRequest } from "./api-client.js";
import { isSelector } from "./build-request.js";
import type { CheckRun } from "./check-run.js";
import { NOT_UTF_8, type RequestVariant, type ValidRequest, variantOf } from "./request-variant.js";

/** Requests that differ from a valid one in that parameter. */
export async function parameterVariants(
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
  // Some schemas have no valid value.
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
  // A changed id might identify a record that the check did not create.
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
/** A small number could be the id of an existing record. */
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
      // An empty segment would be another path.
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
