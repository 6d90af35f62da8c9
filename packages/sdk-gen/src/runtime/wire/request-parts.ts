import { nameInCall } from "../operation-facts.js";
import type { ParameterSpec } from "../operation-spec.js";
import { serializeParameter } from "./serialize-parameter.js";

/** The parts of a request that parameters and credentials fill. */
export interface RequestParts {
  /** Names are in lower case. */
  readonly headers: Record<string, string>;
  /** Query parameters that the description does not declare. */
  readonly query: Record<string, string>;
  /** Names of the cookies in the header `cookie`. */
  readonly cookies: string[];
}

/** Places a credential elsewhere than in a header. Security schemes that need it bring it along. */
export type PlaceCredential = (parts: RequestParts, name: string, secret: string) => void;

export const inQuery: PlaceCredential = ({ query }, name, secret) => {
  query[name] = secret;
};

export const inCookie: PlaceCredential = (parts, name, secret) =>
  addCookie(parts, name, `${name}=${encodeURIComponent(secret)}`);

/** For client certificates, which are not part of a request. */
export const inConnection: PlaceCredential = () => undefined;

/** Places the parameters that are not in the URL. Operations with such parameters bring it along. */
export function headParameters(
  parts: RequestParts,
  specs: readonly ParameterSpec[],
  values: Readonly<Record<string, unknown>>,
): void {
  for (const spec of specs) {
    const name = nameInCall(spec);
    const value = values[name];
    if (value === undefined) continue;
    if (spec.in === "header") parts.headers[spec.name.toLowerCase()] = serializeParameter(spec, value);
    if (spec.in === "cookie") addCookie(parts, name, serializeParameter(spec, value).replaceAll("&", "; "));
  }
}

function addCookie({ headers, cookies }: RequestParts, name: string, text: string): void {
  cookies.push(name);
  const { cookie } = headers;
  Object.assign(headers, { cookie: cookie ? `${cookie}; ${text}` : text });
}
