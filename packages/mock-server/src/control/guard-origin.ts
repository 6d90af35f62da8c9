import { hostOfOrigin, isLocalName } from "@onespec/http-requests";
import { DELIVERY_HEADER } from "../callbacks/delivery.js";
import type { Problem } from "../errors/problem.js";
import { headerText, type MockRequest } from "../server/mock-request.js";

/**
 * Why a request to the plane is refused: a page of another origin must not change the state, neither by itself nor by naming the
 * plane as the receiver of a callback, and a name that a stranger can point at this machine (DNS rebinding) must not make its pages ours.
 * @param hosts names that are allowed beside addresses and local names
 * @see https://fetch.spec.whatwg.org/#http-origin
 */
export function guardOrigin({ method, headers }: MockRequest, hosts: readonly string[]): Problem | undefined {
  const host = (headerText(headers, "host") ?? "").toLowerCase();
  if (!isLocalName(host, hosts)) {
    const message = `The control plane does not answer to the name ${JSON.stringify(host)}`;
    return refusal("host-refused", message, "Call it as localhost or by address, or allow the name with controlHosts.");
  }
  if (headers[DELIVERY_HEADER] !== undefined) {
    const message = "A callback or webhook may not use the control plane";
    return refusal("cross-origin", message, "Name another receiver.");
  }
  if (method === "GET" || method === "HEAD") return undefined;
  const origin = headerText(headers, "origin");
  const site = headerText(headers, "sec-fetch-site");
  const isForeign = origin !== undefined && hostOfOrigin(origin) !== host;
  if (!isForeign && (site === undefined || site === "same-origin" || site === "none")) return undefined;
  const message = `A page of ${origin ?? "another origin"} may not change the state of the mock server`;
  return refusal("cross-origin", message, "Call the control plane from the test itself, not from a page.");
}

function refusal(code: string, message: string, hint: string): Problem {
  return { status: 403, code, message: "Forbidden", details: [{ in: "header", path: "", message, hint }] };
}
