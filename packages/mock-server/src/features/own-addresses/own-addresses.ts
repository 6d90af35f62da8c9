import { after } from "@onespec/http-contract";
import { isObject } from "@onespec/spec-core";
import type { BehaviourWrapper, Call } from "../../model/mock-context.js";
import { SELF_ORIGIN, withOrigin } from "../../response/own-address.js";
import { requestOrigin } from "../../response/request-origin.js";

/** Shows the URLs of records, and reads them in queries, with the host that the client used. */
// Searches the text of each answer. To know which descriptions need this, the server would have to read all resources at the start.
export const withOwnAddresses: BehaviourWrapper = (_, __, behave) => (call) =>
  after(behave(withStoredAddresses(call)), (answer) =>
    typeof answer.body === "string" && answer.body.includes(SELF_ORIGIN)
      ? { ...answer, body: withOrigin(answer.body, requestOrigin(call.target) + call.base) }
      : answer,
  );

/** Replaces the URLs of records in a query by their stored form, so that filters match. */
function withStoredAddresses(call: Call): Call {
  if (!ADDRESS.test(call.target.query)) return call;
  const origin = `${requestOrigin(call.target)}${call.base}/`;
  const stored = (value: unknown): unknown => {
    if (typeof value === "string")
      return value.startsWith(origin) ? `${SELF_ORIGIN}/${value.slice(origin.length)}` : value;
    if (Array.isArray(value)) return value.map(stored);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, stored(inner)]));
  };
  return { ...call, query: stored(call.query) as Call["query"] };
}

/** A URL, percent-encoded or not. */
const ADDRESS = /=https?(?::|%3a)/i;
