import type { Sendable } from "../requests/snippets.js";
import { encodeBody, formFields } from "./encode-body.js";
import type { RequestSample, SampleParameter, SecurityScheme } from "./model.js";

/** A request that a person is editing. Values are the texts of its fields. */
export interface Draft {
  /** Texts by `<in> <name>`. Empty texts are not sent. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bodyType: string;
  readonly token: string;
  /** Further headers. One without a name is not sent. */
  readonly headers: readonly OwnHeader[];
}

export interface OwnHeader {
  readonly name: string;
  readonly value: string;
}

export const keyOf = ({ in: place, name }: SampleParameter): string => `${place} ${name}`;

/** @param present for each path parameter, the id of an existing record, so that the request finds one */
export function draftOf(sample: RequestSample, present: Readonly<Record<string, string>>): Draft {
  const values = sample.parameters.map((parameter): [string, string] => {
    const found = parameter.in === "path" ? present[parameter.name] : undefined;
    return [keyOf(parameter), found ?? (parameter.required ? sampleText(parameter) : "")];
  });
  const body = sample.body?.sample;
  return {
    values: Object.fromEntries(values),
    body: bodyText(body),
    bodyType: sample.body?.type ?? "",
    token: sample.security.length > 0 && !sample.security.some((schemes) => schemes.length === 0) ? "a-token" : "",
    headers: [],
  };
}

function sampleText({ sample }: SampleParameter): string {
  return exampleText(sample);
}

/** The text of a body for the editor. */
export function bodyText(body: unknown): string {
  return body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body, null, 2);
}

/** The text of a value for a parameter's field. */
export function exampleText(sample: unknown): string {
  if (sample === undefined || sample === null) return "";
  if (Array.isArray(sample)) return sample.map(String).join(",");
  return typeof sample === "object" ? JSON.stringify(sample) : String(sample);
}

export interface DraftedRequest extends Sendable {
  readonly cookies: string;
  readonly parts?: FormData;
}

/** The request that a draft describes. */
export function sendable(
  sample: RequestSample,
  draft: Draft,
  session: string,
): Sendable & { readonly cookies: string } {
  const textOf = (parameter: SampleParameter): string => draft.values[keyOf(parameter)] ?? "";
  const of = (place: string): readonly SampleParameter[] =>
    sample.parameters.filter((parameter) => parameter.in === place && (textOf(parameter) !== "" || place === "path"));
  const path = sample.path.replace(/\{([^}]*)\}/g, (whole, name: string) => {
    const parameter = sample.parameters.find((one) => one.in === "path" && one.name === name);
    return parameter ? encodeURIComponent(textOf(parameter)) : whole;
  });
  const pairs = of("query").flatMap((parameter) => queryPairs(parameter, textOf(parameter)));
  const credentials = credentialsOf(sample.security[0] ?? [], draft.token);
  const query = [...pairs, ...credentials.query].join("&");
  const headers: Record<string, string> = {};
  const hasBody = draft.body !== "" && sample.method !== "GET" && sample.method !== "HEAD";
  const form = hasBody ? formFields(draft.body, draft.bodyType) : undefined;
  const encoded = hasBody ? encodeBody(draft.body, draft.bodyType) : undefined;
  // The browser chooses the boundary between parts, so it sets this header.
  if (hasBody && draft.bodyType !== "" && !form) headers["content-type"] = draft.bodyType;
  for (const parameter of of("header")) headers[parameter.name.toLowerCase()] = textOf(parameter);
  Object.assign(headers, credentials.headers);
  if (session !== "") headers["mock-session"] = session;
  for (const { name, value } of draft.headers) if (name.trim() !== "") headers[name.trim().toLowerCase()] = value;
  const cookies = [
    ...of("cookie").map((parameter) => `${parameter.name}=${encodeURIComponent(textOf(parameter))}`),
    ...credentials.cookies,
  ];
  const address = new URL(`..${path}${query === "" ? "" : `?${query}`}`, location.href).href;
  const body = typeof encoded === "string" ? encoded : undefined;
  return {
    method: sample.method,
    address,
    headers,
    body,
    cookies: cookies.join("; "),
    ...(form ? { form } : {}),
    ...(encoded instanceof FormData ? { parts: encoded } : {}),
  };
}

/** A list is entered with commas. @see https://spec.openapis.org/oas/latest.html, "Style Values" */
function queryPairs({ name, style, explode, types }: SampleParameter, text: string): string[] {
  const named = (value: string): string => `${encodeURIComponent(name)}=${value}`;
  if (types.includes("object")) {
    const value = objectOf(text);
    if (value && style === "deepObject") {
      return Object.entries(value).map(
        ([key, one]) => `${encodeURIComponent(`${name}[${key}]`)}=${encodeURIComponent(String(one))}`,
      );
    }
    if (value && explode)
      return Object.entries(value).map(([key, one]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(one))}`);
  }
  if (!types.includes("array")) return [named(encodeURIComponent(text))];
  const parts = text.split(",").map((part) => encodeURIComponent(part.trim()));
  if (explode) return parts.map(named);
  const separator = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "|" : ",";
  return [named(parts.join(separator))];
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

interface Credentials {
  readonly headers: Record<string, string>;
  readonly query: string[];
  readonly cookies: string[];
}

/**
 * Sends a token in the places that the description's security schemes define. For `basic` the token is `user:password`.
 */
function credentialsOf(schemes: readonly SecurityScheme[], token: string): Credentials {
  const found: Credentials = { headers: {}, query: [], cookies: [] };
  if (token === "") return found;
  for (const { type, in: place, name, scheme } of schemes) {
    if (type === "apiKey" && place === "query")
      found.query.push(`${encodeURIComponent(name)}=${encodeURIComponent(token)}`);
    else if (type === "apiKey" && place === "cookie") found.cookies.push(`${name}=${encodeURIComponent(token)}`);
    else if (type === "apiKey") found.headers[name.toLowerCase()] = token;
    else if (scheme?.toLowerCase() === "basic")
      found.headers.authorization = `Basic ${btoa(token.includes(":") ? token : `${token}:`)}`;
    else if (type !== "mutualTLS") found.headers.authorization = `Bearer ${token}`;
  }
  return found;
}
