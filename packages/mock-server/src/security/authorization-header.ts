import { headerText, type RequestHeaders } from "../server/mock-request.js";

/** The header `Authorization`. @see RFC 9110, section 11.6.2 */
export interface Authorization {
  /** Lower case: schemes are compared without regard to case. */
  readonly scheme: string;
  readonly rest: string;
}

export function authorizationOf(headers: RequestHeaders): Authorization | undefined {
  const text = headerText(headers, "authorization")?.trim();
  if (!text) return undefined;
  const space = text.indexOf(" ");
  if (space < 0) return { scheme: text.toLowerCase(), rest: "" };
  return { scheme: text.slice(0, space).toLowerCase(), rest: text.slice(space + 1).trim() };
}
